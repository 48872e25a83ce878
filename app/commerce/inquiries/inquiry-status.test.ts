import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { edgesOf } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { inquiryMachine } from './inquiry-status.ts';

const platform = await openTestPlatform();

test('the database knows exactly the edges of the inquiry machine that change its state', async () => {
  const { rows } = (await platform.db.execute(
    sql`select from_status, to_status from status_edges where machine = 'inquiry'`,
  )) as unknown as { rows: { from_status: string; to_status: string }[] };
  const real = rows.map((row) => `${row.from_status} > ${row.to_status}`).sort();
  const declared = edgesOf(inquiryMachine)
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `${from} > ${to}`)
    .sort();
  expect(real).toEqual(declared);
});
