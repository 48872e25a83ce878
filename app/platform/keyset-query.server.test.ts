import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { RowCursor } from '#app/values/keyset-page.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { cutPage, keysetQuery, type SortedBy } from './keyset-query.server.ts';

const { db } = await openTestPlatform();

// Two moments a microsecond apart, and rows that stand beside each other but for their id.
const rows = sql`(values
  ('a', timestamptz '2026-11-28 09:00:00.000001+00', date '2026-12-24', 3::bigint, 'Dune'),
  ('b', timestamptz '2026-11-28 09:00:00.000002+00', date '2026-12-24', 1::bigint, 'Dune'),
  ('c', timestamptz '2026-11-28 09:00:00.000002+00', date '2027-01-01', 2::bigint, 'Atlas ~ Sons'),
  ('d', timestamptz '2026-11-27 09:00:00+00', date '2026-02-28', 3::bigint, 'Zayed')) as r(id, at, day, n, name)`;

const orders: Readonly<Record<SortedBy['type'], SortedBy>> = {
  time: { key: sql`r.at`, type: 'time' },
  day: { key: sql`r.day`, type: 'day' },
  number: { key: sql`r.n`, type: 'number' },
  text: { key: sql`r.name`, type: 'text' },
};

async function page(by: SortedBy, descending: boolean, after: RowCursor | null, most: number) {
  const { past, order, told } = keysetQuery(by, sql`r.id`, { descending, after });
  const read = await db.execute(sql`select r.id, ${told} as key from ${rows} where ${past} order by ${order} limit ${most + 1}`);
  const { shown, next } = cutPage((read as unknown as { rows: RowCursor[] }).rows, most, ({ key, id }) => ({ key, id }));
  return { ids: shown.map(({ id }) => id), next };
}

it.each(Object.keys(orders) as SortedBy['type'][])('pages by %s go through every row once, both ways', async (type) => {
  for (const descending of [false, true]) {
    const whole = (await page(orders[type], descending, null, 10)).ids;
    const walked: string[] = [];
    let after: RowCursor | null = null;
    do {
      const { ids, next }: Awaited<ReturnType<typeof page>> = await page(orders[type], descending, after, 1);
      walked.push(...ids);
      after = next;
    } while (after);
    expect([whole.toSorted(), walked]).toEqual([['a', 'b', 'c', 'd'], whole]);
  }
});

it('a cursor that no list wrote shows the first page, and one beyond all time none', async () => {
  for (const by of Object.values(orders)) {
    const first = (await page(by, false, null, 2)).ids;
    expect((await page(by, false, { key: null, id: 'x' }, 2)).ids).toEqual(first);
    expect((await page(by, false, { key: by.type === 'text' ? 5 : 'nonsense', id: 'x' }, 2)).ids).toEqual(first);
  }
  for (const key of [-9e14, 9e14]) for (const by of [orders.time, orders.day]) await page(by, false, { key, id: 'x' }, 2);
  expect((await page(orders.time, false, { key: 9e14, id: 'x' }, 2)).ids).toEqual([]);
});
