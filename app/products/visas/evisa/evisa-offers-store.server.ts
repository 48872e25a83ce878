import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import type { VisaCountry } from './evisa-offer.ts';
import { evisaCountries, evisaEditions } from './evisa.tables.ts';

/** Every country that is sold, by its code. */
export async function findOffers(db: Db): Promise<VisaCountry[]> {
  return (await findOfferStandings(db)).flatMap(({ offer, paused }) => (paused ? [] : [offer]));
}

/** Every country that has a page, by its code. */
export async function findOfferStandings(db: Db): Promise<OfferStanding[]> {
  const rows = await db
    .select()
    .from(evisaCountries)
    .where(inArray(evisaCountries.status, ['live', 'paused']))
    .orderBy(asc(evisaCountries.code));
  return rows.map((row) => ({ offer: row.offer, paused: row.status === 'paused' }));
}

/** What is sold of a country now, by its code; null when nothing is. */
export async function findOfferOf(db: Db, code: string): Promise<VisaCountry | null> {
  const [row] = await db
    .select({ offer: evisaCountries.offer })
    .from(evisaCountries)
    .where(and(eq(evisaCountries.code, code), eq(evisaCountries.status, 'live')));
  return row?.offer ?? null;
}

export interface OfferStanding {
  readonly offer: VisaCountry;
  /** Its authority takes nothing just now. */
  readonly paused: boolean;
}

/** A country by its name in addresses; null for one that is not sold. */
export async function findOfferBySlug(db: Db, slug: string): Promise<OfferStanding | null> {
  const [row] = await db
    .select()
    .from(evisaCountries)
    .where(and(eq(evisaCountries.slug, slug), inArray(evisaCountries.status, ['live', 'paused'])));
  return row ? { offer: row.offer, paused: row.status === 'paused' } : null;
}

/** Adds offers the table does not have; with `replace`, writes them anew. Returns how many it wrote. */
export async function saveOffers(tx: Tx, now: Instant, offers: readonly VisaCountry[], replace: boolean): Promise<number> {
  let written = 0;
  for (const offer of offers) {
    const row = { code: offer.code, slug: offer.slug, offer, changedAt: new Date(now) };
    const insert = tx.insert(evisaCountries).values(row);
    const done = await (
      replace
        ? insert.onConflictDoUpdate({ target: evisaCountries.code, set: { ...row, version: sql`${evisaCountries.version} + 1` } })
        : insert.onConflictDoNothing()
    ).returning({ code: evisaCountries.code });
    written += done.length;
    if (done.length > 0) await recordSeed(tx, now, offer);
  }
  return written;
}

/** What a seed brings is an edition too, so that the history begins with it; what was in force before is retired. */
async function recordSeed(tx: Tx, now: Instant, offer: VisaCountry): Promise<void> {
  const at = new Date(now);
  await tx
    .update(evisaEditions)
    .set({ status: 'retired', retiredAt: at })
    .where(and(eq(evisaEditions.code, offer.code), eq(evisaEditions.status, 'published')));
  await tx.insert(evisaEditions).values({
    id: randomUUID(),
    code: offer.code,
    edition: sql<number>`(select coalesce(max(edition), 0) + 1 from evisa_editions where code = ${offer.code})` as unknown as number,
    status: 'published',
    offer,
    inForceFrom: dateIn('Asia/Dubai', now),
    draftedBy: 'house',
    draftedAt: at,
    approvedBy: 'house',
    approvedAt: at,
    publishedAt: at,
  });
}
