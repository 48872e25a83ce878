import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { Slice } from '../offer.ts';
import type { ScheduleKind, Severity } from '../schedule/schedule-rules.ts';
import type { ScheduleState } from '../schedule/schedule-status.ts';
import { scheduleQueues, type ScheduleListView, type ScheduleQueue } from './schedule-list-view.ts';

/** A change of schedule as the list shows it. Instants are ISO in UTC, times of flights local at their airports. */
export interface ScheduleRow {
  readonly id: string;
  readonly orderId: string;
  readonly reference: string;
  readonly orderStatus: string;
  readonly version: number;
  readonly locator: string;
  readonly airline: string;
  readonly seats: number;
  readonly status: ScheduleState;
  readonly severity: Severity;
  readonly kinds: readonly ScheduleKind[];
  readonly broken: number;
  readonly acceptable: boolean;
  readonly was: ShownFlights;
  readonly now: ShownFlights | null;
  readonly received: string;
  readonly told: string | null;
  readonly answerBy: string | null;
  readonly overdue: boolean;
  readonly answer: 'accept' | 'instead' | null;
  readonly answered: string | null;
  readonly ownerId: string | null;
}

export interface ShownFlights {
  readonly flights: string;
  readonly departs: string;
}

type Row = {
  id: string;
  order_id: string;
  reference: string;
  order_status: string;
  version: number;
  locator: string | null;
  airline: string;
  seats: number;
  status: ScheduleState;
  severity: Severity;
  kinds: ScheduleKind[];
  broken: unknown[];
  acceptable: boolean;
  was: Slice[];
  slices: Slice[] | null;
  received_at: string | Date;
  told_at: string | Date | null;
  answer_by: string | Date | null;
  answer: 'accept' | 'instead' | null;
  answered_at: string | Date | null;
  assigned_to: string | null;
  sort_key: string;
};

const rowsOf = <Found>(result: unknown): Found[] => (result as { rows: Found[] }).rows;

const ofQueue = (queue: ScheduleQueue, now: Instant): SQL => {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const conditions: Readonly<Record<ScheduleQueue, SQL>> = {
    open: sql`s.status = 'open' and s.told_at is not null and s.answer is null`,
    overdue: sql`s.status = 'open' and s.answer is null and s.answer_by <= ${at}`,
    held: sql`s.status = 'held'`,
    waiting: sql`s.status = 'open' and s.told_at is null`,
    answered: sql`(s.status in ('accepted', 'rebooked', 'refunded') or s.answer is not null)`,
    all: sql`true`,
  };
  return conditions[queue];
};

const keys: Readonly<Record<ScheduleListView['sort'], SQL>> = {
  // What has no time to answer yet comes after all that has.
  answerBy: sql`coalesce(extract(epoch from s.answer_by), 1000000000000)`,
  departs: sql`extract(epoch from s.departs_at)`,
  received: sql`extract(epoch from s.received_at)`,
};

const from = sql`
  from schedule_changes s join orders o on o.id = s.order_id join flight_orders f on f.order_id = s.order_id
  join flight_contracts c on c.order_id = s.order_id and c.position = s.contract`;

/** The changes of a view, a page at a time. For pages behind `flight-orders:view`; reads nobody's name. */
export async function findScheduleRows(
  db: Db,
  view: ScheduleListView,
  { now, most, ids }: { readonly now: Instant; readonly most: number; readonly ids?: readonly string[] },
): Promise<{ readonly rows: ScheduleRow[]; readonly next: { readonly key: string; readonly id: string } | null }> {
  const typed = view.find.toUpperCase().replace(/[^0-9A-Z-]/g, '');
  const key = view.descending ? sql`-(${keys[view.sort]})` : keys[view.sort];
  const where = [
    ofQueue(view.queue, now),
    view.severity && sql`s.severity = ${view.severity}`,
    view.airline && sql`f.airline = ${view.airline}`,
    view.find &&
      sql`(o.reference like ${`${typed}%`} or c.locator = ${typed} or exists (
        select 1 from jsonb_path_query(s.was, '$[*].segments[*].flight') v where v #>> '{}' = ${typed}))`,
    ids &&
      (ids.length > 0
        ? sql`s.id in (${sql.join(
            ids.map((id) => sql`${id}`),
            sql`, `,
          )})`
        : sql`false`),
    view.after && sql`(${key}, s.id) > (${view.after.key}::numeric, ${view.after.id})`,
  ].filter((part) => typeof part === 'object' && part !== null);
  const found = rowsOf<Row>(
    await db.execute(sql`
      select s.id, s.order_id, o.reference, o.status as order_status, o.version, c.locator, f.airline, f.seats, s.status, s.severity, s.kinds, s.broken,
        s.acceptable, s.was, s.slices, s.received_at, s.told_at, s.answer_by, s.answer, s.answered_at, o.assigned_to, (${key})::text as sort_key
      ${from} where ${sql.join(where, sql` and `)} order by ${key}, s.id limit ${most + 1}`),
  );
  const shown = found.slice(0, most);
  const last = shown.at(-1);
  return { rows: shown.map((row) => rowOf(row, now)), next: found.length > most && last ? { key: last.sort_key, id: last.id } : null };
}

function rowOf(row: Row, now: Instant): ScheduleRow {
  const at = (value: string | Date | null) => (value === null ? null : new Date(value).toISOString());
  const answerBy = at(row.answer_by);
  return {
    id: row.id,
    orderId: row.order_id,
    reference: row.reference,
    orderStatus: row.order_status,
    version: row.version,
    locator: row.locator ?? '',
    airline: row.airline,
    seats: row.seats,
    status: row.status,
    severity: row.severity,
    kinds: row.kinds,
    broken: row.broken.length,
    acceptable: row.acceptable,
    was: shownOf(row.was, row.slices),
    now: row.slices && shownOf(row.slices, row.was),
    received: at(row.received_at)!,
    told: at(row.told_at),
    answerBy,
    overdue: row.status === 'open' && row.answer === null && answerBy !== null && Date.parse(answerBy) <= now,
    answer: row.answer,
    answered: at(row.answered_at),
    ownerId: row.assigned_to,
  };
}

/** The first direction that differs, in a line. */
function shownOf(slices: readonly Slice[], others: readonly Slice[] | null): ShownFlights {
  const lineOf = (slice: Slice | undefined) =>
    slice?.segments.map(({ flight, departs, arrives }) => flight + departs.utc + arrives.utc).join();
  const at = Math.max(
    0,
    slices.findIndex((slice, index) => lineOf(slice) !== lineOf(others?.[index])),
  );
  const { segments } = slices[at]!;
  const moved = segments.findIndex((segment, index) => segment.departs.utc !== others?.[at]?.segments[index]?.departs.utc);
  return { flights: segments.map(({ flight }) => flight).join(' '), departs: segments[Math.max(0, moved)]!.departs.local };
}

export async function countSchedules(db: Db, now: Instant): Promise<Readonly<Record<ScheduleQueue, number>>> {
  const counts = scheduleQueues.map((queue) => sql`(count(*) filter (where ${ofQueue(queue, now)}))::int as "${sql.raw(queue)}"`);
  const [row] = rowsOf<Record<ScheduleQueue, number>>(await db.execute(sql`select ${sql.join(counts, sql`, `)} from schedule_changes s`));
  return row!;
}
