import { sql, type SQL } from 'drizzle-orm';
import type { RowCursor } from '#app/values/keyset-page.ts';

/** What a list is sorted by where the database sorts it; never null, and best with an index that goes on with the id. */
export interface SortedBy {
  readonly key: SQL;
  readonly type: 'time' | 'day' | 'number' | 'text';
}

/** As a cursor carries it: a moment in milliseconds, a day by its number. */
const told = ({ key, type }: SortedBy): SQL<string | number> =>
  ({
    time: () => sql<number>`(extract(epoch from ${key}) * 1000)::float8`,
    day: () => sql<number>`(${key} - date '1970-01-01')::float8`,
    number: () => sql<number>`${key}::float8`,
    text: () => sql<string>`left(${key}, 200)`,
  })[type]();

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
const latestMs = 1e14;
const latestDay = 1e6;

/** Null for a cursor that this order never wrote: an old link then shows the first page. */
function from({ type }: SortedBy, key: RowCursor['key']): SQL | null {
  if (type === 'text') return typeof key === 'string' ? sql`${key}` : null;
  if (typeof key !== 'number') return null;
  if (type === 'time') return sql`to_timestamp(${within(key, latestMs)}::float8 / 1000)`;
  return type === 'day' ? sql`date '1970-01-01' + ${within(Math.trunc(key), latestDay)}::int` : sql`${key}::numeric`;
}

/** How a query is cut into pages: by what a page begins after, so that the thousandth is as quick as the first. */
export function keysetQuery(
  by: SortedBy,
  id: SQL,
  { descending, after }: { readonly descending: boolean; readonly after: RowCursor | null },
): { readonly past: SQL; readonly order: SQL; readonly told: SQL<string | number> } {
  const way = sql.raw(descending ? 'desc' : 'asc');
  const key = by.type === 'text' ? sql`left(${by.key}, 200)` : by.key;
  const start = after && from(by, after.key);
  return {
    past: start ? sql`(${key}, ${id}) ${sql.raw(descending ? '<' : '>')} (${start}, ${after.id})` : sql`true`,
    order: sql`${key} ${way}, ${id} ${way}`,
    told: told(by),
  };
}

/** A page of rows that were read one over its size. */
export function cutPage<Row>(
  rows: readonly Row[],
  most: number,
  cursor: (row: Row) => RowCursor,
): { readonly shown: readonly Row[]; readonly next: RowCursor | null } {
  const shown = rows.slice(0, most);
  return { shown, next: rows.length > most ? cursor(shown.at(-1)!) : null };
}
