import { and, asc, between, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { findPools, setPoolCapacities } from '#app/commerce/availability/pools-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { SupplyState } from '../experience-supply-status.ts';
import { experienceOperators, experiences, experienceSlots, experienceSupply, experienceTexts } from '../experiences.tables.ts';
import { slotKey, slotPrefix } from '../slot-rules.ts';

export interface SuppliedExperience {
  readonly id: string;
  readonly title: string;
  readonly city: string;
  readonly operatorId: string;
  readonly operator: string;
  readonly instant: boolean;
  readonly capacity: number;
  readonly status: SupplyState;
}

/** Every experience there is, on sale or not, by title. English stands in for a language that is not written. */
export async function listSupplyAsStaff(db: Db, language: LanguageCode): Promise<SuppliedExperience[]> {
  const own = alias(experienceTexts, 'own');
  return db
    .select({
      id: experiences.id,
      title: sql<string>`coalesce(${own.title}, ${experienceTexts.title})`,
      city: sql<string>`coalesce(${own.city}, ${experienceTexts.city})`,
      operatorId: experienceOperators.id,
      operator: experienceOperators.name,
      instant: experiences.instant,
      capacity: experiences.capacity,
      status: experienceSupply.status,
    })
    .from(experienceSupply)
    .innerJoin(experiences, eq(experiences.id, experienceSupply.experienceId))
    .innerJoin(experienceOperators, eq(experienceOperators.id, experienceSupply.operatorId))
    .innerJoin(experienceTexts, and(eq(experienceTexts.experienceId, experiences.id), eq(experienceTexts.language, 'en')))
    .leftJoin(own, and(eq(own.experienceId, experiences.id), eq(own.language, language)))
    .orderBy(asc(sql`coalesce(${own.title}, ${experienceTexts.title})`));
}

export async function lockSupply(tx: Tx, experienceId: string): Promise<typeof experienceSupply.$inferSelect | null> {
  const [row] = await tx.select().from(experienceSupply).where(eq(experienceSupply.experienceId, experienceId)).for('update');
  return row ?? null;
}

export async function findSupply(db: Db, experienceId: string) {
  const [row] = await db
    .select({ supply: experienceSupply, operator: experienceOperators })
    .from(experienceSupply)
    .innerJoin(experienceOperators, eq(experienceOperators.id, experienceSupply.operatorId))
    .where(eq(experienceSupply.experienceId, experienceId));
  return row ?? null;
}

/** The state of a supply, and with it whether the shop shows the experience. */
export async function saveSupplyState(
  tx: Tx,
  now: Instant,
  experienceId: string,
  change: { readonly status: SupplyState; readonly askedBy: string | null },
): Promise<void> {
  await tx
    .update(experienceSupply)
    .set({ ...change, version: sql`${experienceSupply.version} + 1`, changedAt: new Date(now) })
    .where(eq(experienceSupply.experienceId, experienceId));
  await tx
    .update(experiences)
    .set({ withdrawnAt: change.status === 'published' ? null : new Date(now) })
    .where(eq(experiences.id, experienceId));
}

export async function saveOperator(
  tx: Tx,
  now: Instant,
  operatorId: string,
  change: Partial<{ name: string; licence: string | null; email: string | null; renew: true }>,
): Promise<void> {
  const { renew, ...columns } = change;
  await tx
    .update(experienceOperators)
    .set({ ...columns, ...(renew ? { linkVersion: sql`${experienceOperators.linkVersion} + 1` } : {}), changedAt: new Date(now) })
    .where(eq(experienceOperators.id, operatorId));
}

export interface SlotPlace {
  readonly experienceId: string;
  readonly optionKey: string;
  readonly date: CalendarDate;
  readonly start: string;
}

/** Writes what differs at one start; what is not given stays. */
export async function saveSlot(
  tx: Tx,
  now: Instant,
  place: SlotPlace,
  change: Partial<{
    capacity: number | null;
    pricePercent: number | null;
    stopped: boolean;
    cancelledAt: Date;
    cancelledWhy: string;
  }>,
  by: string,
): Promise<void> {
  const noted = { changedBy: by, changedAt: new Date(now) };
  await tx
    .insert(experienceSlots)
    .values({ ...place, ...change, ...noted })
    .onConflictDoUpdate({
      target: [experienceSlots.experienceId, experienceSlots.optionKey, experienceSlots.date, experienceSlots.start],
      set: { ...change, ...noted },
    });
}

/** Starts of an experience that do not take place, from one day to another, as "2026-12-05 09:00". */
export async function listCancelledStarts(db: Db, experienceId: string, from: CalendarDate, to: CalendarDate): Promise<string[]> {
  const rows = await db
    .selectDistinct({ date: experienceSlots.date, start: experienceSlots.start })
    .from(experienceSlots)
    .where(
      and(eq(experienceSlots.experienceId, experienceId), between(experienceSlots.date, from, to), isNotNull(experienceSlots.cancelledAt)),
    );
  return rows.map(({ date, start }) => `${date} ${start}`);
}

/** Starts from a day on that do not take place, with why and who said so. */
export async function listCancelledSessions(
  db: Db,
  from: CalendarDate,
): Promise<{ experienceId: string; date: CalendarDate; start: string; reason: string; by: string }[]> {
  return db
    .selectDistinctOn([experienceSlots.experienceId, experienceSlots.date, experienceSlots.start], {
      experienceId: experienceSlots.experienceId,
      date: experienceSlots.date,
      start: experienceSlots.start,
      reason: experienceSlots.cancelledWhy,
      by: experienceSlots.changedBy,
    })
    .from(experienceSlots)
    .where(and(gte(experienceSlots.date, from), isNotNull(experienceSlots.cancelledAt)));
}

/** Units sold or held of one start. */
export async function findSlotSold(db: Db, place: SlotPlace): Promise<number> {
  const key = slotKey(place.experienceId, place.optionKey, place.date, place.start);
  const pool = (await findPools(db, key)).find((one) => one.key === key);
  return pool ? pool.held + pool.allocated : 0;
}

export async function setSlotCapacity(tx: Tx, place: SlotPlace, capacity: number): Promise<void> {
  await setPoolCapacities(tx, slotKey(place.experienceId, place.optionKey, place.date, place.start), capacity);
}

/** Pools of an option that were touched: the most that any of its starts has sold or held. */
export async function findMostSold(db: Db, experienceId: string, optionKey: string): Promise<number> {
  const pools = await findPools(db, `${slotPrefix(experienceId)}${optionKey}/`);
  return Math.max(0, ...pools.map((pool) => pool.held + pool.allocated));
}

/** The places of an option at every start that has none of its own. */
export async function setOptionCapacity(tx: Tx, experienceId: string, optionKey: string, capacity: number): Promise<void> {
  await setPoolCapacities(tx, `${slotPrefix(experienceId)}${optionKey}/`, capacity);
  const own = await tx
    .select()
    .from(experienceSlots)
    .where(
      and(eq(experienceSlots.experienceId, experienceId), eq(experienceSlots.optionKey, optionKey), isNotNull(experienceSlots.capacity)),
    );
  for (const slot of own) await setSlotCapacity(tx, slot, slot.capacity!);
}
