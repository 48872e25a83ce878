import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, lte, not, sql, type SQL } from 'drizzle-orm';
import { findOrderIds, findOrdersSaid, readOrderHeads } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import { keptCount } from '#app/platform/kept-read.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { VisaSpeed } from '../evisa-offer.ts';
import type { EvisaState } from '../evisa-status.ts';
import { waitsForTraveller } from '../evisa-applications-store.server.ts';
import { evisaApplications, evisaGroups } from '../evisa.tables.ts';
import { sortOf, type CaseSort, type CaseView } from './evisa-desk-view.ts';
import type { EvisaQueue } from './evisa-queues.ts';

const statesOf: Readonly<Record<EvisaQueue, readonly EvisaState[] | null>> = {
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
  /** For its traveller; the clock stands still then. */
  waits: waitsForTraveller,
  version: evisaApplications.version,
  personal: evisaApplications.personal,
  officer: evisaApplications.officer,
  deliverBy: evisaApplications.deliverBy,
  overAt: evisaApplications.overAt,
  receivedAt: evisaApplications.receivedAt,
  authorityReference: evisaApplications.authorityReference,
  country: sql<string>`${evisaApplications.country}`,
  typeCode: evisaGroups.typeCode,
  speed: sql<VisaSpeed['code']>`${evisaApplications.speed}`,
  arrival: sql<CalendarDate>`${evisaApplications.arrival}::text`,
  orderId: sql<string>`${evisaGroups.orderId}`,
};
export type CaseRow = Awaited<ReturnType<typeof selectCases>>[number] & {
  /** Of the order; applications of one order share it. */
  readonly reference: string;
  readonly orderStatus: string;
};

const sortKeys = { due: evisaApplications.deliverBy, arrival: evisaApplications.arrival, received: evisaApplications.receivedAt } as const;

export interface CaseAsk {
  readonly me: string;
  readonly today: CalendarDate;
  readonly most: number;
}

/** A case whose promised day is behind and which is not waiting for its traveller: then the clock stands still. */
export function isLate(row: Pick<CaseRow, 'overAt' | 'deliverBy' | 'waits'>, today: CalendarDate): boolean {
  return row.overAt === null && !row.waits && row.deliverBy !== null && row.deliverBy < today;
}

function conditions(view: CaseView, { me, today }: CaseAsk): SQL[] {
  // A search looks everywhere, and in each column of the board: who reads out a reference does not know the queue.
  const states = view.find === '' || view.board ? statesOf[view.queue] : null;
  const open = [isNull(evisaApplications.overAt), not(waitsForTraveller)];
  return [
    isNotNull(evisaApplications.receivedAt),
    ...(states ? [inArray(evisaApplications.status, [...states])] : []),
    // The same by the states alone; said so that the database walks what is open only.
    ...(states && view.queue !== 'over' ? [isNull(evisaApplications.overAt)] : []),
    ...(view.country ? [eq(evisaApplications.country, view.country)] : []),
    ...(view.officer === 'nobody' ? [isNull(evisaApplications.officer)] : []),
    ...(view.officer && view.officer !== 'nobody' ? [eq(evisaApplications.officer, view.officer === 'me' ? me : view.officer)] : []),
    ...(view.due === 'late' ? [...open, lt(evisaApplications.deliverBy, today)] : []),
    ...(view.due === 'soon' ? [...open, lte(evisaApplications.deliverBy, addDays(today, 2))] : []),
    ...(view.express ? [eq(evisaApplications.speed, 'express')] : []),
    ...(view.arrivesUntil ? [lte(evisaApplications.arrival, view.arrivesUntil as CalendarDate)] : []),
  ];
}

/** Cases of a list, keyset by its sort and the id. The caller has judged access. */
export async function findCasesAsStaff(db: Db, crypto: FieldCrypto, view: CaseView, ask: CaseAsk): Promise<CaseRow[]> {
  const said = view.find === '' ? null : await findSaid(db, crypto, view.find);
  if (said?.length === 0) return [];
  const { by, descending } = sortOf(view);
  const rows = await selectCases(db, [...conditions(view, ask), ...(said ? [inArray(evisaApplications.id, said)] : []), ...past(view)], {
    by,
    descending,
    most: ask.most,
  });
  return withOrders(db, rows);
}

/** How many open cases of a list stand in each state, its filters counted in. */
export async function countCasesOf(
  db: Db,
  crypto: FieldCrypto,
  view: CaseView,
  ask: Omit<CaseAsk, 'most'>,
): Promise<Readonly<Record<string, number>>> {
  const said = view.find === '' ? null : await findSaid(db, crypto, view.find);
  if (said?.length === 0) return {};
  const rows = await db
    .select({ status: evisaApplications.status, cases: count() })
    .from(evisaApplications)
    .innerJoin(evisaGroups, and(eq(evisaGroups.id, evisaApplications.groupId), isNotNull(evisaGroups.orderId)))
    .where(
      and(
        isNull(evisaApplications.overAt),
        ...conditions({ ...view, queue: 'all' }, { ...ask, most: 0 }),
        ...(said ? [inArray(evisaApplications.id, said)] : []),
      ),
    )
    .groupBy(evisaApplications.status);
  return Object.fromEntries(rows.map((row) => [row.status, row.cases]));
}

export const hasOneState = (queue: EvisaQueue): boolean => statesOf[queue]?.length === 1;

/** These cases, in the order of their numbers. Unknown ids are left out. The caller has judged access. */
export async function findCasesById(db: Db, ids: readonly string[]): Promise<CaseRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectCases(db, [isNotNull(evisaApplications.receivedAt), inArray(evisaApplications.id, [...ids])], {
    by: 'received',
    descending: false,
    most: ids.length,
  });
  return withOrders(db, rows);
}

async function withOrders(db: Db, rows: Awaited<ReturnType<typeof selectCases>>): Promise<CaseRow[]> {
  const heads = await readOrderHeads(
    db,
    rows.map((row) => row.orderId),
  );
  return rows.map((row) => {
    const { reference, status } = heads.get(row.orderId)!;
    return { ...row, reference, orderStatus: status };
  });
}

function selectCases(db: Db, where: readonly SQL[], { by, descending, most }: { by: CaseSort; descending: boolean; most: number }) {
  const turn = descending ? desc : asc;
  return db
    .select(columns)
    .from(evisaApplications)
    .innerJoin(evisaGroups, and(eq(evisaGroups.id, evisaApplications.groupId), isNotNull(evisaGroups.orderId)))
    .where(and(...where))
    .orderBy(turn(sortKeys[by]), turn(evisaApplications.id))
    .limit(most);
}

function past(view: CaseView): SQL[] {
  if (!view.after) return [];
  const { by, descending } = sortOf(view);
  const key = by === 'received' ? sql`${view.after.key}::timestamptz` : sql`${view.after.key.slice(0, 10)}::date`;
  return [sql`(${sortKeys[by]}, ${evisaApplications.id}) ${sql.raw(descending ? '<' : '>')} (${key}, ${view.after.id})`];
}

/** Where the next page begins. */
export function cursorOf(view: CaseView, row: CaseRow): CaseView['after'] {
  const { by } = sortOf(view);
  return { key: by === 'received' ? row.receivedAt!.toISOString() : by === 'arrival' ? row.arrival : row.deliverBy!, id: row.id };
}

/** Cases that a word means. */
async function findSaid(db: Db, crypto: FieldCrypto, word: string): Promise<string[]> {
  const orders = await findOrdersSaid(db, crypto, 'evisa', word);
  const [byOrder, byAuthority] = await Promise.all([
    orders.length === 0
      ? []
      : db
          .select({ id: evisaApplications.id, orderId: evisaGroups.orderId, position: evisaApplications.position })
          .from(evisaGroups)
          .innerJoin(evisaApplications, eq(evisaApplications.groupId, evisaGroups.id))
          .where(inArray(evisaGroups.orderId, [...new Set(orders.map(({ orderId }) => orderId))])),
    db.select({ id: evisaApplications.id }).from(evisaApplications).where(eq(evisaApplications.authorityReference, word)).limit(100),
  ]);
  const named = new Set(orders.map(({ orderId, position }) => `${orderId}:${position ?? 'all'}`));
  const ofOrders = byOrder.filter(({ orderId, position }) => named.has(`${orderId}:all`) || named.has(`${orderId}:${position}`));
  return [...new Set([...ofOrders, ...byAuthority].map(({ id }) => id))];
}

/** Cases by the name the desk gives them: the order's reference and the traveller's number. */
export async function findCasesByName(
  db: Db,
  names: readonly { readonly reference: string; readonly number: number }[],
): Promise<ReadonlyMap<string, CaseRow>> {
  const ids = await findOrderIds(
    db,
    'evisa',
    names.map(({ reference }) => reference),
  );
  if (ids.size === 0) return new Map();
  const rows = await selectCases(db, [isNotNull(evisaApplications.receivedAt), inArray(evisaGroups.orderId, [...ids.values()])], {
    by: 'received',
    descending: false,
    most: ids.size * 9,
  });
  return new Map((await withOrders(db, rows)).map((row) => [caseName(row), row]));
}

/** What a case is called on the desk and towards an authority: 7K2M9-4QX3D/1. */
export const caseName = (row: Pick<CaseRow, 'reference' | 'position'>): string => `${row.reference}/${row.position + 1}`;

/** Cases by an authority's reference; of each, those that have it. */
export async function findByAuthorityReference(db: Db, references: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .select({ id: evisaApplications.id, reference: evisaApplications.authorityReference })
    .from(evisaApplications)
    .where(inArray(evisaApplications.authorityReference, [...references]));
  return new Map(rows.map((row) => [row.reference!, row.id]));
}

/** What is over grows by a few an hour: it need not be counted anew for every page. */
const closed = keptCount<Readonly<Record<string, number>>>();

/** How many wait in each queue, and how many are past their day. What is over may be half a minute old. */
export async function countQueues(
  db: Db,
  now: Instant,
): Promise<{ readonly byState: Readonly<Record<string, number>>; readonly late: number; readonly soon: number }> {
  const today = dateIn('Asia/Dubai', now);
  const late = sql<number>`(count(*) filter (where ${evisaApplications.deliverBy} < ${today}::date and not ${waitsForTraveller}))::int`;
  const soon = sql<number>`(count(*) filter (where ${evisaApplications.deliverBy} <= ${addDays(today, 2)}::date and not ${waitsForTraveller}))::int`;
  const [open, over] = await Promise.all([
    db
      .select({ status: evisaApplications.status, cases: count(), late, soon })
      .from(evisaApplications)
      .where(and(isNotNull(evisaApplications.receivedAt), isNull(evisaApplications.overAt)))
      .groupBy(evisaApplications.status),
    closed.read(db, 'over', now, async () => {
      const rows = await db
        .select({ status: evisaApplications.status, cases: count() })
        .from(evisaApplications)
        .where(and(isNotNull(evisaApplications.receivedAt), isNotNull(evisaApplications.overAt)))
        .groupBy(evisaApplications.status);
      return Object.fromEntries(rows.map((row) => [row.status, row.cases]));
    }),
  ]);
  return {
    byState: { ...over, ...Object.fromEntries(open.map((row) => [row.status, row.cases])) },
    late: open.reduce((sum, row) => sum + row.late, 0),
    soon: open.reduce((sum, row) => sum + row.soon, 0),
  };
}

export function queueCount(queue: EvisaQueue, byState: Readonly<Record<string, number>>): number {
  const states = statesOf[queue] ?? Object.keys(byState);
  return states.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
}
