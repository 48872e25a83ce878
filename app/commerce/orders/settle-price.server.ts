import type { Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { getPricingVersion } from '../pricing/pricing-store.server.ts';
import { absorb, comparePrices, type Quote } from '../pricing/quote.ts';
import { findSnapshots, insertSnapshot } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

export interface SettledPrice {
  /** Dearer than the house carries: the traveller must agree first. */
  readonly consent: boolean;
  /** Columns that belong into the move that follows. */
  readonly with: { readonly total?: number; readonly snapshot?: number };
}

/** Stores a fresh price: lower at once, a small rise carried by the house, a larger one as a proposal that needs consent. */
export async function settlePrice(tx: Tx, order: Order, agreed: Quote, fresh: Quote, now: Instant): Promise<SettledPrice> {
  const change = comparePrices(agreed.total, fresh.total);
  if (change.kind === 'same') return { consent: false, with: {} };
  const number = (await findSnapshots(tx, order.id)).length + 1;
  const at = new Date(now);
  // What the house said it carries it carries again, as long as it is no more.
  const promised = agreed.lines.filter(({ kind }) => kind === 'absorbed').reduce((sum, { amount }) => sum - amount.amount, 0);
  if (change.kind === 'higher' && change.by.amount > promised) {
    await insertSnapshot(tx, order.id, number, fresh, 'proposed', at);
    return { consent: true, with: {} };
  }
  if (change.kind === 'lower') {
    await insertSnapshot(tx, order.id, number, fresh, 'lower', at);
    return { consent: false, with: { total: fresh.total.amount, snapshot: number } };
  }
  const carried = absorb(fresh, change.by, await getPricingVersion(tx, fresh.rulesVersion, now));
  await insertSnapshot(tx, order.id, number, carried, 'absorbed', at);
  return { consent: false, with: { snapshot: number } };
}
