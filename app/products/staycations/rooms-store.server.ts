import { and, asc, eq, sql } from 'drizzle-orm';
import { findTakenNights, type TakenNights } from '#app/commerce/availability/nights-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { houseWriter } from '#app/commerce/supply/editions-store.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import { unitPrefix, usualPlans, usualUnits, type NightChange, type StayPlanTerms } from './room-rules.ts';
import { stayNights, stayPlans, staycationRooms, staycations, staySupply, stayUnits } from './staycations.tables.ts';

/**
 * Keeps the number of a house's rooms, and whether it is sold, as they are until this transaction has sold of them: buyers do
 * not wait for each other, but whoever lowers the number waits for all of them. To be called before the rooms are read.
 */
export async function lockForSale(tx: Tx, stayId: string): Promise<void> {
  if (guardIsOff('stay-doors')) return;
  await tx.select({ id: staySupply.staycationId }).from(staySupply).where(eq(staySupply.staycationId, stayId)).for('share');
}

/** Rooms that can be given out, in the order of their doors. */
export async function findUnits(db: Db, stayId: string): Promise<{ key: string; roomKey: string; name: string }[]> {
  return db
    .select({ key: stayUnits.key, roomKey: stayUnits.roomKey, name: stayUnits.name })
    .from(stayUnits)
    .where(and(eq(stayUnits.staycationId, stayId), eq(stayUnits.outOfUse, false)))
    .orderBy(asc(stayUnits.key));
}

export async function findPlans(db: Db, stayId: string): Promise<StayPlanTerms[]> {
  return db
    .select({
      key: stayPlans.key,
      board: stayPlans.board,
      percent: stayPlans.percent,
      refundableDays: stayPlans.refundableDays,
      depositPercent: stayPlans.depositPercent,
    })
    .from(stayPlans)
    .where(and(eq(stayPlans.staycationId, stayId), eq(stayPlans.active, true)))
    .orderBy(asc(stayPlans.position));
}

/** Nights from one to before another that differ from their season. */
export async function findNightChanges(db: Db, stayId: string, from: CalendarDate, until: CalendarDate): Promise<NightChange[]> {
  return db
    .select({
      roomKey: stayNights.roomKey,
      night: stayNights.night,
      percent: stayNights.percent,
      stopped: stayNights.stopped,
      minStay: stayNights.minStay,
      closedToArrival: stayNights.closedToArrival,
    })
    .from(stayNights)
    .where(and(eq(stayNights.staycationId, stayId), sql`${stayNights.night} >= ${from} and ${stayNights.night} < ${until}`));
}

export function findRoomsTaken(db: Db, now: Instant, stayId: string, from: CalendarDate, until: CalendarDate): Promise<TakenNights[]> {
  return findTakenNights(db, now, unitPrefix(stayId), { from, until });
}

/** A standing, rooms with names and plans for every house that has none yet; what staff wrote stays. `deposits`: percent by house. */
export async function openRooms(tx: Tx, now: Instant, deposits: ReadonlyMap<string, number>): Promise<void> {
  const all = await tx.select({ id: staycations.id }).from(staycations);
  if (all.length > 0)
    await tx
      .insert(staySupply)
      .values(all.map(({ id }) => ({ staycationId: id, changedBy: houseWriter, changedAt: new Date(now) })))
      .onConflictDoNothing();
  const without = await tx
    .select()
    .from(staycations)
    .where(sql`not exists (select 1 from ${stayPlans} where ${stayPlans.staycationId} = ${staycations.id})`);
  for (const stay of without) {
    const kinds = await tx
      .select()
      .from(staycationRooms)
      .where(eq(staycationRooms.staycationId, stay.id))
      .orderBy(asc(staycationRooms.position));
    const rooms = kinds.map((kind) => ({ ...kind, from: money(kind.fromAmount, stay.priceCurrency) }));
    await tx
      .insert(stayUnits)
      .values(usualUnits({ id: stay.id, rooms }).map((unit) => ({ ...unit, staycationId: stay.id })))
      .onConflictDoNothing();
    await tx
      .insert(stayPlans)
      .values(usualPlans(stay, deposits.get(stay.id)).map((plan, position) => ({ ...plan, staycationId: stay.id, position })));
  }
}
