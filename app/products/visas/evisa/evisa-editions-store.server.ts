import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { EvisaCountryStatus, EvisaEditionStatus } from './evisa-edition-status.ts';
import type { VisaCountry } from './evisa-offer.ts';
import {
  evisaApplications,
  evisaCountries,
  evisaEditions,
  evisaGroups,
  type EvisaApplication,
  type EvisaEdition,
  type EvisaGroup,
} from './evisa.tables.ts';

/** Who wrote what the house began with. */
export const houseHand = 'house';

export type CountryRow = typeof evisaCountries.$inferSelect;

/** Every country of the catalogue, whatever its standing. */
export async function listCountries(db: Db): Promise<CountryRow[]> {
  return db.select().from(evisaCountries).orderBy(asc(evisaCountries.code));
}

export async function findCountry(db: Db, code: string): Promise<CountryRow | null> {
  const [row] = await db.select().from(evisaCountries).where(eq(evisaCountries.code, code));
  return row ?? null;
}

/** The editions of a country, latest first. */
export async function listOfferEditions(db: Db, code: string): Promise<EvisaEdition[]> {
  return db.select().from(evisaEditions).where(eq(evisaEditions.code, code)).orderBy(desc(evisaEditions.edition)).limit(200);
}

/** What is being written or waits for its day, of every country. */
export async function listWaiting(db: Db): Promise<EvisaEdition[]> {
  return db
    .select()
    .from(evisaEditions)
    .where(inArray(evisaEditions.status, ['draft', 'approved']));
}

/** A new country, not sold yet; false when it is in the catalogue already, or its name in addresses is taken. */
export async function insertCountry(tx: Tx, now: Instant, offer: VisaCountry): Promise<boolean> {
  const made = await tx
    .insert(evisaCountries)
    .values({ code: offer.code, slug: offer.slug, status: 'draft', offer, changedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ code: evisaCountries.code });
  return made.length > 0;
}

/** The next edition as a draft; null when one waits already. */
export async function insertDraft(
  tx: Tx,
  now: Instant,
  draft: { readonly offer: VisaCountry; readonly note: string; readonly by: string },
): Promise<EvisaEdition | null> {
  const [made] = await tx
    .insert(evisaEditions)
    .values({
      id: randomUUID(),
      code: draft.offer.code,
      edition: nextEdition(draft.offer.code),
      status: 'draft',
      offer: draft.offer,
      note: draft.note,
      draftedBy: draft.by,
      draftedAt: new Date(now),
    })
    .onConflictDoNothing()
    .returning();
  return made ?? null;
}

const nextEdition = (code: string) =>
  sql<number>`(select coalesce(max(edition), 0) + 1 from evisa_editions where code = ${code})` as unknown as number;

/** Rewrites a draft, by whoever began it alone; false when it is none of theirs any more. */
export async function rewriteDraft(
  tx: Tx,
  now: Instant,
  draft: { readonly id: string; readonly offer: VisaCountry; readonly note: string; readonly by: string },
): Promise<boolean> {
  const changed = await tx
    .update(evisaEditions)
    .set({ offer: draft.offer, note: draft.note, draftedAt: new Date(now) })
    .where(and(eq(evisaEditions.id, draft.id), eq(evisaEditions.status, 'draft'), eq(evisaEditions.draftedBy, draft.by)))
    .returning({ id: evisaEditions.id });
  return changed.length > 0;
}

/** Moves an edition on if it is still where it was seen. `writtenAt` keeps somebody from approving what was rewritten meanwhile. */
export async function moveEdition(
  tx: Tx,
  move: {
    readonly id: string;
    readonly from: EvisaEditionStatus;
    readonly to: EvisaEditionStatus;
    readonly writtenAt?: Date;
    readonly set?: Partial<Pick<EvisaEdition, 'approvedBy' | 'approvedAt' | 'inForceFrom' | 'publishedAt' | 'retiredAt'>>;
  },
): Promise<boolean> {
  const moved = await tx
    .update(evisaEditions)
    .set({ status: move.to, ...move.set })
    .where(
      and(
        eq(evisaEditions.id, move.id),
        eq(evisaEditions.status, move.from),
        move.writtenAt ? eq(evisaEditions.draftedAt, move.writtenAt) : undefined,
      ),
    )
    .returning({ id: evisaEditions.id });
  return moved.length > 0;
}

/** Approved editions whose day has come. */
export async function findDueEditions(db: Db, today: CalendarDate): Promise<EvisaEdition[]> {
  return db
    .select()
    .from(evisaEditions)
    .where(and(eq(evisaEditions.status, 'approved'), lte(evisaEditions.inForceFrom, today)));
}

/** What is sold from now on. */
export async function sellOffer(tx: Tx, now: Instant, offer: VisaCountry): Promise<void> {
  await tx
    .update(evisaCountries)
    .set({ offer, slug: offer.slug, version: sql`${evisaCountries.version} + 1`, changedAt: new Date(now) })
    .where(eq(evisaCountries.code, offer.code));
}

export async function moveCountry(tx: Tx, now: Instant, code: string, from: EvisaCountryStatus, to: EvisaCountryStatus): Promise<boolean> {
  const moved = await tx
    .update(evisaCountries)
    .set({ status: to, version: sql`${evisaCountries.version} + 1`, changedAt: new Date(now) })
    .where(and(eq(evisaCountries.code, code), eq(evisaCountries.status, from)))
    .returning({ code: evisaCountries.code });
  return moved.length > 0;
}

/** Applications of a country that are not over, with the group that froze what they were sold. At most `most`. */
export async function findOpenApplications(
  db: Db,
  code: string,
  most: number,
): Promise<{ application: EvisaApplication; group: EvisaGroup }[]> {
  return db
    .select({ application: evisaApplications, group: evisaGroups })
    .from(evisaApplications)
    .innerJoin(evisaGroups, eq(evisaGroups.id, evisaApplications.groupId))
    .where(and(eq(evisaGroups.country, code), eq(evisaGroups.route, 'evisa'), isNull(evisaApplications.overAt)))
    .orderBy(asc(evisaApplications.createdAt), asc(evisaApplications.id))
    .limit(most);
}
