import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant } from '#app/values/dates.ts';
import { listOrdersOwedTo } from '../bank/bank-store.server.ts';
import { findLots } from '../credits/credits-store.server.ts';
import { findInvoicesOfOrder } from '../invoices/invoices-store.server.ts';
import { listStandingsOf } from '../orders/orders-store.server.ts';
import { listMoneyInMotion } from '../payments/payments-store.server.ts';
import { hindrancesTo, keptUntil, type Hindrance } from './erasure-rules.ts';
import type { Person } from './person-rows-store.server.ts';

export interface Weighed {
  /** Empty: nothing stands in the way. */
  readonly hindrances: readonly Hindrance[];
  /** What tax law makes us keep: how many invoices, and until which day (YYYY-MM-DD). */
  readonly invoices: { readonly count: number; readonly until: string | null };
}

/** What stands in the way of forgetting somebody now, and what would stay if we did. */
export async function weighErasure(platform: Pick<Platform, 'db' | 'crypto' | 'clock'>, person: Person): Promise<Weighed> {
  const { db, crypto, clock } = platform;
  const orders = await listStandingsOf(db, crypto, person);
  const ids = orders.map(({ id }) => id);
  // Who is forgotten has no account left that a transfer without an order could go back to.
  const owed = await listOrdersOwedTo(db, ids);
  const money = [...(await listMoneyInMotion(db, ids)), ...owed.map((orderId) => ({ orderId, what: 'refund' as const }))];
  const isStaff = person.userId !== null && (await findStaffMember(db, person.userId)) !== null;
  const lots = person.userId === null ? [] : await findLots(db, person.userId);
  const papers = (await Promise.all(orders.map(({ id }) => findInvoicesOfOrder(db, id)))).flat();
  const last = papers.map((paper) => paper.issuedAt).toSorted((a, b) => b.getTime() - a.getTime())[0];
  return {
    hindrances: hindrancesTo(clock.now(), {
      isStaff,
      money,
      creditLeft: lots.some(({ part, remaining }) => part === 'money' && remaining > 0),
      orders: orders.map(({ travelEnds, ...order }) => ({ ...order, travelEnds: instant(travelEnds.getTime()) })),
    }),
    invoices: { count: papers.length, until: last ? keptUntil(last) : null },
  };
}
