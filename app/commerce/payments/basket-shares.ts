import { money, splitMoney } from '#app/values/money.ts';
import type { ProviderPayment } from './payment-provider.ts';
import type { Payment, Refund } from './payments.tables.ts';

/**
 * What the bank's word about a basket's payment says of each share, in the order of the shares: a share is taken or left
 * whole. Null when what was captured is no sum of shares that were to be taken: then a person looks. The fee is spread
 * over the shares that were taken, by their size; a refund belongs to the share that asked for it.
 */
export function divideAnswer(
  answer: ProviderPayment,
  shares: readonly Payment[],
  refunds: readonly Pick<Refund, 'id' | 'paymentId' | 'providerRef'>[],
): ProviderPayment[] | null {
  const { currency } = answer.amount;
  const sum = (some: readonly Payment[]) => some.reduce((total, share) => total + share.amount, 0);
  const meant = shares.filter((share) => share.fate !== 'leave');
  // Somebody may have taken everything by hand at the provider; the orders whose share it was then give it back.
  const taken = answer.status !== 'succeeded' ? [] : answer.captured.amount === sum(meant) ? meant : shares;
  if (answer.status === 'succeeded' && answer.captured.amount !== sum(taken)) return null;
  const fees = new Map<string, number>();
  if (taken.length > 0)
    splitMoney(
      answer.fee,
      taken.map((share) => share.amount),
    ).forEach((fee, index) => fees.set(taken[index]!.id, fee.amount));
  const ownerOf = (ref: string, refundId: string | null) =>
    refunds.find((refund) => refund.id === refundId || refund.providerRef === ref)?.paymentId ?? taken[0]?.id;
  return shares.map((share) => {
    const left = answer.status === 'succeeded' && !taken.includes(share);
    const held = answer.authorised.amount > 0 && !left;
    return {
      ...answer,
      paymentId: share.id,
      status: left ? 'canceled' : answer.status,
      amount: money(share.amount, currency),
      authorised: money(held ? share.amount : 0, currency),
      captured: money(taken.includes(share) ? share.amount : 0, currency),
      fee: money(fees.get(share.id) ?? 0, currency),
      refunds: answer.refunds.filter((refund) => ownerOf(refund.ref, refund.refundId) === share.id),
    };
  });
}
