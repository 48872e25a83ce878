import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { flightOrders, flightTwins } from '../flight.tables.ts';
import { twinStates } from './twin-rules.ts';

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

const living = sql.join(
  twinStates.map((state) => sql`${state}`),
  sql`, `,
);

/** Pairs that nobody dismissed, while both are living and still fly the same route on the same day. */
const openPairs = sql`
  flight_twins w
  join orders mine on mine.id = w.order_id and mine.status in (${living})
  join orders theirs on theirs.id = w.other_id and theirs.status in (${living})
  join flight_orders a on a.order_id = w.order_id
  join flight_orders b on b.order_id = w.other_id
    and (b.origin, b.destination, b.departs_on) = (a.origin, a.destination, a.departs_on)
  where w.dismissed_at is null`;

const idsOfTwins: SQL = sql`select unnest(array[w.order_id, w.other_id]) as id from ${openPairs}`;

/** More than any desk leaves undecided; it only keeps a list from naming every order there is. */
const mostTwins = 10_000;

/** Every pair that was ever found is looked at for those that are open. */
const open = new KeptRead<readonly string[]>(30_000);

/** After pairs were found or dismissed here, so that whoever did it sees it. */
export const forgetTwins = (db: Db) => open.forget(db);

const readOpen = (db: Db, now: Instant) =>
  open.read(db, 'open', now, async () => {
    const rows = rowsOf<{ id: string }>(await db.execute(sql`select distinct id from (${idsOfTwins}) twins (id) limit ${mostTwins}`));
    return rows.map(({ id }) => id);
  });

/** How many orders such pairs have; at most half a minute old. */
export async function countTwins(db: Db, now: Instant): Promise<number> {
  return (await readOpen(db, now)).length;
}

/**
 * The ids of the orders of such pairs, for a condition of a list: read once, where the list asks several times. A pair that
 * another process found may be missing for half a minute; one that is over is not among them.
 */
export async function findTwinIds(db: Db, now: Instant): Promise<string[]> {
  const known = await readOpen(db, now);
  return known.length > 0 ? [...(await idsOfTwinsAmong(db, known))] : [];
}

/** Those of these orders that have a twin. */
export async function idsOfTwinsAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const among = sql`any(${sql.param([...ids])}::text[])`;
  const rows = rowsOf<{ id: string }>(await db.execute(sql`${idsOfTwins} and (w.order_id = ${among} or w.other_id = ${among})`));
  return new Set(rows.map(({ id }) => id));
}

/** An order whose twins are still to be sought, a page of ids at a time. */
export async function findToSeek(db: Db, after: string | null): Promise<string[]> {
  const rows = rowsOf<{ order_id: string }>(
    await db.execute(sql`
      select order_id from flight_orders
      where twins_sought_at is null ${after === null ? sql`` : sql`and order_id > ${after}`} order by order_id limit 100`),
  );
  return rows.map((row) => row.order_id);
}

/** Living orders on the same route and day in which somebody has a surname of this one's travellers, the earliest first. */
export async function findPossibleTwins(db: Db, orderId: string): Promise<readonly { readonly id: string; readonly earlier: boolean }[]> {
  return rowsOf<{ id: string; earlier: boolean }>(
    await db.execute(sql`
      select theirs.id, (theirs.created_at, theirs.id) < (mine.created_at, mine.id) as earlier
      from flight_orders a
      join orders mine on mine.id = a.order_id and mine.status in (${living})
      join flight_orders b on (b.origin, b.destination, b.departs_on) = (a.origin, a.destination, a.departs_on) and b.order_id <> a.order_id
      join orders theirs on theirs.id = b.order_id and theirs.status in (${living})
      where a.order_id = ${orderId} and exists (
        select 1 from order_travellers t join order_travellers u on u.surname_index = t.surname_index
        where t.order_id = a.order_id and u.order_id = b.order_id and t.left_at is null and u.left_at is null)
      order by theirs.created_at, theirs.id limit 50`),
  );
}

export async function insertTwins(
  tx: Tx,
  now: Instant,
  orderId: string,
  twins: readonly { readonly id: string; readonly earlier: boolean }[],
): Promise<void> {
  if (twins.length > 0)
    await tx
      .insert(flightTwins)
      .values(
        twins.map(({ id, earlier }) => ({
          orderId: earlier ? orderId : id,
          otherId: earlier ? id : orderId,
          foundAt: new Date(now),
        })),
      )
      .onConflictDoNothing();
  await tx
    .update(flightOrders)
    .set({ twinsSoughtAt: new Date(now) })
    .where(eq(flightOrders.orderId, orderId));
}

/** Somebody on it has another name: who else flies as they do is to be looked for once more. */
export async function seekAgain(tx: Tx, orderId: string): Promise<void> {
  await tx.update(flightOrders).set({ twinsSoughtAt: null }).where(eq(flightOrders.orderId, orderId));
}

/** The other orders of an order's pairs that nobody dismissed. */
export async function findTwinsOf(
  db: Db,
  orderId: string,
): Promise<{ readonly id: string; readonly reference: string; readonly status: string }[]> {
  return rowsOf(
    await db.execute(sql`
      select o.id, o.reference, o.status from orders o
      where o.id in (
        select case when w.order_id = ${orderId} then w.other_id else w.order_id end
        from ${openPairs} and (w.order_id = ${orderId} or w.other_id = ${orderId}))
      order by o.created_at, o.id`),
  );
}

/** False when somebody else did it first, or there is no such pair. */
export async function dismissPair(
  tx: Tx,
  now: Instant,
  pair: { readonly one: string; readonly other: string; readonly by: string; readonly reason: string },
): Promise<boolean> {
  const same = or(
    and(eq(flightTwins.orderId, pair.one), eq(flightTwins.otherId, pair.other)),
    and(eq(flightTwins.orderId, pair.other), eq(flightTwins.otherId, pair.one)),
  );
  const gone = await tx
    .update(flightTwins)
    .set({ dismissedAt: new Date(now), dismissedBy: pair.by, reason: pair.reason })
    .where(and(same, isNull(flightTwins.dismissedAt)))
    .returning({ id: flightTwins.orderId });
  return gone.length > 0;
}
