import type { Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { findTreatment } from '../pricing/pricing-store.server.ts';
import { taxedBy } from '../pricing/tax-rules.ts';
import { findSnapshots, getQuote, insertSnapshot } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

/**
 * An order is taxed by the day on which it is paid for first: its lines are put on record anew where that treats them
 * otherwise than the day they were priced, and the total stays what was agreed. Answers the columns that belong into the move
 * that follows; the caller holds the order locked.
 */
export async function taxWhenPaid(tx: Tx, order: Order, now: Instant): Promise<{ readonly snapshot?: number }> {
  const treatment = await findTreatment(tx, now);
  if (!treatment) return {};
  const agreed = await getQuote(tx, order);
  const taxed = taxedBy(agreed, treatment);
  if (taxed === agreed) return {};
  const number = (await findSnapshots(tx, order.id)).length + 1;
  await insertSnapshot(tx, order.id, number, taxed, 'taxed', new Date(now));
  return { snapshot: number };
}
