import { roomOf, type DeskDiscount, type Room } from '#app/commerce/pricing/apply-policy.ts';
import { withDeskDiscount, type Quote } from '#app/commerce/pricing/quote.ts';
import type { StaffRole } from '#app/platform/access.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { rulesOfQuote } from '../booking/rules-of-quote.server.ts';
import { isOpenQuote } from './flight-quote-status.ts';
import { findOptions, lockFlightQuote, noteOnFlightQuote, type FlightQuote } from './flight-quotes-store.server.ts';
import type { QuoteDiscount } from './flight-quotes.tables.ts';
import { ownDiscountLimit } from './discount-limits.ts';
import { readDiscountLimits } from './discount-limits.server.ts';
import { discountOf, type DiscountWish } from './quote-discount-form.ts';
import { quoteDiscountMachine } from './quote-discount-status.ts';
import { findDiscount, insertDiscount, moveDiscount, repriceOption } from './quote-discounts-store.server.ts';
import { approvalOf } from './lapse-discounts.server.ts';
import { findStanding } from './work-flight-quote.server.ts';

export type DiscountRefusal = MoveRefusal | 'changed-meanwhile' | 'expired' | 'below-floor' | 'already' | 'second-person' | 'no-reason';
/** What became of a discount that was asked for. */
export type DiscountAnswer = 'granted' | 'asked';

type Edge = Pick<Platform, 'db' | 'crypto' | 'clock'>;

/** What may come off the price of an option, whatever came off it already. */
export async function roomOfPrice(db: Db, price: Quote): Promise<Room> {
  const { rules } = await rulesOfQuote(db, price);
  const base = price.lines.filter(({ facts }) => facts['phase'] === undefined && facts['desk'] === undefined);
  return roomOf(base, price.facts ?? {}, rules.policy ?? null);
}

/**
 * Asks for a discount on an option. What is within the limit of whoever asks counts at once; above it a second person is
 * called. Nothing goes below the floor of the margin.
 */
export async function askDiscount(
  platform: Edge,
  ask: {
    readonly quoteId: string;
    readonly version: number;
    readonly option: number;
    readonly wish: DiscountWish;
    readonly staff: { readonly id: string; readonly roles: readonly StaffRole[] };
  },
  keep?: Keep<Outcome<DiscountAnswer, DiscountRefusal>>,
): Promise<Outcome<DiscountAnswer, DiscountRefusal>> {
  return transact(platform.db, async (tx) => {
    const answer = await askLocked(tx, platform, ask);
    await keep?.(tx, answer);
    return answer;
  });
}

async function askLocked(
  tx: Tx,
  platform: Edge,
  ask: Parameters<typeof askDiscount>[1],
): Promise<Outcome<DiscountAnswer, DiscountRefusal>> {
  const now = platform.clock.now();
  const who = `staff:${ask.staff.id}`;
  const quote = await lockFlightQuote(tx, platform.crypto, ask.quoteId);
  if (!quote || quote.version !== ask.version) return refuse('changed-meanwhile');
  if (!(await canBeTaken(tx, quote, now))) return refuse('expired');
  const option = (await findOptions(tx, quote.id)).find(({ number }) => number === ask.option);
  if (!option) return refuse('changed-meanwhile');
  const total = option.price.total.amount;
  const amount = discountOf(ask.wish, total);
  const { room } = await roomOfPrice(tx, option.price);
  if (amount <= 0 || amount > room) return refuse('below-floor');
  const ownLimit = amount <= ownDiscountLimit(await readDiscountLimits(tx), ask.staff.roles);
  const discount = await insertDiscount(tx, {
    quoteId: quote.id,
    option: ask.option,
    amount,
    currency: option.price.currency,
    basisPoints: ask.wish.basisPoints,
    reason: ask.wish.reason,
    total,
    ownLimit,
    askedBy: who,
    askedAt: new Date(now),
  });
  if (!discount) return refuse('already');
  const detail = { quote: quote.reference, option: ask.option, amount, total, ownLimit };
  await audit(tx, now, {
    actor: who,
    action: 'flight-discount.asked',
    subject: `flight_quote_discounts:${discount.id}`,
    reason: ask.wish.reason,
    detail,
  });
  if (ownLimit) {
    await move(tx, now, { quote, discount, event: 'grant', by: 'system', who });
    return done('granted');
  }
  await noteOnFlightQuote(tx, now, { quote, event: 'discount-ask', who, detail: discount.id });
  await followApproval(tx, now, approvalOf(quote, discount), { waits: true, by: who });
  return done('asked');
}

/** Says yes or no to a discount that waits. Nobody does for what they asked for themselves. */
export async function decideDiscount(
  platform: Edge,
  decide: { readonly id: string; readonly event: 'grant' | 'refuse'; readonly answer: string; readonly staffId: string },
): Promise<Outcome<'granted' | 'refused', DiscountRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<'granted' | 'refused', DiscountRefusal>> => {
    const now = platform.clock.now();
    const who = `staff:${decide.staffId}`;
    const asked = await findDiscount(tx, decide.id);
    const quote = asked && (await lockFlightQuote(tx, platform.crypto, asked.quoteId));
    // Read again behind the lock: another tab may have answered meanwhile.
    const discount = quote && (await findDiscount(tx, decide.id));
    if (!discount) return refuse('changed-meanwhile');
    const next = moveOn(quoteDiscountMachine, discount.status, decide.event, 'approver');
    if (!next.ok) return next;
    if (discount.askedBy === who) return refuse('second-person');
    if (decide.event === 'refuse' && decide.answer.length < 3) return refuse('no-reason');
    if (!(await canBeTaken(tx, quote, now))) {
      await move(tx, now, { quote, discount, event: 'lapse', by: 'system', who });
      return refuse('expired');
    }
    if (decide.event === 'grant') {
      const option = (await findOptions(tx, quote.id)).find(({ number }) => number === discount.option)!;
      const { room } = await roomOfPrice(tx, option.price);
      if (discount.amount > room) return refuse('below-floor');
    }
    await move(tx, now, { quote, discount, event: decide.event, by: 'approver', who, answer: decide.answer });
    return done(decide.event === 'grant' ? 'granted' : 'refused');
  });
}

/** Takes back what was asked for or granted, for as long as nobody has taken the option. */
export async function withdrawDiscount(
  platform: Edge,
  work: { readonly id: string; readonly staffId: string },
): Promise<Outcome<'withdrawn', DiscountRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<'withdrawn', DiscountRefusal>> => {
    const now = platform.clock.now();
    const asked = await findDiscount(tx, work.id);
    const quote = asked && (await lockFlightQuote(tx, platform.crypto, asked.quoteId));
    const discount = quote && (await findDiscount(tx, work.id));
    if (!discount) return refuse('changed-meanwhile');
    const next = moveOn(quoteDiscountMachine, discount.status, 'withdraw', 'clerk');
    if (!next.ok) return next;
    if (!(await canBeTaken(tx, quote, now))) return refuse('expired');
    await move(tx, now, { quote, discount, event: 'withdraw', by: 'clerk', who: `staff:${work.staffId}` });
    return done('withdrawn');
  });
}

async function canBeTaken(tx: Tx, quote: FlightQuote, now: Instant): Promise<boolean> {
  const standing = await findStanding(tx, quote, now);
  return standing === 'draft' || isOpenQuote(standing);
}

/** The only way a discount goes on: its state, the price of its option, history, audit and the call for a second person. */
async function move(
  tx: Tx,
  now: Instant,
  {
    quote,
    discount,
    event,
    who,
    answer,
    by,
  }: {
    readonly quote: FlightQuote;
    readonly discount: QuoteDiscount;
    readonly event: 'grant' | 'refuse' | 'withdraw' | 'lapse';
    readonly by: 'clerk' | 'approver' | 'system';
    readonly who: string;
    readonly answer?: string;
  },
): Promise<void> {
  const next = moveOn(quoteDiscountMachine, discount.status, event, by);
  if (!next.ok || !(await moveDiscount(tx, now, discount, { status: next.to, by: who, ...(answer ? { answer } : {}) })))
    throw new Error(`Discount ${discount.id} did not go on`);
  const counted = discount.status === 'granted';
  if (event === 'grant' || counted)
    await priceAnew(tx, quote.id, discount.option, event === 'grant' ? { id: discount.id, amount: discount.amount } : null);
  await noteOnFlightQuote(tx, now, { quote, event: `discount-${event}`, who, detail: discount.id });
  await audit(tx, now, {
    actor: who,
    action: `flight-discount.${event}`,
    subject: `flight_quote_discounts:${discount.id}`,
    ...(answer ? { reason: answer } : {}),
    detail: { quote: quote.reference, option: discount.option, amount: discount.amount },
  });
  await followApproval(tx, now, approvalOf(quote, discount), { waits: false, by: who });
}

async function priceAnew(tx: Tx, quoteId: string, number: number, discount: DeskDiscount | null): Promise<void> {
  const option = (await findOptions(tx, quoteId)).find((each) => each.number === number)!;
  const { rules } = await rulesOfQuote(tx, option.price);
  await repriceOption(tx, quoteId, number, withDeskDiscount(option.price, rules, discount));
}
