import { and, desc, eq, inArray, max } from 'drizzle-orm';
import type { EditionEvent } from '#app/commerce/supply/edition-status.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { tourDesk, tourEditions, tours, tourTexts, type DeskTour, type TourEdition } from '../holidays.tables.ts';
import type { TourContent } from '../tour-content.ts';
import { houseWriter } from '../tours-store.server.ts';
import { tourEditionMachine, tourSupplyMachine, type TourEvent } from '../tour-supply-status.ts';
import { moveOn } from '#app/values/status-table.ts';

export async function findDeskTour(db: Db, tourId: string): Promise<DeskTour | null> {
  const [row] = await db.select().from(tourDesk).where(eq(tourDesk.tourId, tourId));
  return row ?? null;
}

export async function listDeskTours(db: Db): Promise<DeskTour[]> {
  return db.select().from(tourDesk);
}

/** A tour at the desk, locked; its editions are written under this lock only. */
export async function lockDeskTour(tx: Tx, tourId: string): Promise<DeskTour | null> {
  const [row] = await tx.select().from(tourDesk).where(eq(tourDesk.tourId, tourId)).for('update');
  return row ?? null;
}

/** False when a tour of this id is there already. */
export async function insertDeskTour(tx: Tx, now: Instant, row: Pick<DeskTour, 'tourId' | 'status' | 'changedBy'>): Promise<boolean> {
  const made = await tx
    .insert(tourDesk)
    .values({ ...row, changedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: tourDesk.tourId });
  return made.length > 0;
}

/** Moves a tour that this transaction has locked. Throws where its machine has no such way: the caller has asked it. */
export async function moveDeskTour(tx: Tx, now: Instant, tour: DeskTour, event: TourEvent, by: string): Promise<void> {
  const next = moveOn(tourSupplyMachine, tour.status, event, 'staff');
  if (!next.ok) throw new Error(`Tour ${tour.tourId} in ${tour.status} refused ${event}`);
  await tx
    .update(tourDesk)
    .set({ status: next.to, version: tour.version + 1, changedBy: by, changedAt: new Date(now) })
    .where(eq(tourDesk.tourId, tour.tourId));
}

/** The edition that is being written or looked over; null when there is none. */
export async function findOpenEdition(db: Db, tourId: string): Promise<TourEdition | null> {
  const [row] = await db
    .select()
    .from(tourEditions)
    .where(and(eq(tourEditions.tourId, tourId), inArray(tourEditions.status, ['draft', 'in_review'])));
  return row ?? null;
}

/** The edition that is on sale; null for a tour that staff never had in hand. */
export async function findPublished(db: Db, tourId: string): Promise<TourEdition | null> {
  const [row] = await db
    .select()
    .from(tourEditions)
    .where(and(eq(tourEditions.tourId, tourId), eq(tourEditions.status, 'published')));
  return row ?? null;
}

/** Open and published editions of all tours. */
export async function listCurrentEditions(db: Db): Promise<TourEdition[]> {
  return db
    .select()
    .from(tourEditions)
    .where(inArray(tourEditions.status, ['draft', 'in_review', 'published']));
}

/** Every edition of a tour, newest first. */
export async function listEditions(db: Db, tourId: string): Promise<TourEdition[]> {
  return db.select().from(tourEditions).where(eq(tourEditions.tourId, tourId)).orderBy(desc(tourEditions.number));
}

/** Begins an edition of a locked tour. */
export async function insertEdition(
  tx: Tx,
  now: Instant,
  { tourId, content, by }: { readonly tourId: string; readonly content: TourContent; readonly by: string },
): Promise<TourEdition> {
  const [last] = await tx
    .select({ number: max(tourEditions.number) })
    .from(tourEditions)
    .where(eq(tourEditions.tourId, tourId));
  const at = new Date(now);
  const [made] = await tx
    .insert(tourEditions)
    .values({ tourId, number: (last?.number ?? 0) + 1, content, writtenBy: by, writtenAt: at, changedBy: by, changedAt: at })
    .returning();
  return made!;
}

/** Keeps what the house catalogue says of a tour as its first edition, so that every later one can be compared with it. */
export async function insertHouseEdition(tx: Tx, now: Instant, tourId: string, content: TourContent): Promise<void> {
  const at = new Date(now);
  await tx.insert(tourEditions).values({
    tourId,
    number: 1,
    status: 'published',
    content,
    writtenBy: houseWriter,
    writtenAt: at,
    changedBy: houseWriter,
    changedAt: at,
    decidedBy: 'catalogue',
    decidedAt: at,
  });
}

/** Writes what an edition says; under the lock of its tour. */
export async function saveEdition(tx: Tx, now: Instant, edition: TourEdition, content: TourContent, by: string): Promise<void> {
  await tx
    .update(tourEditions)
    .set({ content, version: edition.version + 1, changedBy: by, changedAt: new Date(now) })
    .where(and(eq(tourEditions.tourId, edition.tourId), eq(tourEditions.number, edition.number)));
}

/** Moves an edition; under the lock of its tour. `decidedBy` is who looked it over. */
export async function moveEdition(
  tx: Tx,
  now: Instant,
  edition: Pick<TourEdition, 'tourId' | 'number' | 'status' | 'version'>,
  event: EditionEvent,
  more: { readonly decidedBy?: string; readonly reason?: string } = {},
): Promise<void> {
  const next = moveOn(tourEditionMachine, edition.status, event, 'staff');
  if (!next.ok) throw new Error(`Edition ${edition.number} of ${edition.tourId} in ${edition.status} refused ${event}`);
  await tx
    .update(tourEditions)
    .set({
      status: next.to,
      version: edition.version + 1,
      ...(more.decidedBy ? { decidedBy: more.decidedBy, decidedAt: new Date(now) } : {}),
      ...(more.reason === undefined ? {} : { reason: more.reason }),
    })
    .where(and(eq(tourEditions.tourId, edition.tourId), eq(tourEditions.number, edition.number)));
}

/** What is on sale now makes room for a newer edition. */
export async function endPublished(tx: Tx, now: Instant, tourId: string): Promise<void> {
  const [on] = await tx
    .select()
    .from(tourEditions)
    .where(and(eq(tourEditions.tourId, tourId), eq(tourEditions.status, 'published')));
  if (on) await moveEdition(tx, now, on, 'replace');
}

/** Every tour with English title, and the languages in which it is told; also those off sale. */
export async function listTourHeads(db: Db) {
  const [rows, texts] = await Promise.all([
    db.select().from(tours).orderBy(tours.id),
    db.select({ tourId: tourTexts.tourId, language: tourTexts.language, title: tourTexts.title }).from(tourTexts),
  ]);
  const byTour = Map.groupBy(texts, ({ tourId }) => tourId);
  return rows.map((row) => ({ row, texts: byTour.get(row.id) ?? [] }));
}
