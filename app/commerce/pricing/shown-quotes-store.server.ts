import { createHash } from 'node:crypto';
import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { networkOf } from '#app/platform/limiter.server.ts';
import { addMilliseconds, dayMs, hourMs, type Instant } from '#app/values/dates.ts';
import { isCounted } from '../traffic/visit-rules.ts';
import { withoutPolicy } from './apply-policy.ts';
import { shownQuotes } from './pricing.tables.ts';
import type { Quote } from './quote.ts';

/** What was shown is kept for so long, and a change of prices is tried on it. */
export const shownDays = 7;

/** What a price was shown for. A booking that was begun has one price, the last that was shown. */
export type ShownFor = `draft:${string}` | `begun:${string}` | `price:${string}`;

/** For a booking that was begun, without a way back to it and so to whose it is. */
export const shownBegun = (kind: 'holiday' | 'visa', id: string): ShownFor => `begun:${hashOf(`${kind} ${id}`)}`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** For what is sold without a booking that is begun first: the same thing at the same price, whoever looked. */
export function shownPrice(quote: Pick<Quote, 'facts' | 'lines'>): ShownFor {
  // Not by the day it was looked at either: the day of travel is among the facts.
  const { language: _language, promo: _promo, channel: _channel, lead: _lead, ...facts } = quote.facts ?? {};
  const lines = withoutPolicy(quote.lines).map(({ kind, code, amount, travellers }) => [kind, code, amount.amount, travellers.length]);
  const said = JSON.stringify([Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1)), lines]);
  return `price:${hashOf(said)}`;
}

/** Keeps what a visitor is being shown, so that a later change can be told line by line, and tried. */
export async function rememberShownQuote(db: Db, now: Instant, subject: ShownFor, quote: Quote): Promise<void> {
  const row = { subject, quote, shownAt: new Date(now) };
  // What was ordered and is looked at once more stays ordered. Of a booking that was begun, something else was not; under a
  // price it is the same thing whatever a code or a policy made of it, for as long as its order is tried.
  const soldAt = subject.startsWith('price:')
    ? sql`case when ${shownQuotes.soldAt} > excluded.shown_at - ${`${shownDays} days`}::interval then ${shownQuotes.soldAt} end`
    : sql`case when ${shownQuotes.quote} -> 'lines' = excluded.quote -> 'lines' then ${shownQuotes.soldAt} end`;
  await db
    .insert(shownQuotes)
    .values(row)
    .onConflictDoUpdate({ target: shownQuotes.subject, set: { ...row, soldAt } });
}

/** Prices that a process keeps in an hour, of all and of one network: whoever walks through a calendar of them fills no table. */
const mostAnHour = 5_000;
const mostOfNetwork = 100;
const written = new WeakMap<Db, { hour: number; prices: number; of: Map<string, number> }>();

/**
 * The same for a price that many may look at: written once an hour, so that they do not wait for each other, and not for
 * programs, pages fetched ahead and browsers that ask not to be counted. Of the address only the network is counted by.
 */
export async function rememberShownPrice(
  db: Db,
  now: Instant,
  { request: { method, headers }, address }: { readonly request: Request; readonly address: string },
  quote: Quote,
): Promise<void> {
  const counted = isCounted({
    userAgent: headers.get('user-agent'),
    privacyControl: headers.get('sec-gpc'),
    purpose: headers.get('sec-purpose') ?? headers.get('purpose'),
    consent: null,
  });
  if (method !== 'GET' || !counted) return;
  const hour = Math.floor(now / hourMs);
  const before = written.get(db);
  const kept = before?.hour === hour ? before : { hour, prices: 0, of: new Map<string, number>() };
  written.set(db, kept);
  const network = networkOf(address);
  const ofNetwork = kept.of.get(network) ?? 0;
  if (kept.prices >= mostAnHour || ofNetwork >= mostOfNetwork) return;
  const subject = shownPrice(quote);
  const [fresh] = await db
    .select({ subject: shownQuotes.subject })
    .from(shownQuotes)
    .where(and(eq(shownQuotes.subject, subject), gte(shownQuotes.shownAt, new Date(addMilliseconds(now, -hourMs)))));
  if (fresh) return;
  kept.prices += 1;
  kept.of.set(network, ofNetwork + 1);
  await rememberShownQuote(db, now, subject, quote);
}

/** Marks what was shown as ordered; ordered again, as of now. */
export async function markShownSold(tx: Tx, now: Instant, subject: ShownFor): Promise<void> {
  await tx
    .update(shownQuotes)
    .set({ soldAt: new Date(now) })
    .where(eq(shownQuotes.subject, subject));
}

export async function findShownQuote(db: Db, subject: ShownFor): Promise<Quote | null> {
  const [row] = await db.select().from(shownQuotes).where(eq(shownQuotes.subject, subject));
  return row?.quote ?? null;
}

export async function dropOldShownQuotes(db: Db, now: Instant): Promise<number> {
  const gone = await db
    .delete(shownQuotes)
    .where(lt(shownQuotes.shownAt, before(now)))
    .returning({ subject: shownQuotes.subject });
  return gone.length;
}

/** How many will be over at an instant. */
export async function countOldShownQuotes(db: Db, at: Instant): Promise<number> {
  return db.$count(shownQuotes, lt(shownQuotes.shownAt, before(at)));
}

const before = (now: Instant) => new Date(addMilliseconds(now, -shownDays * dayMs));

export interface Unsold {
  readonly subject: string;
  /** As the database says it, so that a next page goes on behind it. */
  readonly at: string;
  readonly quote: Quote;
}

export async function countUnsold(db: Db, since: string): Promise<number> {
  return db.$count(shownQuotes, and(isNull(shownQuotes.soldAt), sql`${shownQuotes.shownAt} >= ${since}::timestamptz`));
}

export interface NextUnsold {
  readonly since: string;
  readonly until: string;
  readonly after: Unsold | null;
  readonly all: number;
  readonly most: number;
  readonly batch: number;
}

/** What colleagues told callers of a price, as the product keeps it whose quotes they are; what became an order is none of it. */
export interface QuotedPrices {
  readonly count: (db: Db, asked: Pick<NextUnsold, 'since' | 'until'>) => Promise<number>;
  /** As of what was shown. */
  readonly next: (db: Db, asked: NextUnsold) => Promise<Unsold[]>;
}

/** A house in which nobody quotes. */
export const nothingQuoted: QuotedPrices = { count: async () => 0, next: async () => [] };

/**
 * The next of what was shown between two moments and not ordered. Of more than `most` it is a sample, the same for the same names, of
 * about as many: `all` is how many there are.
 */
export async function nextUnsold(db: Db, asked: NextUnsold): Promise<Unsold[]> {
  const { since, until, after, all, most, batch } = asked;
  const beyond = after ? sql`and (shown_at, subject) > (${after.at}::timestamptz, ${after.subject})` : sql``;
  const sampled = all > most ? sql`and mod(abs(hashtext(subject)::bigint), ${all}::bigint) < ${most}` : sql``;
  const { rows } = (await db.execute(sql`
    select subject, shown_at::text as at, quote from shown_quotes
    where sold_at is null and shown_at >= ${since}::timestamptz and shown_at <= ${until}::timestamptz ${sampled} ${beyond}
    order by shown_at, subject limit ${batch}`)) as unknown as { rows: Unsold[] };
  return rows;
}
