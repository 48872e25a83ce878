import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import { newReference, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addMilliseconds, calendarDate, dayMs, type Instant } from '#app/values/dates.ts';
import { emailKey } from '#app/values/email.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { QuoteContact } from './flight-quote-form.ts';
import { flightQuoteMachine, type FlightQuoteEvent, type FlightQuoteState } from './flight-quote-status.ts';
import {
  flightQuoteDrafts,
  flightQuoteEvents,
  flightQuoteMails,
  flightQuoteOptions,
  flightQuotes,
  type FlightQuoteEventRow,
  type FlightQuoteOption,
  type FlightQuoteRow,
  type QuoteNote,
} from './flight-quotes.tables.ts';

/** A quote with what is personal opened. */
export interface FlightQuote extends Omit<FlightQuoteRow, 'contact' | 'message'> {
  readonly contact: QuoteContact;
  readonly message: string;
}

/** An option before it belongs to a quote. */
export type PickedOption = Pick<FlightQuoteOption, 'offer' | 'brand' | 'price'>;

export interface QuoteWords extends Pick<FlightQuote, 'contact' | 'message' | 'language'> {
  readonly expiresAt: Date;
}

const contactOf = (id: string) => `flight_quotes|contact|${id}`;
const messageOf = (id: string) => `flight_quotes|message|${id}`;

/** What a mail address is looked up by. */
export function quoteEmailIndex(crypto: FieldCrypto, email: string): string {
  return crypto.blindIndex(emailKey(email), 'flight-quote-email');
}

function opened(crypto: FieldCrypto, row: FlightQuoteRow): FlightQuote {
  return {
    ...row,
    contact: JSON.parse(crypto.open(row.contact, contactOf(row.id))) as QuoteContact,
    message: crypto.open(row.message, messageOf(row.id)),
  };
}

/** The columns by which lists know a quote, from its options. */
function factsOf(options: readonly PickedOption[]) {
  const [{ offer }] = options as readonly [PickedOption];
  const cheapest = options.map(({ price }) => price.total).reduce((least, total) => (total.amount < least.amount ? total : least));
  const { adults, children, infants } = offer.passengers;
  return {
    origin: offer.slices[0]!.from,
    destination: offer.slices[0]!.to,
    departsOn: calendarDate(offer.slices[0]!.segments[0]!.departs.local.slice(0, 10)),
    travellers: adults + children + infants,
    lowest: cheapest.amount,
    currency: cheapest.currency,
  };
}

function wordsColumns(crypto: FieldCrypto, id: string, { contact, message, language, expiresAt }: QuoteWords) {
  return {
    contact: crypto.seal(JSON.stringify(contact), contactOf(id)),
    emailIndex: quoteEmailIndex(crypto, contact.email),
    message: crypto.seal(message, messageOf(id)),
    language,
    expiresAt,
    // A draft that is written anew is of somebody again.
    forgottenAt: null,
  };
}

async function insertOptions(tx: Tx, quoteId: string, options: readonly PickedOption[]): Promise<void> {
  await tx
    .insert(flightQuoteOptions)
    .values(options.map(({ offer, brand, price }, index) => ({ quoteId, number: index + 1, offerId: offer.id, brand, offer, price })));
}

/** A new draft; its row. */
export async function insertFlightQuote(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  made: {
    readonly words: QuoteWords;
    readonly options: readonly PickedOption[];
    readonly inquiryId: string | null;
    readonly customerId: string | null;
    readonly who: string;
  },
): Promise<{ readonly id: string; readonly reference: string }> {
  const id = randomUUID();
  const reference = newReference();
  const at = new Date(now);
  await tx.insert(flightQuotes).values({
    id,
    reference,
    ...wordsColumns(crypto, id, made.words),
    ...factsOf(made.options),
    inquiryId: made.inquiryId,
    customerId: made.customerId,
    madeBy: made.who,
    madeAt: at,
    changedBy: made.who,
    changedAt: at,
  });
  await insertOptions(tx, id, made.options);
  await note(tx, now, { id, version: 0, status: 'draft' }, 'make', made.who);
  return { id, reference };
}

/** Writes a draft anew, if it is still the version that was looked at. */
export async function rewriteFlightQuote(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  edit: {
    readonly quote: Pick<FlightQuote, 'id' | 'status' | 'version'>;
    readonly words: QuoteWords;
    readonly options: readonly PickedOption[];
    readonly who: string;
  },
): Promise<boolean> {
  const { quote } = edit;
  const written = await tx
    .update(flightQuotes)
    .set({
      ...wordsColumns(crypto, quote.id, edit.words),
      ...factsOf(edit.options),
      version: quote.version + 1,
      changedBy: edit.who,
      changedAt: new Date(now),
    })
    .where(and(eq(flightQuotes.id, quote.id), eq(flightQuotes.version, quote.version), eq(flightQuotes.status, 'draft')))
    .returning({ id: flightQuotes.id });
  if (written.length === 0) return false;
  await tx.delete(flightQuoteOptions).where(eq(flightQuoteOptions.quoteId, quote.id));
  await insertOptions(tx, quote.id, edit.options);
  await note(tx, now, quote, 'edit', edit.who);
  return true;
}

/** The history row and the audit row of one change. */
async function note(
  tx: Tx,
  now: Instant,
  quote: Pick<FlightQuote, 'id' | 'status' | 'version'>,
  event: FlightQuoteEvent | QuoteNote,
  who: string,
  more: { readonly to?: FlightQuoteState; readonly detail?: string } = {},
): Promise<void> {
  await tx.insert(flightQuoteEvents).values({
    quoteId: quote.id,
    number: quote.version + 1,
    event,
    fromStatus: event === 'make' ? null : quote.status,
    toStatus: more.to ?? quote.status,
    actor: who,
    detail: more.detail ?? null,
    at: new Date(now),
  });
  await audit(tx, now, {
    actor: who,
    action: `flight-quote.${event}`,
    subject: `flight_quotes:${quote.id}`,
    ...(more.detail ? { detail: { of: more.detail } } : {}),
  });
}

/** The only writer of a quote's status: compare-and-set, history and audit in the caller's transaction. */
export async function moveFlightQuote(
  tx: Tx,
  now: Instant,
  move: {
    readonly quote: Pick<FlightQuote, 'id' | 'status' | 'version'>;
    readonly event: FlightQuoteEvent;
    readonly by: 'staff' | 'customer';
    readonly who: string;
    readonly with?: Partial<Pick<FlightQuoteRow, 'sentAt' | 'seenAt' | 'orderId' | 'taken'>>;
    readonly detail?: string;
  },
): Promise<Outcome<null, MoveRefusal | 'changed-meanwhile'>> {
  const { quote, event, who } = move;
  const next = moveOn(flightQuoteMachine, quote.status, event, move.by);
  if (!next.ok) return next;
  const moved = await tx
    .update(flightQuotes)
    .set({ ...move.with, status: next.to, version: quote.version + 1, changedBy: who, changedAt: new Date(now) })
    .where(and(eq(flightQuotes.id, quote.id), eq(flightQuotes.version, quote.version)))
    .returning({ id: flightQuotes.id });
  if (moved.length === 0) return refuse('changed-meanwhile');
  await note(tx, now, quote, event, who, { to: next.to, ...(move.detail ? { detail: move.detail } : {}) });
  return done(null);
}

/** Something that leaves the state as it is; the caller holds the quote's lock. */
export async function noteOnFlightQuote(
  tx: Tx,
  now: Instant,
  told: {
    readonly quote: Pick<FlightQuote, 'id' | 'status' | 'version'>;
    readonly event: Exclude<QuoteNote, 'make' | 'edit'>;
    readonly who: string;
    readonly with?: Partial<Pick<FlightQuoteRow, 'orderId' | 'taken'>>;
    readonly detail?: string;
  },
): Promise<void> {
  const { quote, event, who } = told;
  await tx
    .update(flightQuotes)
    .set({ ...told.with, version: quote.version + 1, changedBy: who, changedAt: new Date(now) })
    .where(eq(flightQuotes.id, quote.id));
  await note(tx, now, quote, event, who, told.detail ? { detail: told.detail } : {});
}

export async function findFlightQuoteAsStaff(db: Db, crypto: FieldCrypto, reference: string): Promise<FlightQuote | null> {
  const [row] = await db.select().from(flightQuotes).where(eq(flightQuotes.reference, reference));
  return row ? opened(crypto, row) : null;
}

export async function findFlightQuoteId(db: Db, reference: string): Promise<string | null> {
  const [row] = await db.select({ id: flightQuotes.id }).from(flightQuotes).where(eq(flightQuotes.reference, reference));
  return row?.id ?? null;
}

/**
 * How long after its end a quote that never became an order still says whom it was for: they may ring once more. An order
 * that ended before anything was paid is none.
 */
export const quoteKeptDays = 90;

/** No order, or one that ended without money: what was paid for is told of as long as its papers. */
const cameToNothing = sql`(${flightQuotes.orderId} is null or exists (
  select from orders o join order_money_states m on m.order_id = o.id
  where o.id = ${flightQuotes.orderId} and o.status in ('expired', 'cancelled') and m.state = 'unpaid'))`;

const overBy = (now: Instant) =>
  and(lt(flightQuotes.expiresAt, new Date(addMilliseconds(now, -quoteKeptDays * dayMs))), isNull(flightQuotes.forgottenAt), cameToNothing);

export async function countOldQuotes(db: Db, now: Instant): Promise<number> {
  return db.$count(flightQuotes, overBy(now));
}

/** A page of the quotes whose caller is to be forgotten, behind the one that the page before ended with. */
export async function findOldQuotes(db: Db, now: Instant, after: OldQuote | null): Promise<OldQuote[]> {
  return db
    .select({ id: flightQuotes.id, expiresAt: flightQuotes.expiresAt })
    .from(flightQuotes)
    .where(
      and(
        overBy(now),
        after
          ? sql`(${flightQuotes.expiresAt}, ${flightQuotes.id}) > (${after.expiresAt.toISOString()}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(flightQuotes.expiresAt), asc(flightQuotes.id))
    .limit(100);
}
export type OldQuote = Pick<FlightQuoteRow, 'id' | 'expiresAt'>;

/** Takes whom it was for and what was written to them out of a quote; false when it is kept after all. */
export async function blankQuote(tx: Tx, crypto: FieldCrypto, now: Instant, id: string): Promise<boolean> {
  const blanked = await tx
    .update(flightQuotes)
    .set({
      contact: crypto.seal(JSON.stringify({ name: '-', email: '-', phone: '' }), contactOf(id)),
      message: crypto.seal('', messageOf(id)),
      emailIndex: `erased:${id}`,
      customerId: null,
      forgottenAt: new Date(now),
    })
    .where(and(eq(flightQuotes.id, id), overBy(now)))
    .returning({ id: flightQuotes.id });
  return blanked.length > 0;
}

/** For whoever holds its link, and for jobs. */
export async function findFlightQuoteAsSystem(db: Db, crypto: FieldCrypto, id: string): Promise<FlightQuote | null> {
  const [row] = await db.select().from(flightQuotes).where(eq(flightQuotes.id, id));
  return row ? opened(crypto, row) : null;
}

/** Locks a quote for the rest of the transaction: one decision about it at a time. */
export async function lockFlightQuote(tx: Tx, crypto: FieldCrypto, id: string): Promise<FlightQuote | null> {
  const [row] = await tx.select().from(flightQuotes).where(eq(flightQuotes.id, id)).for('update');
  return row ? opened(crypto, row) : null;
}

export async function findOptions(db: Db, quoteId: string): Promise<FlightQuoteOption[]> {
  return db.select().from(flightQuoteOptions).where(eq(flightQuoteOptions.quoteId, quoteId)).orderBy(asc(flightQuoteOptions.number));
}

export async function findFlightQuoteEvents(db: Db, quoteId: string): Promise<FlightQuoteEventRow[]> {
  return db.select().from(flightQuoteEvents).where(eq(flightQuoteEvents.quoteId, quoteId)).orderBy(asc(flightQuoteEvents.number));
}

/** The spoken name of the quote that an order came from. */
export async function findQuoteOfOrder(db: Db, orderId: string): Promise<string | null> {
  const [row] = await db.select({ reference: flightQuotes.reference }).from(flightQuotes).where(eq(flightQuotes.orderId, orderId));
  return row?.reference ?? null;
}

/** A booking that is begun from an option; begun once more from another one, that one counts. */
export async function tieDraft(db: Db, draftId: string, quoteId: string, option: number): Promise<void> {
  await db
    .insert(flightQuoteDrafts)
    .values({ draftId, quoteId, option })
    .onConflictDoUpdate({ target: flightQuoteDrafts.draftId, set: { quoteId, option } });
}

export async function untieDraft(db: Db, draftId: string): Promise<void> {
  await db.delete(flightQuoteDrafts).where(eq(flightQuoteDrafts.draftId, draftId));
}

/** The option that a booking was begun from, if these are still its flights. */
export async function findTiedOption(db: Db, draftId: string, offerIds: readonly string[]): Promise<FlightQuoteOption | null> {
  const [row] = await db
    .select({ option: flightQuoteOptions })
    .from(flightQuoteDrafts)
    .innerJoin(
      flightQuoteOptions,
      and(eq(flightQuoteOptions.quoteId, flightQuoteDrafts.quoteId), eq(flightQuoteOptions.number, flightQuoteDrafts.option)),
    )
    .where(and(eq(flightQuoteDrafts.draftId, draftId), inArray(flightQuoteOptions.offerId, [...offerIds])));
  return row?.option ?? null;
}

export async function wasQuoteMailed(db: Db, messageId: string): Promise<boolean> {
  return (await db.$count(flightQuoteMails, eq(flightQuoteMails.messageId, messageId))) > 0;
}

export async function recordQuoteMail(db: Db, messageId: string, quoteId: string, now: Instant): Promise<void> {
  await db
    .insert(flightQuoteMails)
    .values({ messageId, quoteId, sentAt: new Date(now) })
    .onConflictDoNothing();
}
