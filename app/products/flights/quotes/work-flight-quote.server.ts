import { lockInquiry } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { moveInquiryOn } from '#app/commerce/inquiries/work-inquiry.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { MoveRefusal } from '#app/values/status-table.ts';
import { flightQuoteMail } from './flight-quote-jobs.server.ts';
import { standingOf, type QuoteStanding } from './flight-quote-status.ts';
import { lapseDiscounts } from './lapse-discounts.server.ts';
import {
  insertFlightQuote,
  lockFlightQuote,
  moveFlightQuote,
  noteOnFlightQuote,
  rewriteFlightQuote,
  type FlightQuote,
  type PickedOption,
  type QuoteWords,
} from './flight-quotes-store.server.ts';

export const quoteSubject = (id: string) => `flight_quotes:${id}`;
const taskKind = 'flight-quote';

/** Orders that are over without anybody having flown: what they came from can be had again. */
const overStates = ['expired', 'cancelled', 'refund_due', 'refunded', 'voided'];

/** How a quote stands, by its order as well. */
export async function findStanding(db: Db | Tx, quote: FlightQuote, now: number): Promise<QuoteStanding> {
  const order = quote.orderId === null ? null : await findOrderAsSystem(db, quote.orderId);
  return standingOf(quote, now as Parameters<typeof standingOf>[1], order !== null && !overStates.includes(order.status));
}

/** Keeps a new quote as a draft; its spoken name. */
export async function draftFlightQuote(
  platform: Platform,
  draft: {
    readonly words: QuoteWords;
    readonly options: readonly PickedOption[];
    readonly inquiryId: string | null;
    readonly customerId: string | null;
    readonly staffId: string;
  },
  keep?: Keep<string>,
): Promise<string> {
  const { staffId, ...made } = draft;
  return transact(platform.db, async (tx) => {
    const { reference } = await insertFlightQuote(tx, platform.crypto, platform.clock.now(), { ...made, who: `staff:${staffId}` });
    await keep?.(tx, reference);
    return reference;
  });
}

/** Writes a draft anew. Refused when a colleague has changed or sent it since `version` was looked at. */
export async function editFlightQuote(
  platform: Platform,
  edit: {
    readonly quoteId: string;
    readonly version: number;
    readonly words: QuoteWords;
    readonly options: readonly PickedOption[];
    readonly staffId: string;
  },
): Promise<Outcome<null, 'changed-meanwhile'>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, 'changed-meanwhile'>> => {
    const quote = await lockFlightQuote(tx, platform.crypto, edit.quoteId);
    if (!quote || quote.version !== edit.version) return refuse('changed-meanwhile');
    const { words, options } = edit;
    const now = platform.clock.now();
    // What was taken off was taken off the options as they were.
    await lapseDiscounts(tx, now, quote, `staff:${edit.staffId}`, 'all');
    const written = await rewriteFlightQuote(tx, platform.crypto, now, {
      quote,
      words,
      options,
      who: `staff:${edit.staffId}`,
    });
    return written ? done(null) : refuse('changed-meanwhile');
  });
}

export const quoteWorks = ['send', 'withdraw'] as const;
export type QuoteWork = (typeof quoteWorks)[number];
export type QuoteWorkRefusal = MoveRefusal | 'changed-meanwhile' | 'expired';

/** Sends a quote to whoever it is for, or takes it back. */
export async function workFlightQuote(
  platform: Platform,
  work: { readonly quoteId: string; readonly version: number; readonly work: QuoteWork; readonly staffId: string },
): Promise<Outcome<null, QuoteWorkRefusal>> {
  const who = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<null, QuoteWorkRefusal>> => {
    const now = platform.clock.now();
    const quote = await lockFlightQuote(tx, platform.crypto, work.quoteId);
    if (!quote || quote.version !== work.version) return refuse('changed-meanwhile');
    const sends = work.work === 'send';
    if (sends && quote.expiresAt.getTime() <= now) return refuse('expired');
    const moved = await moveFlightQuote(tx, now, {
      quote,
      event: work.work,
      by: 'staff',
      who,
      ...(sends ? { with: { sentAt: new Date(now) } } : {}),
    });
    if (!moved.ok) return moved;
    await closeStaffTask(tx, now, { kind: taskKind, subject: quoteSubject(quote.id), by: who });
    if (!sends) await lapseDiscounts(tx, now, quote, who, 'all');
    if (sends) {
      await platform.jobs.send(tx, flightQuoteMail, { quoteId: quote.id });
      await moveInquiryOfQuote(tx, platform, quote, { event: 'quote', by: 'staff', actor: who, detail: quote.reference });
    }
    return done(null);
  });
}

/** Takes the inquiry along with what became of its quote; one that was ended meanwhile stays as it is. */
export async function moveInquiryOfQuote(
  tx: Tx,
  platform: Pick<Platform, 'crypto' | 'clock' | 'jobs'>,
  quote: Pick<FlightQuote, 'inquiryId'>,
  move: { readonly event: 'quote' | 'win'; readonly by: 'staff' | 'customer'; readonly actor: string; readonly detail: string },
): Promise<void> {
  const inquiry = quote.inquiryId === null ? null : await lockInquiry(tx, quote.inquiryId);
  if (!inquiry) return;
  const moved = await moveInquiryOn(tx, platform, { ...move, inquiry });
  if (moved.ok)
    await audit(tx, platform.clock.now(), { actor: move.actor, action: `inquiry.${move.event}`, subject: `inquiries:${inquiry.id}` });
}

/** That its reader has opened it. The first time counts; a quote that is over, or was never sent, is not opened. */
export async function seeFlightQuote(platform: Platform, quoteId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const quote = await lockFlightQuote(tx, platform.crypto, quoteId);
    if (quote?.status !== 'sent') return;
    await moveFlightQuote(tx, now, { quote, event: 'see', by: 'customer', who: 'customer', with: { seenAt: new Date(now) } });
  });
}

/** Somebody asks a few times and then waits: each quote, a day. */
const asks = { name: 'flight-quote:ask', most: 3, perMs: dayMs };

/** Its reader wants these flights quoted anew: the desk gets a task on the quote. */
export async function askAnew(platform: Platform, quoteId: string): Promise<Outcome<null, 'too-many' | 'not-over'>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, 'too-many' | 'not-over'>> => {
    const now = platform.clock.now();
    const quote = await lockFlightQuote(tx, platform.crypto, quoteId);
    const standing = quote && (await findStanding(tx, quote, now));
    if (!quote || (standing !== 'expired' && standing !== 'withdrawn')) return refuse('not-over');
    if ((await takeTry(tx, platform.clock, asks, quoteId)) > 0) return refuse('too-many');
    await noteOnFlightQuote(tx, now, { quote, event: 'ask-anew', who: 'customer' });
    await openStaffTask(tx, now, {
      kind: taskKind,
      subject: quoteSubject(quote.id),
      textKey: 'tasks:flight-quote-anew',
      detail: { reference: quote.reference },
    });
    return done(null);
  });
}

/** A new quote stands in for one that was asked about: its task is done. */
export async function answerAskedQuote(platform: Platform, quoteId: string, staffId: string): Promise<void> {
  await transact(platform.db, (tx) =>
    closeStaffTask(tx, platform.clock.now(), { kind: taskKind, subject: quoteSubject(quoteId), by: `staff:${staffId}` }),
  );
}
