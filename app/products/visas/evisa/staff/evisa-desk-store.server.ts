import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { surnameIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { evisaApplications, evisaGroups } from '../evisa.tables.ts';
import type { EvisaQueue } from './evisa-queues.ts';

export interface DeskFilter {
  readonly queue: EvisaQueue;
  readonly country: string | null;
  /** `me`, `nobody`, or all. */
  readonly officer: 'me' | 'nobody' | null;
  /** A reference, an authority's reference or a surname. */
  readonly find: string;
  /** The last row of the page before: its day and id. */
  readonly after: { readonly due: string; readonly id: string } | null;
}

const statesOf: Readonly<Record<EvisaQueue, readonly string[] | null>> = {
  new: ['received'],
  review: ['in_review'],
  waiting: ['more_info_needed'],
  ready: ['ready_to_submit'],
  authority: ['submitted_to_authority', 'authority_query', 'delayed'],
  proof: ['approved_unchecked', 'correction'],
  over: ['delivered', 'rejected', 'withdrawn', 'closed_incomplete', 'used', 'expired'],
  all: null,
};

const columns = {
  id: evisaApplications.id,
  groupId: evisaApplications.groupId,
  position: evisaApplications.position,
  status: evisaApplications.status,
  version: evisaApplications.version,
  personal: evisaApplications.personal,
  officer: evisaApplications.officer,
  deliverBy: evisaApplications.deliverBy,
  overAt: evisaApplications.overAt,
  receivedAt: evisaApplications.receivedAt,
  authorityReference: evisaApplications.authorityReference,
  country: evisaGroups.country,
  typeCode: evisaGroups.typeCode,
  speed: evisaGroups.speed,
  arrival: evisaGroups.arrival,
  reference: sql<string>`o.reference`,
};

function conditions(crypto: FieldCrypto, filter: DeskFilter, me: string): SQL[] {
  const states = statesOf[filter.queue];
  const find = filter.find.trim();
  return [
    isNotNull(evisaApplications.receivedAt),
    ...(states && find === '' ? [inArray(evisaApplications.status, [...states] as never[])] : []),
    ...(filter.country ? [eq(evisaGroups.country, filter.country)] : []),
    ...(filter.officer === 'me' ? [eq(evisaApplications.officer, me)] : []),
    ...(filter.officer === 'nobody' ? [isNull(evisaApplications.officer)] : []),
    ...(find === ''
      ? []
      : [
          or(
            sql`o.reference like ${`%${find.toUpperCase().replace(/[^A-Z0-9-]/g, '')}%`}`,
            eq(evisaApplications.authorityReference, find),
            sql`exists (select 1 from order_travellers w where w.order_id = o.id and w.position = ${evisaApplications.position} and w.surname_index = ${surnameIndexOf(crypto, find)})`,
          )!,
        ]),
  ];
}

/** Cases of a queue, those due first on top; keyset by the promised day and the id. The caller has judged access. */
export async function findCasesAsStaff(db: Db, crypto: FieldCrypto, filter: DeskFilter, me: string, most: number) {
  const over = filter.queue === 'over' || filter.queue === 'all';
  const { after } = filter;
  const past = after
    ? over
      ? sql`(${evisaApplications.receivedAt}, ${evisaApplications.id}) < (${after.due}::timestamptz, ${after.id})`
      : sql`(${evisaApplications.deliverBy}, ${evisaApplications.id}) > (${after.due}::date, ${after.id})`
    : null;
  return db
    .select(columns)
    .from(evisaApplications)
    .innerJoin(evisaGroups, eq(evisaGroups.id, evisaApplications.groupId))
    .innerJoin(sql`orders o`, sql`o.id = ${evisaGroups.orderId}`)
    .where(and(...conditions(crypto, filter, me), ...(past ? [past] : [])))
    .orderBy(
      ...(over
        ? [desc(evisaApplications.receivedAt), desc(evisaApplications.id)]
        : [asc(evisaApplications.deliverBy), asc(evisaApplications.id)]),
    )
    .limit(most);
}

/** How many wait in each queue, and how many are past their day. */
export async function countQueues(
  db: Db,
  today: CalendarDate,
): Promise<{ readonly byState: Readonly<Record<string, number>>; readonly late: number }> {
  const rows = await db
    .select({ status: evisaApplications.status, cases: count() })
    .from(evisaApplications)
    .where(isNotNull(evisaApplications.receivedAt))
    .groupBy(evisaApplications.status);
  const [late] = await db
    .select({ cases: count() })
    .from(evisaApplications)
    .where(and(isNotNull(evisaApplications.receivedAt), isNull(evisaApplications.overAt), lt(evisaApplications.deliverBy, today)));
  return { byState: Object.fromEntries(rows.map((row) => [row.status, row.cases])), late: late?.cases ?? 0 };
}

export function queueCount(queue: EvisaQueue, byState: Readonly<Record<string, number>>): number {
  const states = statesOf[queue] ?? Object.keys(byState);
  return states.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
}
