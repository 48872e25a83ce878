import type { Db } from '#app/platform/database.server.ts';
import { instant } from '#app/values/dates.ts';
import type { PaymentProvider, ProviderPayment } from './payment-provider.ts';
import { creditPurpose, findAtBank, findPaymentsOfOrder } from './payments-store.server.ts';

/**
 * What the provider says right now of an order's newest payment, for a page that only reads: it is written nowhere,
 * the work of every minute brings it in. Null when the provider does not say.
 */
export async function lookAtBank(
  db: Db,
  provider: PaymentProvider,
  orderId: string,
): Promise<Pick<ProviderPayment, 'status' | 'declineClass'> | null> {
  const latest = (await findPaymentsOfOrder(db, orderId)).find(({ purpose }) => purpose !== creditPurpose);
  const asked = latest && (await findAtBank(db, latest.id));
  if (!asked || asked.provider !== provider.name) return null;
  const answer = asked.providerRef
    ? await provider.fetchPayment({ ref: asked.providerRef, intentRef: asked.providerIntentRef })
    : await provider.findSession(asked.id, instant(asked.createdAt.getTime()));
  return answer.outcome === 'ok' ? answer.value : null;
}
