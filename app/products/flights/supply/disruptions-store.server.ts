import { and, eq, gte, inArray, like, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { cutPage, keysetQuery, type SortedBy } from '#app/platform/keyset-query.server.ts';
import type { RowCursor } from '#app/values/keyset-page.ts';
import type { Offer } from '../offer.ts';
import type { ScheduleState } from '../schedule/schedule-status.ts';
import { scheduleChanges } from '../flight.tables.ts';
import { flightDisruptions } from './flight-supply.tables.ts';

export type DisruptionRow = typeof flightDisruptions.$inferSelect;

export async function insertDisruption(tx: Tx, row: typeof flightDisruptions.$inferInsert): Promise<void> {
  await tx.insert(flightDisruptions).values(row);
}

export async function findDisruptionsSince(db: Db, since: Date): Promise<DisruptionRow[]> {
  return db
    .select()
    .from(flightDisruptions)
    .where(gte(flightDisruptions.begunAt, since))
    .orderBy(flightDisruptions.begunAt, flightDisruptions.id);
}

/** Everything that was ever said of these flights of ours, the oldest first; the caller looks which day belongs to which. */
export async function findDisruptionsOf(
  db: Db,
  flights: readonly { readonly flight: string; readonly departsOn: string }[],
): Promise<DisruptionRow[]> {
  const all = (part: 'flight' | 'departsOn') => [...new Set(flights.map((one) => one[part]))];
  return db
    .select()
    .from(flightDisruptions)
    .where(and(inArray(flightDisruptions.flight, all('flight')), inArray(flightDisruptions.departsOn, all('departsOn'))))
    .orderBy(flightDisruptions.begunAt, flightDisruptions.id);
}

/** What became of messages of a source that are on record, by their names. */
export async function findStatesOf(db: Db, source: string, notices: readonly string[]): Promise<Map<string, ScheduleState>> {
  const rows = await db
    .select({ notice: scheduleChanges.notice, status: scheduleChanges.status })
    .from(scheduleChanges)
    .where(and(eq(scheduleChanges.source, source), inArray(scheduleChanges.notice, [...notices])));
  return new Map(rows.map(({ notice, status }) => [notice, status]));
}

/** A contract that is booked on a flight. */
export interface BookedContract {
  readonly orderId: string;
  readonly reference: string;
  readonly status: string;
  readonly seats: number;
  readonly locator: string;
  readonly offer: Offer;
  /** When these flights were booked, or changed last. */
  readonly since: Date;
}

/**
 * Living contracts of these sources on a flight that leaves an airport about a local date; the caller looks at the date in
 * the offer. Reads people of no order.
 */
export async function findBookedOn(
  db: Db,
  sources: readonly string[],
  flight: { readonly flight: string; readonly fromAirport: string; readonly departsOn: string },
): Promise<BookedContract[]> {
  const { rows } = (await db.execute(sql`
    select distinct o.id, o.reference, o.status, f.seats, c.position, c.locator, c.offer,
      greatest(o.created_at, (select max(h.settled_at) from flight_changes h
        where h.order_id = o.id and h.contract = c.position and h.status = 'done' and h.schedule is null)) as since
    from flight_segments s join flight_contracts c on c.order_id = s.order_id and c.position = s.contract
    join flight_orders f on f.order_id = s.order_id join orders o on o.id = s.order_id
    where s.flight = ${flight.flight} and s.from_airport = ${flight.fromAirport}
      and s.departs_at between ${flight.departsOn}::date - interval '1 day' and ${flight.departsOn}::date + interval '2 days'
      and c.locator is not null and c.supplier in (${sql.join(
        sources.map((source) => sql`${source}`),
        sql`, `,
      )})
      and o.status not in ('expired', 'cancelled', 'refund_due', 'refunded', 'voided')
    order by o.reference, c.position`)) as unknown as {
    rows: { id: string; reference: string; status: string; seats: number; locator: string; offer: Offer; since: string | Date }[];
  };
  return rows.map(({ id, since, ...row }) => ({ ...row, orderId: id, since: new Date(since) }));
}

const sortedBy: Readonly<Record<'when' | 'day', SortedBy>> = {
  when: { key: sql`${flightDisruptions.begunAt}`, type: 'time' },
  day: { key: sql`${flightDisruptions.departsOn}`, type: 'day' },
};

/** A page of disruptions as it is asked for, with how many are held back from their travellers. */
export async function listDisruptions(
  db: Db,
  view: {
    readonly queue: 'all' | 'held';
    /** The beginning of a flight's number, or the airport it leaves. */
    readonly find: string;
    readonly filters: Readonly<Record<'what', string>>;
    readonly sort: string;
    readonly descending: boolean;
    readonly after: RowCursor | null;
  },
  most: number,
): Promise<{
  readonly rows: readonly DisruptionRow[];
  readonly next: RowCursor | null;
  readonly counts: Readonly<Record<'all' | 'held', number>>;
}> {
  const { id, flight, kind, fromAirport, heldBack } = flightDisruptions;
  const found = view.find.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const wanted = and(
    found === '' ? (view.find === '' ? undefined : sql`false`) : or(like(flight, `${found}%`), eq(fromAirport, found)),
    view.filters.what === '' ? undefined : sql`${kind} = ${view.filters.what}`,
  );
  const { past, order, told } = keysetQuery(view.sort === 'day' ? sortedBy.day : sortedBy.when, sql`${id}`, view);
  const [rows, [counts]] = await Promise.all([
    db
      .select({ row: flightDisruptions, key: told })
      .from(flightDisruptions)
      .where(and(wanted, view.queue === 'held' ? heldBack : undefined, past))
      .orderBy(order)
      .limit(most + 1),
    db
      .select({ all: sql<number>`count(*)::int`, held: sql<number>`(count(*) filter (where ${heldBack}))::int` })
      .from(flightDisruptions)
      .where(wanted),
  ]);
  const { shown, next } = cutPage(rows, most, ({ row, key }) => ({ key, id: row.id }));
  return { rows: shown.map(({ row }) => row), next, counts: counts! };
}

/**
 * How many orders a disruption touched, and how many of them are not settled: what was said of another flight of the same
 * booking meanwhile, and waits for an answer, asks for one about this flight too, unless that has had a later word.
 */
export async function countTouched(db: Db, ids: readonly string[]): Promise<Map<string, { readonly all: number; readonly open: number }>> {
  if (ids.length === 0) return new Map();
  const { rows } = (await db.execute(sql`
    select d.id, count(*)::int as all, (count(*) filter (where s.status in ('held', 'open') or (s.status = 'superseded'
      and not exists (select 1 from flight_disruptions l where l.flight = d.flight and l.from_airport = d.from_airport
        and l.departs_on = d.departs_on and l.begun_at > d.begun_at)
      and exists (select 1 from schedule_changes y, jsonb_array_elements(y.was) w, jsonb_array_elements(w->'segments') g
        where y.order_id = s.order_id and y.contract = s.contract and y.status in ('held', 'open') and y.said_at > s.said_at
          and g->>'flight' = d.flight and g->>'from' = d.from_airport and left(g #>> '{departs,local}', 10) = d.departs_on::text))))::int as open
    from schedule_changes s join flight_disruptions d on d.id = split_part(s.notice, '/', 1)
    where s.source = 'house' and d.id in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})
    group by d.id`)) as unknown as { rows: { id: string; all: number; open: number }[] };
  return new Map(rows.map(({ id, all, open }) => [id, { all, open }]));
}
