import { sql, type SQL } from 'drizzle-orm';
import type { StaffRole } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';

export interface AuditFilter {
  /** Exactly these; an empty list: anybody. `customer` stands for every account of a traveller. */
  readonly actor: string;
  readonly action: string;
  /** In which a colleague did it. */
  readonly role: StaffRole | '';
  /** From which it was sent, as it is kept. */
  readonly address: string;
  readonly request: string;
  readonly subject: string | null;
  /** Instants, milliseconds; `until` is not included. */
  readonly from: number | null;
  readonly until: number | null;
  readonly before: number | null;
}

export interface AuditRow {
  readonly sequence: number;
  /** Instant, ISO in UTC. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Of a colleague, at that moment. */
  readonly roles: readonly string[];
  /** Where it was sent from, as long as that is kept. */
  readonly address: string | null;
  readonly request: string | null;
}

/** Rows are appended in the order of time but for transactions that ran side by side. */
const marginMs = 5 * 60_000;

/**
 * One page, newest first. Each action is read from its own end of an index and the ends are merged, so that a rare action
 * among millions of others costs what a common one does.
 */
export async function listAudit(db: Db, filter: AuditFilter, size: number): Promise<AuditRow[]> {
  const conditions: SQL[] = [];
  const [first, last] = await Promise.all([
    filter.from === null ? null : sequenceAt(db, filter.from - marginMs),
    filter.until === null ? null : sequenceAt(db, filter.until + marginMs),
  ]);
  if (first !== null) conditions.push(sql`e.sequence >= ${first}`);
  if (last !== null) conditions.push(sql`e.sequence < ${last}`);
  if (filter.from !== null) conditions.push(sql`e.at >= ${iso(filter.from)}`);
  if (filter.until !== null) conditions.push(sql`e.at < ${iso(filter.until)}`);
  if (filter.before !== null) conditions.push(sql`e.sequence < ${filter.before}`);
  if (filter.actor === 'customer') conditions.push(sql`(e.actor = 'customer' or e.actor like 'user:%')`);
  else if (filter.actor) conditions.push(sql`e.actor = ${filter.actor}`);
  if (filter.address) conditions.push(sql`e.address = ${filter.address}`);
  if (filter.request) conditions.push(sql`e.request_id = ${filter.request}`);
  const columns = sql`e.sequence, e.at, e.actor, e.action, e.subject, e.reason, e.detail, e.roles, e.address, e.request_id as request`;
  const page = sql`order by e.sequence desc limit ${size}`;
  const all = () => (conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``);
  const asked = (action: string) => !filter.action || action === filter.action || action.startsWith(`${filter.action}.`);
  if (filter.role && (filter.actor || filter.subject !== null || filter.request))
    conditions.push(sql`e.roles @> ${sql.param([filter.role])}::text[]`);
  if (filter.subject !== null || filter.request) {
    if (filter.subject !== null) conditions.push(sql`e.subject = ${filter.subject}`);
    if (filter.action) conditions.push(sql`(e.action = ${filter.action} or e.action like ${`${filter.action}.%`})`);
    return rows(db, sql`select ${columns} from audit_events e ${all()} ${page}`);
  }
  if (filter.role && !filter.actor) {
    // What a colleague may do is a set of roles: every set that has this one, with each of its actions.
    const sets = (await listRoleActions(db)).filter(({ roles, action }) => roles.includes(filter.role) && asked(action));
    if (sets.length === 0) return [];
    conditions.unshift(sql`e.roles = a.roles::text[] and e.roles <> '{}' and e.action = a.action`);
    const [roleSets, actions] = [sets.map(({ roles }) => `{${roles.join(',')}}`), sets.map(({ action }) => action)];
    return rows(
      db,
      sql`select ${columns} from unnest(${sql.param(roleSets)}::text[], ${sql.param(actions)}::text[]) a(roles, action)
        cross join lateral (select * from audit_events e ${all()} ${page}) e ${page}`,
    );
  }
  if (!filter.action && !filter.actor && !filter.address) return rows(db, sql`select ${columns} from audit_events e ${all()} ${page}`);
  const actions = (await listAuditActions(db)).filter(asked);
  if (actions.length === 0) return [];
  conditions.unshift(sql`e.action = a.action`);
  return rows(
    db,
    sql`select ${columns} from unnest(${sql.param(actions)}::text[]) a(action)
      cross join lateral (select * from audit_events e ${all()} ${page}) e ${page}`,
  );
}

/** Every set of roles that a colleague acted in, with each action that they did in it: by leaps over the index as well. */
async function listRoleActions(db: Db): Promise<{ readonly roles: readonly string[]; readonly action: string }[]> {
  const found = (await db.execute(sql`
    with recursive leap(roles, action) as (
      (select roles, action from audit_events where roles <> '{}' order by roles, action limit 1)
      union all
      select next.roles, next.action from leap cross join lateral (
        select e.roles, e.action from audit_events e where e.roles <> '{}' and (e.roles, e.action) > (leap.roles, leap.action)
        order by e.roles, e.action limit 1) next)
    select roles, action from leap`)) as unknown as { rows: { roles: string[]; action: string }[] };
  return found.rows;
}

/** Every action there is, by leaps over the index: as many probes as there are actions, however many rows. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const found = (await db.execute(sql`
    with recursive leap(action) as (
      (select action from audit_events order by action limit 1)
      union all
      select (select e.action from audit_events e where e.action > leap.action order by e.action limit 1) from leap where leap.action is not null)
    select action from leap where action is not null`)) as unknown as { rows: { action: string }[] };
  return found.rows.map((row) => row.action);
}

/** The first row at or after an instant, by halving the sequence; one past the last when there is none. */
async function sequenceAt(db: Db, instant: number): Promise<number> {
  const found = (await db.execute(sql`
    with recursive half(low, high) as (
      select coalesce(min(sequence), 1), coalesce(max(sequence), 0) + 1 from audit_events
      union all
      select case when probe.at < ${iso(instant)} then probe.sequence + 1 else half.low end,
        case when probe.at < ${iso(instant)} then half.high else (half.low + half.high) / 2 end
      from half cross join lateral (
        select e.at, e.sequence from audit_events e where e.sequence >= (half.low + half.high) / 2 order by e.sequence limit 1) probe
      where half.low < half.high)
    select min(high) as first, max(low) as low from half`)) as unknown as { rows: { first: number; low: number }[] };
  return Number(found.rows[0]?.first ?? 1);
}

const iso = (instant: number) => new Date(instant).toISOString();

async function rows(db: Db, query: SQL): Promise<AuditRow[]> {
  const found = (await db.execute(query)) as unknown as { rows: (Omit<AuditRow, 'at' | 'sequence'> & { at: string; sequence: number })[] };
  return found.rows.map((row) => ({ ...row, sequence: Number(row.sequence), at: new Date(row.at).toISOString() }));
}
