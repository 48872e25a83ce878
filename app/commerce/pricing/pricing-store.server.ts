import { asc, desc, eq, lt, lte } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { pricingRules, pricingVersions, shownQuotes } from './pricing.tables.ts';
import type { PricingRules, Quote } from './quote.ts';

/** A published version never changes, so what was read once stays true. */
const known = new Map<number, PricingRules>();

/** The rules in force at `now`. Throws when none were ever published. */
export async function getPricingRules(db: Db, now: Instant): Promise<PricingRules> {
  const [current] = await db
    .select({ version: pricingVersions.version })
    .from(pricingVersions)
    .where(lte(pricingVersions.publishedAt, new Date(now)))
    .orderBy(desc(pricingVersions.version))
    .limit(1);
  if (!current) throw new Error('No pricing rules are published');
  return getPricingVersion(db, current.version);
}

/** The rules a stored price was made by. */
export async function getPricingVersion(db: Db, version: number): Promise<PricingRules> {
  const before = known.get(version);
  if (before) return before;
  const [head] = await db.select().from(pricingVersions).where(eq(pricingVersions.version, version));
  if (!head) throw new Error(`Pricing rules ${version} were never published`);
  const rules = await db.select().from(pricingRules).where(eq(pricingRules.version, version)).orderBy(asc(pricingRules.id));
  const read: PricingRules = { version, currency: head.currency, vat: head.vat, rules };
  known.set(version, read);
  return read;
}

/** Keeps what a visitor is being shown, so that a later change can be told line by line. `subject` is `draft:<id>`. */
export async function rememberShownQuote(db: Db, now: Instant, subject: string, quote: Quote): Promise<void> {
  const row = { subject, quote, shownAt: new Date(now) };
  await db.insert(shownQuotes).values(row).onConflictDoUpdate({ target: shownQuotes.subject, set: row });
}

export async function findShownQuote(db: Db, subject: string): Promise<Quote | null> {
  const [row] = await db.select().from(shownQuotes).where(eq(shownQuotes.subject, subject));
  return row?.quote ?? null;
}

export async function dropOldShownQuotes(db: Db, now: Instant): Promise<void> {
  await db.delete(shownQuotes).where(lt(shownQuotes.shownAt, new Date(now - 7 * dayMs)));
}
