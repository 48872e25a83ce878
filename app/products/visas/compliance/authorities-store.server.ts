import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { VisaRoute } from '../evisa/evisa.tables.ts';
import { authorityQuotas } from './authorities.tables.ts';

/** What was filed with and decided by an authority for one type, on one day at our desk and for one reason. */
export interface AuthorityCount {
  readonly route: VisaRoute;
  readonly country: string;
  readonly typeCode: string;
  readonly day: CalendarDate;
  readonly step: 'filed' | 'granted' | 'refused';
  readonly reason: string | null;
  readonly cases: number;
}

/** Everything since a day, counted by day, type and reason. */
export async function countAuthorities(db: Db, since: CalendarDate): Promise<AuthorityCount[]> {
  const from = sql`${since}::date::timestamp at time zone 'Asia/Dubai'`;
  const found = (await db.execute(sql`
    select route, country, type_code, day::text as day, step, reason, count(*)::int as cases from (
      select 'evisa' as route, g.country, g.type_code, (e.at at time zone 'Asia/Dubai')::date as day,
        case e.event when 'file' then 'filed' when 'approve' then 'granted' else 'refused' end as step,
        case e.event when 'reject' then a.rejection end as reason
      from evisa_events e
      join evisa_applications a on a.id = e.application_id
      join evisa_groups g on g.id = a.group_id
      where e.event in ('file', 'approve', 'reject') and e.at >= ${from}
      union all
      select 'assisted', c.country, g.type_code, (e.at at time zone 'Asia/Dubai')::date,
        case when e.event = 'lodge' then 'filed' when c.outcome = 'refused' then 'refused' else 'granted' end, null
      from assisted_events e
      join assisted_cases c on c.id = e.case_id
      join evisa_applications a on a.id = c.id
      join evisa_groups g on g.id = a.group_id
      where e.event in ('lodge', 'decide') and e.at >= ${from}
    ) steps group by route, country, type_code, day, step, reason`)) as unknown as {
    rows: {
      route: VisaRoute;
      country: string;
      type_code: string;
      day: CalendarDate;
      step: AuthorityCount['step'];
      reason: string | null;
      cases: number;
    }[];
  };
  return found.rows.map(({ type_code: typeCode, ...row }) => ({ ...row, typeCode }));
}

export async function findQuotas(db: Db) {
  return db.select().from(authorityQuotas);
}

/** Sets what an authority takes in a day; null: nothing is known. */
export async function setQuota(
  tx: Tx,
  now: Instant,
  quota: {
    readonly route: VisaRoute;
    readonly country: string;
    readonly typeCode: string;
    readonly perDay: number | null;
    readonly by: string;
  },
): Promise<void> {
  const { route, country, typeCode, perDay } = quota;
  const own = and(eq(authorityQuotas.route, route), eq(authorityQuotas.country, country), eq(authorityQuotas.typeCode, typeCode));
  if (perDay === null) {
    await tx.delete(authorityQuotas).where(own);
    return;
  }
  const row = { route, country, typeCode, perDay, changedBy: quota.by, changedAt: new Date(now) };
  await tx
    .insert(authorityQuotas)
    .values(row)
    .onConflictDoUpdate({ target: [authorityQuotas.route, authorityQuotas.country, authorityQuotas.typeCode], set: row });
}
