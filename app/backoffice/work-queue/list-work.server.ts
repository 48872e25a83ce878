import { sql, type SQL } from 'drizzle-orm';
import type { DueSource, DueWho } from '#app/commerce/due-work.server.ts';
import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import { everySource, ofModules, workSources } from './work-sources.server.ts';
import type { WorkKind, WorkSort, WorkTab, WorkView } from './work-view.ts';

/** One thing that waits. Instants are ISO in UTC, to the microsecond: they are the place of a row in the list. */
export interface WorkRow {
  readonly kind: WorkKind;
  readonly id: string;
  readonly reference: string;
  readonly state: string;
  readonly opened: string;
  readonly due: string;
  readonly ownerId: string | null;
  readonly total: Money | null;
  readonly takable: boolean;
  readonly putsBack: boolean;
  readonly late: boolean;
  /** Late for as long again as it had time: from then on it concerns whoever leads, and is put off no more. */
  readonly escalated: boolean;
  readonly asleepUntil: string | null;
  readonly about: TaskAbout | null;
  /** Whose it is, for a look among the customers: an account, a fingerprint, a sealed contact. It leaves the server in no row. */
  readonly who: WorkWho;
}

export interface WorkWho {
  readonly account: string | null;
  readonly mail: string | null;
  readonly contact: { readonly id: string; readonly sealed: string } | null;
  /** The name of the one of an order whom it is of, sealed. */
  readonly person: string | null;
}

/** What a task is about, which decides where it leads. */
export interface TaskAbout {
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

type Row = {
  kind: WorkKind;
  id: string;
  reference: string;
  state: string;
  opened: string;
  due: string;
  owner: string | null;
  amount: string | null;
  currency: CurrencyCode | null;
  takable: boolean;
  late: boolean;
  escalated: boolean;
  asleep: string | null;
  about: TaskAbout | null;
  account: string | null;
  mail: string | null;
  contact_id: string | null;
  contact: string | null;
  person: string | null;
};
const rowsOf = <Found>(result: unknown): Found[] => (result as { rows: Found[] }).rows;

const at = (now: Instant) => sql`${new Date(now).toISOString()}::timestamptz`;
const exact = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Kinds of which somebody has put something off: the others are not asked one by one whether they are. */
async function putOffKinds(db: Db, now: Instant): Promise<ReadonlySet<string>> {
  const found = rowsOf<{ kind: string }>(await db.execute(sql`select distinct kind from put_off_work where until > ${at(now)}`));
  return new Set(found.map(({ kind }) => kind));
}

/** The conditions that the tabs are made of, of one source. */
function standingOf(source: DueSource, now: Instant, putOff: ReadonlySet<string>) {
  const { kind, id, due, opened, owner } = source;
  const late = sql`${due} < ${at(now)}`;
  const escalated = sql`${due} + (${due} - ${opened}) < ${at(now)}`;
  if (!source.asleepUntil && !putOff.has(kind)) return { late, escalated, until: sql`null::timestamptz`, asleep: null };
  const until = source.asleepUntil
    ? source.asleepUntil
    : sql`(select p.until from put_off_work p where p.kind = ${kind} and p.subject = ${id} and p.by = ${owner})`;
  // What has escalated wakes up.
  const asleep = sql`(coalesce(${until} > ${at(now)}, false) and not (${escalated}))`;
  return { late, escalated, until, asleep };
}

type Standing = ReturnType<typeof standingOf>;

const awake = ({ asleep }: Standing) => (asleep ? sql`not ${asleep}` : sql`true`);
const ownBy = ({ owner, inHand }: DueSource, me: string) => inHand?.(me) ?? sql`${owner} = ${me}`;

const conditionOf: Readonly<Record<WorkTab, (standing: Standing, source: DueSource, me: string) => SQL>> = {
  open: (standing) => awake(standing),
  mine: (standing, source, me) => sql`${ownBy(source, me)} and ${awake(standing)}`,
  free: (standing, { owner }) => sql`${owner} is null and ${awake(standing)}`,
  late: (standing) => sql`${standing.late} and ${awake(standing)}`,
  escalated: ({ escalated }) => escalated,
  asleep: ({ asleep }) => asleep ?? sql`false`,
};

interface Ask {
  readonly now: Instant;
  readonly most: number;
  /** Of these alone, whatever the view asks for. */
  readonly kinds?: readonly WorkKind[];
  /** Whether something is of customers who are called as is looked for, and of such as are at the risk that is asked for. */
  readonly called?: WorkOf;
  readonly risky?: WorkOf;
  /** What else must hold of a row. */
  readonly only?: (source: DueSource<WorkKind>) => SQL;
  /** Whether something is of those who belong to the company that is asked for. */
  readonly grouped?: WorkOf;
}

export type WorkOf = (who: DueWho) => SQL;
const ofNobody: WorkOf = () => sql`false`;

/** What a list is sorted by, and how it is read back from an address. */
const sortOf: Readonly<Record<WorkSort, { readonly key: (source: DueSource) => SQL; readonly type: SQL }>> = {
  due: { key: ({ due }) => due, type: sql`timestamptz` },
  opened: { key: ({ opened }) => opened, type: sql`timestamptz` },
  // What has no sum stands below all that has one.
  total: { key: ({ amount }) => sql`coalesce(${amount}, -1)::bigint`, type: sql`bigint` },
};
interface Order {
  readonly sort: WorkSort;
  readonly descending: boolean;
}
const byDue: Order = { sort: 'due', descending: false };

/** Where the reference begins so, or its customer is called so; nothing to look for in signs alone. */
function isFound(source: DueSource, find: string, called: WorkOf): SQL | null {
  if (!/[\p{L}\d]/u.test(find)) return null;
  const start = find.toUpperCase().replace(/[^0-9A-Z-]/g, '');
  const theirs = source.who ? called(source.who) : sql`false`;
  return start === '' ? theirs : sql`(upper(${source.reference}) like ${`${start}%`} or ${theirs})`;
}

/** What waits, of all that this colleague may see; unless it is asked otherwise, what is due first on top. */
export async function listWork(
  db: Db,
  viewer: Clerk,
  view: WorkView,
  { now, most, kinds, called = ofNobody, risky = ofNobody, grouped = ofNobody, only }: Ask,
): Promise<{ readonly rows: WorkRow[]; readonly next: WorkView['after'] }> {
  const sources = workSources(viewer).filter(
    ({ kind }) => (view.kind === null || kind === view.kind) && (kinds === undefined || kinds.includes(kind)),
  );
  const sorted = sortOf[view.sort];
  const found = await readParts(db, sources, now, most + 1, view, (source, standing) => {
    const { owner, id, by, kind, who } = source;
    const key = sorted.key(source);
    const after = view.after && sql`${view.after.key}::${sorted.type}`;
    const past = view.descending ? sql`<` : sql`>`;
    return [
      conditionOf[view.tab](standing, source, viewer.user.id),
      view.owner && sql`${owner} = ${view.owner}`,
      view.find && isFound(source, view.find, called),
      view.risk && (who ? risky(who) : sql`false`),
      only?.(source),
      view.company && (who ? grouped(who) : sql`false`),
      // Said of a column too, so that its index begins there; said of both, the database expects a third of what there is.
      after && view.sort === 'due' && !view.descending && (by ? by.from(after) : sql`${key} >= ${after}`),
      after && sql`(${key}, ${kind}::text, ${id}) ${past} (${after}, ${view.after!.kind}::text, ${view.after!.id}::text)`,
    ];
  });
  const rows = found.slice(0, most);
  const last = rows.at(-1);
  const keyOf = (row: WorkRow) => (view.sort === 'total' ? String(row.total?.amount ?? -1) : row[view.sort]);
  return { rows, next: found.length > most && last ? { key: keyOf(last), kind: last.kind, id: last.id } : null };
}

/** One of them as it stands now; null when it is not open any more or not this colleague's to see. */
export async function findWork(
  db: Db,
  viewer: Clerk,
  { kind, id }: { readonly kind: WorkKind; readonly id: string },
  now: Instant,
): Promise<WorkRow | null> {
  const sources = workSources(viewer).filter((source) => source.kind === kind);
  const [row] = await readParts(db, sources, now, 1, byDue, (source) => [sql`${source.id} = ${id}`]);
  return row ?? null;
}

async function readParts(
  db: Db,
  sources: readonly DueSource<WorkKind>[],
  now: Instant,
  most: number,
  { sort, descending }: Order,
  wanted: (source: DueSource<WorkKind>, standing: Standing) => readonly (SQL | '' | false | null | undefined)[],
): Promise<WorkRow[]> {
  if (sources.length === 0) return [];
  const putOff = await putOffKinds(db, now);
  const turn = descending ? sql`desc` : sql`asc`;
  const parts = sources.map((source) => {
    const standing = standingOf(source, now, putOff);
    const key = sortOf[sort].key(source);
    const where = [source.open, ...wanted(source, standing)].filter((each) => each !== null && typeof each === 'object');
    return sql`(
      select ${source.kind}::text as kind, ${source.id} as id, ${source.reference} as reference, ${source.state} as state, ${source.opened} as opened,
        ${source.due} as due, ${source.owner} as owner, ${source.amount} as amount, ${source.currency} as currency, ${source.takable} as takable,
        ${standing.late} as late, ${standing.escalated} as escalated, case when ${standing.asleep ?? sql`false`} then ${standing.until} end as asleep,
        ${source.about ?? sql`null::jsonb`} as about, ${source.who?.account ?? sql`null::text`} as account, ${source.who?.mail ?? sql`null::text`} as mail,
        ${source.who?.contact?.id ?? sql`null::text`} as contact_id, ${source.who?.contact?.sealed ?? sql`null::text`} as contact, ${source.person?.sealed ?? sql`null::text`} as person, ${key} as key
      from ${source.from} where ${sql.join(where, sql` and `)}
      order by ${sort === 'due' ? (source.by?.column ?? source.due) : key} ${turn}, ${source.id} ${turn} limit ${most})`;
  });
  const found = rowsOf<Row>(
    await db.execute(sql`
      select w.kind, w.id, w.reference, w.state, ${exact(sql`w.opened`)} as opened, ${exact(sql`w.due`)} as due, w.owner, w.amount::text as amount,
        w.currency, w.takable, w.late, w.escalated, ${exact(sql`w.asleep`)} as asleep, w.about, w.account, w.mail, w.contact_id, w.contact, w.person
      from (${sql.join(parts, sql` union all `)}) w order by w.key ${turn}, w.kind ${turn}, w.id ${turn} limit ${most}`),
  );
  // A task about money knows its order by its id, which nobody of the desk calls it by.
  const references = await findReferences(
    db,
    found.flatMap(({ kind, reference }) => (kind === 'task' && reference !== '' ? [reference] : [])),
  );
  const putsBack = new Map(sources.map((source) => [source.kind, source.putsBack]));
  return found.map((row) => ({
    kind: row.kind,
    id: row.id,
    reference: references.get(row.reference) ?? row.reference,
    state: row.state,
    opened: row.opened,
    due: row.due,
    ownerId: row.owner,
    total: row.amount === null || row.currency === null ? null : money(Number(row.amount), row.currency),
    takable: row.takable,
    putsBack: putsBack.get(row.kind) === true,
    late: row.late,
    escalated: row.escalated,
    asleepUntil: row.asleep,
    about: row.about,
    who: {
      account: row.account,
      mail: row.mail,
      contact: row.contact_id && row.contact ? { id: row.contact_id, sealed: row.contact } : null,
      person: row.person,
    },
  }));
}

export type WorkCounts = Readonly<Record<WorkTab, number>>;

/** Tabs whose counts every open row is looked at for; of the others an index tells. */
const wholeTabs = ['open', 'free', 'late', 'escalated'] as const satisfies readonly WorkTab[];
const wholeCounts = new KeptRead<Readonly<Record<(typeof wholeTabs)[number], number>>>(15_000);

/** After a change made here, so that whoever made it sees it counted. */
export const forgetCounts = (db: Db) => wholeCounts.forget(db);

/**
 * How much stands behind each tab, of all that this colleague may see. What is theirs and what is put off is of this moment;
 * the rest may be a quarter of a minute old, and is the same for all who see the same.
 */
export async function countWork(db: Db, viewer: Clerk, now: Instant): Promise<WorkCounts> {
  const sources = workSources(viewer);
  if (sources.length === 0) return { open: 0, mine: 0, free: 0, late: 0, escalated: 0, asleep: 0 };
  const sees = sources.map(({ kind, sees: which }) => which ?? kind).join();
  const putOff = await putOffKinds(db, now);
  const own = (tab: 'mine' | 'asleep') =>
    sumOf(
      sources.filter((source) => tab === 'mine' || source.asleepUntil || putOff.has(source.kind)),
      (source) => {
        const standing = standingOf(source, now, putOff);
        // Few things are put off: they are looked up, and not everything asked whether it is.
        const few = source.asleepUntil
          ? sql`true`
          : sql`${source.id} in (select p.subject from put_off_work p where p.kind = ${source.kind} and p.until > ${at(now)})`;
        const which = conditionOf[tab](standing, source, viewer.user.id);
        return sql`(select count(*) from ${source.counted ?? source.from} where ${source.open} and ${tab === 'asleep' ? few : sql`true`} and ${which})`;
      },
    );
  const [whole, counted] = await Promise.all([
    wholeCounts.read(db, sees, now, () => countWhole(db, sources, now, putOff)),
    db.execute(sql`select (${own('mine')})::int as mine, (${own('asleep')})::int as asleep`),
  ]);
  return { ...whole, ...rowsOf<{ mine: number; asleep: number }>(counted)[0]! };
}

const sumOf = (sources: readonly DueSource<WorkKind>[], of: (source: DueSource<WorkKind>) => SQL) =>
  sources.length === 0 ? sql`0` : sql.join(sources.map(of), sql` + `);

async function countWhole(db: Db, sources: readonly DueSource<WorkKind>[], now: Instant, putOff: ReadonlySet<string>) {
  const parts = sources.map((source) => {
    const standing = standingOf(source, now, putOff);
    const counts = wholeTabs.map((tab) => sql`count(*) filter (where ${conditionOf[tab](standing, source, '')}) as ${sql.identifier(tab)}`);
    return sql`(select ${sql.join(counts, sql`, `)} from ${source.counted ?? source.from} where ${source.open})`;
  });
  const sums = wholeTabs.map((tab) => sql`sum(${sql.identifier(tab)})::int as ${sql.identifier(tab)}`);
  const [row] = rowsOf<Record<(typeof wholeTabs)[number], number>>(
    await db.execute(sql`select ${sql.join(sums, sql`, `)} from (${sql.join(parts, sql` union all `)}) counted`),
  );
  return row!;
}

/** How many open things of the queue each colleague has in hand, whether they have put them off or not. */
export async function countInHand(db: Db): Promise<ReadonlyMap<string, number>> {
  const parts = everySource.map(
    (source) =>
      sql`(select ${source.owner} as owner, count(*) as n from ${source.counted ?? source.from} where ${source.open} and ${source.owner} is not null group by 1)`,
  );
  const rows = rowsOf<{ owner: string; n: number }>(
    await db.execute(sql`select owner, sum(n)::int as n from (${sql.join(parts, sql` union all `)}) held group by owner`),
  );
  return new Map(rows.map(({ owner, n }) => [owner, n]));
}

/** How much of what the modules know of has been late for as long again as it had time. */
export async function countEscalated(db: Db, now: Instant): Promise<number> {
  const parts = ofModules.map(
    (source) =>
      sql`(select count(*) as n from ${source.counted ?? source.from} where ${source.open} and ${standingOf(source, now, new Set()).escalated})`,
  );
  const [row] = rowsOf<{ n: number }>(await db.execute(sql`select sum(n)::int as n from (${sql.join(parts, sql` union all `)}) counted`));
  return row!.n;
}
