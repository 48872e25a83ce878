import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { DeskDiscount } from '#app/commerce/pricing/apply-policy.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { flightQuoteDiscounts, flightQuoteOptions, flightQuotes, type QuoteDiscount } from './flight-quotes.tables.ts';
import type { QuoteDiscountState } from './quote-discount-status.ts';

const living = ['asked', 'granted'] as const;

/** Newest first. */
export async function findDiscounts(db: Db, quoteId: string): Promise<QuoteDiscount[]> {
  return db
    .select()
    .from(flightQuoteDiscounts)
    .where(eq(flightQuoteDiscounts.quoteId, quoteId))
    .orderBy(desc(flightQuoteDiscounts.askedAt), desc(flightQuoteDiscounts.id));
}

export async function findDiscount(db: Db, id: string): Promise<QuoteDiscount | null> {
  const [row] = await db.select().from(flightQuoteDiscounts).where(eq(flightQuoteDiscounts.id, id));
  return row ?? null;
}

/** Those of a quote that wait or count. */
export async function findLivingDiscounts(db: Db, quoteId: string): Promise<QuoteDiscount[]> {
  return db
    .select()
    .from(flightQuoteDiscounts)
    .where(and(eq(flightQuoteDiscounts.quoteId, quoteId), inArray(flightQuoteDiscounts.status, [...living])));
}

/** Quotes without time left on which a wish still waits for a second person; one page is all that comes together in a minute. */
export async function findOverdueWishes(db: Db, now: Instant): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: flightQuotes.id })
    .from(flightQuoteDiscounts)
    .innerJoin(flightQuotes, eq(flightQuotes.id, flightQuoteDiscounts.quoteId))
    .where(and(eq(flightQuoteDiscounts.status, 'asked'), lte(flightQuotes.expiresAt, new Date(now))))
    .limit(100);
  return rows.map(({ id }) => id);
}

/** What counts on an option; null where nothing was granted. */
export async function findGranted(db: Db, quoteId: string, option: number): Promise<DeskDiscount | null> {
  const [row] = await db
    .select({ id: flightQuoteDiscounts.id, amount: flightQuoteDiscounts.amount })
    .from(flightQuoteDiscounts)
    .where(
      and(eq(flightQuoteDiscounts.quoteId, quoteId), eq(flightQuoteDiscounts.option, option), eq(flightQuoteDiscounts.status, 'granted')),
    );
  return row ?? null;
}

/** Null when one of the option waits or counts already. */
export async function insertDiscount(
  tx: Tx,
  asked: Omit<typeof flightQuoteDiscounts.$inferInsert, 'id' | 'status'>,
): Promise<QuoteDiscount | null> {
  const id = `FD-${randomBytes(5).toString('hex')}`;
  const [row] = await tx
    .insert(flightQuoteDiscounts)
    .values({ ...asked, id })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** Moves one on from the state it was read in; false when somebody else has. */
export async function moveDiscount(
  tx: Tx,
  now: Instant,
  read: Pick<QuoteDiscount, 'id' | 'status'>,
  to: { readonly status: QuoteDiscountState; readonly by: string; readonly answer?: string },
): Promise<boolean> {
  const moved = await tx
    .update(flightQuoteDiscounts)
    .set({ status: to.status, decidedBy: to.by, decidedAt: new Date(now), ...(to.answer ? { answer: to.answer } : {}) })
    .where(and(eq(flightQuoteDiscounts.id, read.id), eq(flightQuoteDiscounts.status, read.status)))
    .returning({ id: flightQuoteDiscounts.id });
  return moved.length > 0;
}

/** The price of an option as it stands from now on, and what the cheapest option of its quote comes to. */
export async function repriceOption(tx: Tx, quoteId: string, option: number, price: Quote): Promise<void> {
  await tx
    .update(flightQuoteOptions)
    .set({ price })
    .where(and(eq(flightQuoteOptions.quoteId, quoteId), eq(flightQuoteOptions.number, option)));
  const all = await tx.select({ price: flightQuoteOptions.price }).from(flightQuoteOptions).where(eq(flightQuoteOptions.quoteId, quoteId));
  const lowest = Math.min(...all.map((each) => each.price.total.amount));
  await tx.update(flightQuotes).set({ lowest }).where(eq(flightQuotes.id, quoteId));
}
