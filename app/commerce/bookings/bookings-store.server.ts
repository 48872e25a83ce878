import { randomBytes } from 'node:crypto';
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { Order } from '../orders/orders.tables.ts';
import { bookingMachine, type BookingActor, type BookingEvent, type BookingState } from './booking-status.ts';
import { bookingEvents, bookings, instalments, type Booking, type Instalment } from './bookings.tables.ts';
import { remindersDue, type PlannedInstalment, type PlanPart } from './payment-plan-rules.ts';

export type NewBooking = Omit<Booking, 'status' | 'version' | 'voucher' | 'choiceBy' | 'id' | 'changedAt' | 'owner'>;

/** Writes what an order books, in its first state. */
export async function insertBooking(tx: Tx, booking: NewBooking): Promise<Booking> {
  const [made] = await tx
    .insert(bookings)
    .values({ ...booking, id: randomBytes(12).toString('base64url'), changedAt: booking.createdAt })
    .returning();
  return made!;
}

export async function findBookings(db: Db, orderId: string): Promise<Booking[]> {
  return db.select().from(bookings).where(eq(bookings.orderId, orderId)).orderBy(asc(bookings.position));
}

export async function findBooking(db: Db, id: string): Promise<Booking | null> {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  return row ?? null;
}

/** Bookings of these orders that are in these states. */
export async function findBookingsIn(db: Db, orderIds: readonly string[], statuses: readonly BookingState[]): Promise<Booking[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(bookings)
    .where(and(inArray(bookings.orderId, [...orderIds]), inArray(bookings.status, [...statuses])))
    .orderBy(asc(bookings.createdAt));
}

export async function findBookingByVoucher(db: Db, voucher: string): Promise<Booking | null> {
  const [row] = await db.select().from(bookings).where(eq(bookings.voucher, voucher));
  return row ?? null;
}

/** Locks what an order books; after the order's own lock. */
export async function lockBookings(tx: Tx, orderId: string): Promise<Booking[]> {
  return tx.select().from(bookings).where(eq(bookings.orderId, orderId)).orderBy(asc(bookings.position)).for('update');
}

export interface BookingMove {
  readonly booking: Pick<Booking, 'id' | 'status' | 'version'>;
  readonly event: BookingEvent;
  readonly by: BookingActor;
  /** As the audit names people. */
  readonly who: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly with?: Partial<
    Pick<Booking, 'voucher' | 'choiceBy' | 'optionUntil' | 'item' | 'places' | 'startsLocal' | 'zone' | 'startsAt' | 'endsAt' | 'ladder'>
  >;
}

/** The only writer of a booking's status: compare-and-set, history and audit in the caller's transaction. */
export async function moveBooking(tx: Tx, now: Instant, move: BookingMove): Promise<Outcome<Booking, MoveRefusal | 'changed-meanwhile'>> {
  const { booking } = move;
  const next = moveOn(bookingMachine, booking.status, move.event, move.by);
  if (!next.ok) return next;
  const [moved] = await tx
    .update(bookings)
    .set({ ...move.with, status: next.to, version: booking.version + 1, changedAt: new Date(now) })
    .where(and(eq(bookings.id, booking.id), eq(bookings.status, booking.status), eq(bookings.version, booking.version)))
    .returning();
  if (!moved) return refuse('changed-meanwhile');
  const detail = move.detail ?? {};
  await tx.insert(bookingEvents).values({
    bookingId: booking.id,
    version: moved.version,
    event: move.event,
    fromStatus: booking.status,
    toStatus: next.to,
    actor: move.who,
    detail,
    at: new Date(now),
  });
  await audit(tx, now, {
    actor: move.who,
    action: `booking.${move.event}`,
    subject: `bookings:${booking.id}`,
    detail: { from: booking.status, to: next.to, version: moved.version, ...detail },
  });
  return done(moved);
}

/** For moves on a row this transaction has locked, that only a fault of ours can refuse. */
export async function mustMoveBooking(tx: Tx, now: Instant, move: BookingMove): Promise<Booking> {
  const moved = await moveBooking(tx, now, move);
  if (!moved.ok) throw new Error(`Booking ${move.booking.id} in ${move.booking.status} refused ${move.event}: ${moved.refused}`);
  return moved.value;
}

/** What happened to a booking, oldest first. */
export async function findBookingEvents(db: Db, bookingId: string): Promise<(typeof bookingEvents.$inferSelect)[]> {
  return db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, bookingId)).orderBy(asc(bookingEvents.version));
}

// Instalments: when an order is paid.

/** The parts that an order is paid in, agreed to at `now`. */
export async function insertInstalments(tx: Tx, now: Instant, orderId: string, plan: readonly PlannedInstalment[]): Promise<void> {
  await tx.insert(instalments).values(
    plan.map(({ number, amount, dueOn, dueAt }) => ({
      orderId,
      number,
      amount: amount.amount,
      dueOn,
      dueAt: dueAt === null ? null : new Date(dueAt),
      reminded: dueOn === null ? 0 : remindersDue(dueOn, now),
    })),
  );
}

/** The parts in which an order is paid, first to last; none for an order that is paid whole. */
export async function findInstalments(db: Db, orderId: string): Promise<Instalment[]> {
  return db.select().from(instalments).where(eq(instalments.orderId, orderId)).orderBy(asc(instalments.number));
}

/** What is asked for before an order is delivered: its first part, or all of it. Minor units. */
export async function firstDue(db: Db, order: { readonly id: string; readonly total: number }): Promise<number> {
  const [first] = await findInstalments(db, order.id);
  return first?.amount ?? order.total;
}

export async function markInstalmentPaid(tx: Tx, now: Instant, orderId: string, number: number): Promise<void> {
  await tx
    .update(instalments)
    .set({ paidAt: new Date(now) })
    .where(and(eq(instalments.orderId, orderId), eq(instalments.number, number)));
}

export async function setReminded(tx: Tx, orderId: string, number: number, letters: number): Promise<void> {
  await tx
    .update(instalments)
    .set({ reminded: letters })
    .where(and(eq(instalments.orderId, orderId), eq(instalments.number, number)));
}

/** Puts a plan in the place of another; open parts keep their days unless these are after `due`, or others in `days`, new ones get it. */
export async function saveParts(
  tx: Tx,
  now: Instant,
  orderId: string,
  parts: readonly { readonly number: number; readonly amount: number }[],
  due: { readonly on: CalendarDate; readonly at: Instant },
  days: ReadonlyMap<number, { readonly on: CalendarDate; readonly at: Instant }> = new Map(),
): Promise<void> {
  const known = new Map((await findInstalments(tx, orderId)).map((part) => [part.number, part]));
  for (const { number, amount } of parts) {
    const before = known.get(number);
    known.delete(number);
    if (!before)
      await tx
        .insert(instalments)
        .values({ orderId, number, amount, dueOn: due.on, dueAt: new Date(due.at), reminded: remindersDue(due.on, now) });
    const late = before?.paidAt === null && before.dueOn !== null && before.dueOn > due.on;
    const moved = days.get(number) ?? (late ? due : null);
    const dueOn = moved?.on ?? before?.dueOn;
    if (before && (before.amount !== amount || moved))
      await tx
        .update(instalments)
        .set({
          amount,
          // Who owes more, or on another day, has just agreed to it, and is told of it anew from the next day on that calls for it.
          ...(moved || amount > before.amount ? { reminded: dueOn ? remindersDue(dueOn, now) : 0 } : {}),
          ...(moved ? { dueOn: moved.on, dueAt: new Date(moved.at) } : {}),
        })
        .where(and(eq(instalments.orderId, orderId), eq(instalments.number, number)));
  }
  for (const number of known.keys())
    await tx.delete(instalments).where(and(eq(instalments.orderId, orderId), eq(instalments.number, number)));
}

/** Leaves of a plan what is still asked for; its days stay, and so does what was said of them. */
export async function lowerParts(
  tx: Tx,
  orderId: string,
  parts: readonly { readonly number: number; readonly amount: number }[],
): Promise<void> {
  const left = new Map(parts.map(({ number, amount }) => [number, amount]));
  for (const { number, amount } of await findInstalments(tx, orderId)) {
    const own = and(eq(instalments.orderId, orderId), eq(instalments.number, number));
    const after = left.get(number);
    if (after === undefined) await tx.delete(instalments).where(own);
    else if (after !== amount) await tx.update(instalments).set({ amount: after }).where(own);
  }
}

/** Confirmed orders with a part that falls due before an instant, or has. */
export async function findOrdersWithDue(db: Db, before: Instant): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select distinct i.order_id as id from instalments i join orders o on o.id = i.order_id and o.status = 'confirmed'
    where i.paid_at is null and i.due_at <= ${new Date(before).toISOString()}`)) as unknown as { rows: { id: string }[] };
  return rows.map((row) => row.id);
}

const pageOfBookings = 200;
const behind = (after: Pick<Booking, 'id'> | null) => (after ? gt(bookings.id, after.id) : undefined);

/** A page of the bookings of these states that have begun or ended by an instant, by their ids. */
export async function findPassed(
  db: Db,
  statuses: readonly BookingState[],
  of: 'starts' | 'ends',
  by: Instant,
  after: Booking | null,
): Promise<Booking[]> {
  const column = of === 'starts' ? bookings.startsAt : bookings.endsAt;
  return db
    .select()
    .from(bookings)
    .where(and(inArray(bookings.status, [...statuses]), lte(column, new Date(by)), behind(after)))
    .orderBy(asc(bookings.id))
    .limit(pageOfBookings);
}

/** A page of the missed bookings that ended by an instant and whose order is not over yet, by their ids. */
export async function findMissedInOpenOrders(db: Db, by: Instant, after: Booking | null): Promise<Booking[]> {
  return db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'no_show'),
        lte(bookings.endsAt, new Date(by)),
        sql`exists (select 1 from orders o where o.id = ${bookings.orderId} and o.status in ('confirmed', 'cancel_quoted'))`,
        behind(after),
      ),
    )
    .orderBy(asc(bookings.id))
    .limit(pageOfBookings);
}

/** Bookings whose operator cancelled and whose time to choose is over. */
export async function findChoicesOver(db: Db, now: Instant): Promise<Booking[]> {
  return db
    .select()
    .from(bookings)
    .where(and(eq(bookings.status, 'operator_cancelled'), lte(bookings.choiceBy, new Date(now))));
}

/** What is booked of one thing for one start, in these states. */
export async function findBookingsOf(db: Db, item: string, startsOn: CalendarDate, statuses: readonly BookingState[]): Promise<Booking[]> {
  return db
    .select()
    .from(bookings)
    .where(and(eq(bookings.item, item), sql`left(${bookings.startsLocal}, 10) = ${startsOn}`, inArray(bookings.status, [...statuses])))
    .orderBy(asc(bookings.createdAt));
}

/** The next part that is not paid; null when all are. */
export function nextPart(parts: readonly Instalment[]): Instalment | null {
  return parts.find((part) => part.paidAt === null) ?? null;
}

/** What of a plan is paid next, for a page that says so before anything else can be changed; null where nothing has a day. */
export function owedFirst(
  parts: readonly Instalment[],
  currency: CurrencyCode,
): { readonly amount: Money; readonly dueOn: CalendarDate } | null {
  const part = nextPart(parts);
  return part?.dueOn ? { amount: money(part.amount, currency), dueOn: part.dueOn } : null;
}

/**
 * Of an overdue booking the price that is paid for, minor units: a change must be covered by it. What was taken off the price is
 * asked of nobody. Null for any other.
 */
export async function paidIfOverdue(
  db: Db,
  order: Pick<Order, 'id' | 'reduction'>,
  booking: Pick<Booking, 'status'>,
): Promise<number | null> {
  return booking.status === 'overdue' ? paidOf(await findInstalments(db, order.id)) + order.reduction : null;
}

/** A plan as the rules read it. */
export function planned(parts: readonly Instalment[]): PlanPart[] {
  return parts.map(({ number, amount, paidAt }) => ({ number, amount, paid: paidAt !== null }));
}

/** What of a plan is still to pay, minor units. */
export function openOf(parts: readonly Instalment[]): number {
  return parts.filter((part) => part.paidAt === null).reduce((sum, part) => sum + part.amount, 0);
}

/** What was paid of a plan, minor units. */
export function paidOf(parts: readonly Instalment[]): number {
  return parts.filter((part) => part.paidAt !== null).reduce((sum, part) => sum + part.amount, 0);
}
