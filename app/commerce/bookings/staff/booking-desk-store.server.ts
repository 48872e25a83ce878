import { and, asc, count, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { findOrdersSaid } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { keptCount } from '#app/platform/kept-read.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { bookingStates } from '../booking-status.ts';
import { bookings } from '../bookings.tables.ts';
import { bookingDesk } from './booking-desk.tables.ts';
import { statesOf, type ListedKind } from './booking-lists.ts';
import { sortOf, type BookingView } from './booking-desk-view.ts';

export type BookingRow = typeof bookingDesk.$inferSelect;

const sortKeys = { starts: bookingDesk.startsAt, placed: bookingDesk.createdAt, total: bookingDesk.total } as const;

function select(db: Db, where: readonly SQL[], view: BookingView, most: number) {
  const { by, descending } = sortOf(view);
  const turn = descending ? desc : asc;
  return db
    .select()
    .from(bookingDesk)
    .where(and(eq(bookingDesk.kind, view.kind), ...where))
    .orderBy(turn(sortKeys[by]), turn(bookingDesk.id))
    .limit(most);
}

function conditions(view: BookingView, me: string): SQL[] {
  // A search looks everywhere: who reads out a reference does not know the tab.
  const states = view.state ? [view.state] : view.find === '' ? statesOf[view.queue] : null;
  const owner = view.owner === 'me' ? me : view.owner;
  return [
    ...(states ? [inArray(bookingDesk.status, [...states])] : []),
    ...(view.item ? [eq(bookingDesk.item, view.item)] : []),
    ...(view.shownIn ? [eq(bookingDesk.shownCurrency, view.shownIn)] : []),
    ...(view.owner === 'nobody' ? [isNull(bookingDesk.owner)] : []),
    ...(owner && owner !== 'nobody' ? [eq(bookingDesk.owner, owner)] : []),
    ...(view.from ? [sql`${bookingDesk.startsLocal} >= ${`${view.from}T00:00`}`] : []),
    ...(view.until ? [sql`${bookingDesk.startsLocal} <= ${`${view.until}T23:59`}`] : []),
  ];
}

function past(view: BookingView): SQL[] {
  if (!view.after) return [];
  const { by, descending } = sortOf(view);
  const numeric = /^\d+$/.test(view.after.key);
  // A place in a list that is sorted otherwise is none.
  if ((by === 'total') !== numeric) return [];
  const key = numeric ? sql`${view.after.key}::bigint` : sql`${view.after.key}::timestamptz`;
  const turn = descending ? '<' : '>';
  // The key alone is said once more: it may stand in another table than the id, and an index then ends the search.
  return [
    sql`${sortKeys[by]} ${sql.raw(`${turn}=`)} ${key} and (${sortKeys[by]}, ${bookingDesk.id}) ${sql.raw(turn)} (${key}, ${view.after.id})`,
  ];
}

/** Bookings of a list, keyset by its sort and the id. The caller has judged access. */
export async function findBookingsAsStaff(
  db: Db,
  crypto: FieldCrypto,
  view: BookingView,
  { me, most }: { readonly me: string; readonly most: number },
): Promise<BookingRow[]> {
  const said = view.find === '' ? null : await findOrdersSaid(db, crypto, view.kind, view.find);
  if (said?.length === 0) return [];
  const named = said ? [inArray(bookingDesk.orderId, [...new Set(said.map(({ orderId }) => orderId))])] : [];
  return select(db, [...conditions(view, me), ...named, ...past(view)], view, most);
}

/** Where the next page begins. */
export function cursorOf(view: BookingView, row: BookingRow): BookingView['after'] {
  const { by } = sortOf(view);
  return { key: by === 'total' ? String(row.total) : (by === 'placed' ? row.createdAt : row.startsAt).toISOString(), id: row.id };
}

/** These bookings of a kind, soonest first. Unknown ids are left out. The caller has judged access. */
export async function findBookingsById(db: Db, kind: ListedKind, ids: readonly string[]): Promise<BookingRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(bookingDesk)
    .where(and(eq(bookingDesk.kind, kind), inArray(bookingDesk.id, [...ids])))
    .orderBy(asc(bookingDesk.startsAt), asc(bookingDesk.id));
}

/** By when the queue of the desk wants a booking answered; null when it waits for nobody there. */
export async function findWorkDue(db: Db, bookingId: string): Promise<Date | null> {
  const { rows } = (await db.execute(sql`select due_at from order_work where id = ${bookingId} and kind <> 'refund'`)) as unknown as {
    rows: { due_at: string | Date | null }[];
  };
  const due = rows[0]?.due_at;
  return due ? new Date(due) : null;
}

/** States that bookings end in and stay in: most of all there are. */
const endedStates = [...(statesOf.over ?? []), ...(statesOf.ended ?? [])];
const ended = keptCount<Readonly<Record<string, number>>>();

/** How many bookings of a kind stand in each state. What is over may be half a minute old. */
export async function countBookingStates(db: Db, kind: ListedKind, now: Instant): Promise<Readonly<Record<string, number>>> {
  const countOf = async (states: SQL): Promise<Readonly<Record<string, number>>> => {
    const rows = await db
      .select({ status: bookings.status, all: count() })
      .from(bookings)
      .where(and(eq(bookings.kind, kind), states))
      .groupBy(bookings.status);
    return Object.fromEntries(rows.map(({ status, all }) => [status, all]));
  };
  const [open, over] = await Promise.all([
    countOf(
      inArray(
        bookings.status,
        bookingStates.filter((state) => !endedStates.includes(state)),
      ),
    ),
    ended.read(db, kind, now, () => countOf(inArray(bookings.status, endedStates))),
  ]);
  return { ...over, ...open };
}
