import { and, asc, desc, eq, gt, inArray, isNull, lte, max, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { findChanges } from '../change/flight-changes-store.server.ts';
import { flightContracts, scheduleChanges, unchangedNotices, type ScheduleChange } from '../flight.tables.ts';

/** The contract a supplier's message is about; null for a booking that is none of ours. */
export async function findContractOfBooking(
  db: Db,
  sources: readonly string[],
  locator: string,
): Promise<{ readonly orderId: string; readonly contract: number } | null> {
  const [row] = await db
    .select({ orderId: flightContracts.orderId, contract: flightContracts.position })
    .from(flightContracts)
    .where(and(eq(flightContracts.locator, locator), inArray(flightContracts.supplier, [...sources])));
  return row ?? null;
}

export async function insertSchedule(tx: Tx, row: typeof scheduleChanges.$inferInsert): Promise<void> {
  await tx.insert(scheduleChanges).values(row);
}

export async function isKnownNotice(db: Db, source: string, notice: string): Promise<boolean> {
  const [changed, unchanged] = await Promise.all([
    db
      .select({ notice: scheduleChanges.notice })
      .from(scheduleChanges)
      .where(and(eq(scheduleChanges.source, source), eq(scheduleChanges.notice, notice))),
    db
      .select({ notice: unchangedNotices.notice })
      .from(unchangedNotices)
      .where(and(eq(unchangedNotices.source, source), eq(unchangedNotices.notice, notice))),
  ]);
  return changed.length + unchanged.length > 0;
}

export async function insertUnchanged(tx: Tx, row: typeof unchangedNotices.$inferInsert): Promise<void> {
  await tx.insert(unchangedNotices).values(row);
}

/** When the newest of everything was said that is on record of a contract, whatever became of it; 0 when nothing is. */
export async function newestSaid(db: Db, orderId: string, contract: number): Promise<number> {
  const [[changed], [unchanged]] = await Promise.all([
    db
      .select({ last: max(scheduleChanges.saidAt) })
      .from(scheduleChanges)
      .where(and(eq(scheduleChanges.orderId, orderId), eq(scheduleChanges.contract, contract))),
    db
      .select({ last: max(unchangedNotices.saidAt) })
      .from(unchangedNotices)
      .where(and(eq(unchangedNotices.orderId, orderId), eq(unchangedNotices.contract, contract))),
  ]);
  return Math.max(changed?.last?.getTime() ?? 0, unchanged?.last?.getTime() ?? 0);
}

/** When an airline last said of a contract that it flies as its traveller has it; 0 when it never did. */
export async function lastTakenBack(db: Db, orderId: string, contract: number): Promise<number> {
  const [row] = await db
    .select({ last: max(unchangedNotices.saidAt) })
    .from(unchangedNotices)
    .where(and(eq(unchangedNotices.orderId, orderId), eq(unchangedNotices.contract, contract)));
  return row?.last?.getTime() ?? 0;
}

/**
 * What a traveller was asked of a contract and has neither answered nor can, the newest first: since its tickets were last
 * exchanged, and since its airline last flew what was sold.
 */
export async function findUnanswered(tx: Tx, orderId: string, contract: number): Promise<ScheduleChange[]> {
  const changes = (await findChanges(tx, orderId)).filter(
    (change) => change.contract === contract && change.status === 'done' && change.correction === null && change.leaves === null,
  );
  const exchanged = changes[0]?.settledAt?.getTime() ?? 0;
  const takenBack = await lastTakenBack(tx, orderId, contract);
  return (await findSchedules(tx, orderId)).filter(
    (row) =>
      row.contract === contract &&
      row.toldAt !== null &&
      row.answer === null &&
      row.toldAt.getTime() >= exchanged &&
      row.saidAt.getTime() > takenBack,
  );
}

/** When a source last said something that is on record. */
export async function lastSaid(db: Db, source: string): Promise<Date | null> {
  const [row] = await db
    .select({ last: max(scheduleChanges.saidAt) })
    .from(scheduleChanges)
    .where(eq(scheduleChanges.source, source));
  return row?.last ?? null;
}

/** What an order's airline changed and nobody has answered, by contract; whoever is not to be told yet is left out. */
export async function findOpenSchedules(db: Db, orderId: string): Promise<ScheduleChange[]> {
  return db
    .select()
    .from(scheduleChanges)
    .where(and(eq(scheduleChanges.orderId, orderId), eq(scheduleChanges.status, 'open')))
    .orderBy(asc(scheduleChanges.contract));
}

/** Every change of an order's schedule, the newest first. For callers who have judged access to the order. */
export async function findSchedules(db: Db, orderId: string): Promise<ScheduleChange[]> {
  return db
    .select()
    .from(scheduleChanges)
    .where(eq(scheduleChanges.orderId, orderId))
    .orderBy(desc(scheduleChanges.receivedAt), desc(scheduleChanges.id));
}

export async function findSchedule(db: Db, id: string): Promise<ScheduleChange | null> {
  const [row] = await db.select().from(scheduleChanges).where(eq(scheduleChanges.id, id));
  return row ?? null;
}

/** The caller holds the order's lock, under which everything about its schedule is written. */
export async function saveSchedule(tx: Tx, id: string, to: Partial<ScheduleChange>): Promise<void> {
  await tx.update(scheduleChanges).set(to).where(eq(scheduleChanges.id, id));
}

/** What was said of a contract before is not to be answered any more. */
export async function supersedeSchedules(tx: Tx, now: Instant, orderId: string, contract: number): Promise<void> {
  await tx
    .update(scheduleChanges)
    .set({ status: 'superseded', settledAt: new Date(now) })
    .where(
      and(eq(scheduleChanges.orderId, orderId), eq(scheduleChanges.contract, contract), inArray(scheduleChanges.status, ['held', 'open'])),
    );
}

/** The order is given back or has ended: what lay before its traveller is refunded, the rest is over. */
export async function endSchedules(tx: Tx, now: Instant, orderId: string): Promise<void> {
  await tx
    .update(scheduleChanges)
    .set({
      status: sql`case when status = 'open' and told_at is not null and refundable then 'refunded' else 'ended' end`,
      settledAt: new Date(now),
    })
    .where(and(eq(scheduleChanges.orderId, orderId), inArray(scheduleChanges.status, ['held', 'open'])));
}

const pageOfSchedules = 200;
const idsOf = (result: unknown): string[] => (result as { rows: { id: string }[] }).rows.map(({ id }) => id);

/** A page of the ticketed orders of which something is open: what was said while they were busy is to be brought before their travellers. */
export async function findToEnter(db: Db, after: string | null): Promise<string[]> {
  return idsOf(
    await db.execute(sql`
      select distinct o.id from schedule_changes s join orders o on o.id = s.order_id
      where s.status = 'open' and o.status = 'ticketed' and o.id > ${after ?? ''} order by o.id limit ${pageOfSchedules}`),
  );
}

/** A page of the orders that ended while something of theirs was open. */
export async function findToEnd(db: Db, after: string | null): Promise<string[]> {
  return idsOf(
    await db.execute(sql`
      select distinct o.id from schedule_changes s join orders o on o.id = s.order_id
      where s.status in ('held', 'open') and o.status in ('expired', 'cancelled', 'refund_due', 'refunded', 'voided') and o.id > ${after ?? ''} order by o.id limit ${pageOfSchedules}`),
  );
}

/** A page of what nobody answered in time. */
export async function findOverdue(db: Db, now: Instant, after: ScheduleChange | null): Promise<ScheduleChange[]> {
  return db
    .select()
    .from(scheduleChanges)
    .where(
      and(
        eq(scheduleChanges.status, 'open'),
        lte(scheduleChanges.answerBy, new Date(now)),
        isNull(scheduleChanges.overdueAt),
        after ? gt(scheduleChanges.id, after.id) : undefined,
      ),
    )
    .orderBy(asc(scheduleChanges.id))
    .limit(pageOfSchedules);
}

/** The airline has written the tickets that were agreed to. Something newer that it said meanwhile stays open. */
export async function settleSchedule(tx: Tx, now: Instant, id: string): Promise<void> {
  await tx
    .update(scheduleChanges)
    .set({ status: sql`case when answer = 'accept' then 'accepted' else 'rebooked' end`, settledAt: new Date(now) })
    .where(and(eq(scheduleChanges.id, id), eq(scheduleChanges.status, 'open')));
}

/** The answer did not come about: another may be given. */
export async function reopenSchedule(tx: Tx, id: string): Promise<void> {
  await tx
    .update(scheduleChanges)
    .set({
      answer: null,
      answeredBy: null,
      answeredAt: null,
      reason: null,
      allowedMinutes: null,
      allowedBy: null,
      allowedAt: null,
      allowedWay: null,
    })
    .where(and(eq(scheduleChanges.id, id), eq(scheduleChanges.status, 'open')));
}
