import { asc, eq, inArray, sql } from 'drizzle-orm';
import { giveOtherUnit, type TakenNights } from '#app/commerce/availability/nights-store.server.ts';
import { freeExpired } from '#app/commerce/availability/pools-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addDays, dateIn, type Instant } from '#app/values/dates.ts';
import { fewerDoors, furtherDoors, type Door, type FewerDoors } from '../door-rules.ts';
import { unitPrefix } from '../room-rules.ts';
import { findRoomsTaken } from '../rooms-store.server.ts';
import { zoneOf, type StayContent, type WrittenPlan, type WrittenRoom } from '../stay-content.ts';
import type { StaySupplyState } from '../stay-supply-status.ts';
import { stayPlans, staySupply, stayUnits } from '../staycations.tables.ts';

export type StaySupply = typeof staySupply.$inferSelect;

/** Begins a house that nobody sells yet; false when one of this id is there already. */
export async function insertSupply(tx: Tx, now: Instant, staycationId: string, by: string): Promise<boolean> {
  const made = await tx
    .insert(staySupply)
    .values({ staycationId, status: 'draft', changedBy: by, changedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: staySupply.staycationId });
  return made.length > 0;
}

export async function findSupply(db: Db, staycationId: string): Promise<StaySupply | null> {
  const [row] = await db.select().from(staySupply).where(eq(staySupply.staycationId, staycationId));
  return row ?? null;
}

export async function listSupply(db: Db): Promise<StaySupply[]> {
  return db.select().from(staySupply);
}

/** A house at the desk, locked: whoever sells of it waits. */
export async function lockSupply(tx: Tx, staycationId: string): Promise<StaySupply | null> {
  const [row] = await tx.select().from(staySupply).where(eq(staySupply.staycationId, staycationId)).for('update');
  return row ?? null;
}

export async function saveSupplyState(tx: Tx, now: Instant, staycationId: string, status: StaySupplyState, by: string): Promise<void> {
  await tx
    .update(staySupply)
    .set({ status, version: sql`${staySupply.version} + 1`, changedBy: by, changedAt: new Date(now) })
    .where(eq(staySupply.staycationId, staycationId));
}

/** Every plan of a house, also those that are withdrawn. */
export async function listPlans(db: Db, staycationId: string): Promise<WrittenPlan[]> {
  const rows = await db.select().from(stayPlans).where(eq(stayPlans.staycationId, staycationId)).orderBy(asc(stayPlans.position));
  return rows.map(({ key, board, percent, refundableDays, depositPercent, active }) => ({
    key,
    board,
    percent,
    refundableDays,
    depositPercent,
    onSale: active,
  }));
}

/** Writes the plans; one that is withdrawn is not sold any more, and its bookings stay. */
export async function savePlans(tx: Tx, staycationId: string, plans: readonly WrittenPlan[]): Promise<void> {
  await tx.update(stayPlans).set({ active: false }).where(eq(stayPlans.staycationId, staycationId));
  for (const [position, { onSale, ...plan }] of plans.entries()) {
    const row = { ...plan, position, active: onSale };
    await tx
      .insert(stayPlans)
      .values({ staycationId, ...row })
      .onConflictDoUpdate({ target: [stayPlans.staycationId, stayPlans.key], set: row });
  }
}

export interface RoomDoor extends Door {
  readonly roomKey: string;
}

/** Every door of a house, in use or not. */
export async function listDoors(db: Db, staycationId: string): Promise<RoomDoor[]> {
  return db
    .select({ key: stayUnits.key, roomKey: stayUnits.roomKey, name: stayUnits.name, outOfUse: stayUnits.outOfUse })
    .from(stayUnits)
    .where(eq(stayUnits.staycationId, staycationId))
    .orderBy(asc(stayUnits.key));
}

/** How far ahead nights are sold at the most, and somewhat more. */
const daysAhead = 900;

export interface ChangedDoors {
  readonly room: WrittenRoom;
  readonly had: number;
  /** Null where the number does not fall. */
  readonly fewer: FewerDoors<TakenNights> | null;
}

/** What the numbers of a content change of the doors that there are. A kind that is withdrawn keeps its doors. */
export async function readChangedDoors(db: Db, now: Instant, id: string, { facts, rooms }: StayContent): Promise<ChangedDoors[]> {
  const today = dateIn(zoneOf(facts.country), now);
  const [doors, taken] = await Promise.all([listDoors(db, id), findRoomsTaken(db, now, id, today, addDays(today, daysAhead))]);
  return rooms.flatMap((room): ChangedDoors[] => {
    const own = doors.filter(({ roomKey }) => roomKey === room.key);
    if (!room.onSale || own.length === room.count) return [];
    const keys = new Set(own.map(({ key }) => key));
    const sold = taken.filter(({ unit }) => keys.has(unit));
    return [{ room, had: own.length, fewer: room.count < own.length ? fewerDoors(own, sold, room.count, today) : null }];
  });
}

/** Writes doors that a content has more or fewer of. What is sold of a door that goes is given another one. */
export async function saveDoors(
  tx: Tx,
  now: Instant,
  staycationId: string,
  rooms: readonly WrittenRoom[],
  changed: readonly ChangedDoors[],
): Promise<void> {
  const used = (await listDoors(tx, staycationId)).map(({ name }) => name);
  for (const { room, had, fewer } of changed) {
    if (!fewer) {
      const names = furtherDoors(rooms.findIndex(({ key }) => key === room.key) + 1, used, room.count - had);
      used.push(...names);
      await tx
        .insert(stayUnits)
        .values(names.map((name) => ({ key: `${unitPrefix(staycationId, room.key)}${name}`, staycationId, roomKey: room.key, name })));
      continue;
    }
    if (!fewer.ok) throw new Error(`Doors of ${room.key} in ${staycationId} are sold`);
    // A hold that is over is not to come back to a door that is gone.
    await freeExpired(tx, now, [], [...fewer.gone, ...fewer.moves.map(({ to }) => to)]);
    for (const { nights, to } of fewer.moves) await giveOtherUnit(tx, nights, to);
    if (fewer.gone.length > 0) await tx.delete(stayUnits).where(inArray(stayUnits.key, [...fewer.gone]));
  }
}

/** How many doors each kind of room has. */
export async function countDoors(db: Db, staycationId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ roomKey: stayUnits.roomKey, doors: sql<number>`count(*)::integer` })
    .from(stayUnits)
    .where(eq(stayUnits.staycationId, staycationId))
    .groupBy(stayUnits.roomKey);
  return new Map(rows.map(({ roomKey, doors }) => [roomKey, doors]));
}
