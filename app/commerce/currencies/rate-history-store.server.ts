import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { cutPage, keysetQuery, type SortedBy } from '#app/platform/keyset-query.server.ts';
import type { ListView } from '#app/ui/desk-list/list-address.ts';
import type { ShortPage } from '#app/ui/desk-list/short-list.ts';
import { rateChangeStates, type RateChangeStatus } from './rate-change-status.ts';
import { rateChanges, type RateChange } from './rate-changes.tables.ts';

const sortedBy: Readonly<Record<'when' | 'moved', SortedBy>> = {
  when: { key: sql`${rateChanges.proposedAt}`, type: 'time' },
  moved: { key: sql`${rateChanges.moved}`, type: 'number' },
};

type Asked = ListView<'all' | RateChangeStatus, 'currency' | 'source' | 'month' | 'by', string>;

/** A page of the rates as they are asked for, found by a word of their reason. The caller has judged access. */
export async function listRateHistory(db: Db, view: Asked, most: number): Promise<ShortPage<RateChange>> {
  const { currency, source, month, by } = view.filters;
  const first = `${month}-01`;
  const wanted = and(
    currency === '' ? undefined : sql`${rateChanges.target} = ${currency}`,
    source === '' ? undefined : sql`${rateChanges.source} = ${source}`,
    month === ''
      ? undefined
      : sql`${rateChanges.proposedAt} >= ${first}::timestamp at time zone 'Asia/Dubai'
          and ${rateChanges.proposedAt} < (${first}::timestamp + interval '1 month') at time zone 'Asia/Dubai'`,
    by === ''
      ? undefined
      : by === 'machine'
        ? sql`${rateChanges.proposedBy} not like 'staff:%'`
        : eq(rateChanges.proposedBy, `staff:${by}`),
    view.find === '' ? undefined : sql`${rateChanges.reason} ilike ${`%${view.find.replaceAll(/[\\%_]/g, '')}%`}`,
  );
  const id = sql`${rateChanges.id}::text`;
  const { past, order, told } = keysetQuery(view.sort === 'moved' ? sortedBy.moved : sortedBy.when, id, view);
  const ofQueue = view.queue === 'all' ? undefined : eq(rateChanges.status, view.queue);
  const [rows, counted] = await Promise.all([
    db
      .select({ change: rateChanges, key: told })
      .from(rateChanges)
      .where(and(wanted, ofQueue, past))
      .orderBy(order)
      .limit(most + 1),
    db
      .select({ status: rateChanges.status, all: sql<number>`count(*)::int` })
      .from(rateChanges)
      .where(wanted)
      .groupBy(rateChanges.status),
  ]);
  const { shown, next } = cutPage(rows, most, ({ change, key }) => ({ key, id: change.id }));
  const countOf = (states: readonly RateChangeStatus[]) =>
    counted.reduce((sum, { status, all }) => sum + (states.includes(status) ? all : 0), 0);
  return {
    rows: shown.map(({ change }) => change),
    next,
    counts: { all: countOf(rateChangeStates), ...Object.fromEntries(rateChangeStates.map((state) => [state, countOf([state])])) },
  };
}

/** Whoever ever asked for a rate or decided on one, and the months in Dubai in which one was asked for, newest first: YYYY-MM. */
export async function listRateAskers(db: Db): Promise<{ readonly askers: readonly string[]; readonly months: readonly string[] }> {
  const [actors, months] = await Promise.all([
    db
      .selectDistinct({
        actor: sql<string>`unnest(array[${rateChanges.proposedBy}, coalesce(${rateChanges.decidedBy}, ${rateChanges.proposedBy})])`,
      })
      .from(rateChanges),
    db.selectDistinct({ month: sql<string>`to_char(${rateChanges.proposedAt} at time zone 'Asia/Dubai', 'YYYY-MM')` }).from(rateChanges),
  ]);
  return {
    askers: actors.map(({ actor }) => actor),
    months: months
      .map(({ month }) => month)
      .toSorted()
      .toReversed(),
  };
}
