import { summariseCancel } from '#app/commerce/orders/cancel-summary.ts';
import { findSnapshots } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findChanges } from '../change/flight-changes-store.server.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { FlightChange } from '../flight.tables.ts';
import { findLeaveClosed, flownDays, readFlying, type LeaveClerk } from './leave-flights.server.ts';
import { lapsOf } from '../booking/passenger-eligibility.ts';
import { sentName } from '../tickets/ticket-name.ts';

/** A colleague who looks at the page, and as whom they act. */
export interface LeaveLooker extends LeaveClerk {
  readonly who: string;
}

/**
 * Everything the page shows on which some of the travellers of an order leave it: who flies, who of them is chosen, what goes back
 * for them, and what became of it. The caller has judged access.
 */
export async function openLeave(platform: Platform, order: Order, language: LanguageCode, clerk: LeaveLooker | null = null) {
  const { db } = platform;
  const flightOrder = await getFlightOrder(db, order.id);
  const [flying, closed, changes] = await Promise.all([
    readFlying(db, platform, flightOrder),
    findLeaveClosed(db, platform, order, flightOrder),
    findChanges(db, order.id),
  ]);
  const own = changes.filter(({ leaves, status }) => leaves !== null && status !== 'dropped');
  const living = own.find(({ status }) => status === 'quoted' || status === 'accepted') ?? null;
  const laps = lapsOf(flying, flownDays(flightOrder));
  const nameOf = (person: (typeof flying)[number]['person']) => sentName(person, null);
  return {
    reference: order.reference,
    status: order.status,
    closed,
    travellers: flying.map(({ traveller, type, person }, index) => ({
      traveller,
      type,
      name: nameOf(person),
      /** On whose lap somebody sits, who leaves with them. */
      lap: laps.has(index) ? nameOf(flying[laps.get(index)!]!.person) : null,
      chosen: living?.leaves?.includes(traveller) ?? false,
    })),
    quote: living && (await shownQuote(platform, order, living, language, clerk)),
    /** The last one that did not come about. */
    failed: own[0]?.status === 'failed' && living === null,
    left: own[0]?.status === 'done',
  };
}

export type OpenedLeave = Awaited<ReturnType<typeof openLeave>>;

async function shownQuote(platform: Platform, order: Order, change: FlightChange, language: LanguageCode, clerk: LeaveLooker | null) {
  const { t } = textsFor(language);
  const terms = change.terms!;
  const leaves = change.leaves!;
  const before = (await findSnapshots(platform.db, order.id)).find(({ number }) => number === terms.snapshot)!.quote;
  // What is of one of them alone stands with them; what all of them share stands by itself.
  const lines = terms.lines.filter(({ paid, refunded }) => paid.amount !== 0 || refunded.amount !== 0);
  const whomOf = ({ line }: (typeof lines)[number]) => before.lines[line]!.travellers.filter((traveller) => leaves.includes(traveller));
  const sharesOut = (line: (typeof lines)[number], among: number) =>
    among > 0 && line.paid.amount === before.lines[line.line]!.each.amount * among && line.refunded.amount % among === 0;
  const own = leaves.map((traveller) => ({
    traveller,
    lines: summariseCancel(
      lines.flatMap((line) => {
        const whom = whomOf(line);
        if (!whom.includes(traveller) || !sharesOut(line, whom.length)) return [];
        const part = (sum: typeof line.paid) => money(sum.amount / whom.length, sum.currency);
        return [{ ...line, paid: part(line.paid), refunded: part(line.refunded) }];
      }),
      before,
      t,
    ),
  }));
  const payments = await findPaymentsOfOrder(platform.db, order.id);
  const taken = payments.filter(({ status }) => status === 'succeeded');
  const now = platform.clock.now();
  return {
    number: change.number,
    status: change.status,
    window: terms.window,
    own,
    shared: summariseCancel(
      lines.filter((line) => !sharesOut(line, whomOf(line).length)),
      before,
      t,
    ),
    refund: money(change.refund, change.currency),
    before: before.total,
    after: change.quote.total,
    /** Cards it goes back to by their last digits; none where something else paid as well. */
    cards: taken.every(({ cardEnding }) => cardEnding) ? [...new Set(taken.map(({ cardEnding }) => cardEnding!))] : [],
    four: taken.some(({ method }) => method === 'four'),
    expiresAt: change.expiresAt.toISOString(),
    over: change.status === 'quoted' && change.expiresAt.getTime() <= now,
    /** What a colleague may not do with it alone; null where they may, and for the traveller. */
    barred: clerk && (await barredFor(platform, change, clerk)),
  };
}

async function barredFor(platform: Platform, change: FlightChange, clerk: LeaveLooker): Promise<'over-limit' | 'own-request' | null> {
  if (await transact(platform.db, (tx) => clerk.mayGive(tx, change.refund))) return null;
  if (!clerk.decides) return 'over-limit';
  return change.askedBy === clerk.who ? 'own-request' : null;
}
