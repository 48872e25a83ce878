import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { heldText } from './held-text.ts';

test('the sign zero is left out of texts and lists of texts, and everything else stays what it was', () => {
  const at = new Date(0);
  expect([heldText('a\0b\0'), heldText('a\nb'), heldText(7), heldText(null), heldText(at)]).toEqual(['ab', 'a\nb', 7, null, at]);
  expect(heldText(['\0', 'x', 1])).toEqual(['', 'x', 1]);
});

test('in JSON its escape is left out, and what only looks like one stays', () => {
  const kept = { note: String.raw`\u0000 was typed`, n: 1 };
  expect(heldText(JSON.stringify({ ...kept, 'na\0me': ['Ra\0hma'] }))).toBe(JSON.stringify({ ...kept, name: ['Rahma'] }));
  expect(heldText(String.raw`[\u0000 in words`)).toBe(String.raw`[\u0000 in words`);
});

test('a statement with it is answered instead of failing', async () => {
  const platform = await openTestPlatform();
  const { rows } = (await platform.db.execute(sql`select ${'Ra\0hma'}::text as name`)) as unknown as { rows: { name: string }[] };
  expect(rows).toEqual([{ name: 'Rahma' }]);
  const written = (await platform.db.execute(sql`select ${JSON.stringify({ name: 'Ra\0hma' })}::jsonb as held`)) as unknown as {
    rows: { held: unknown }[];
  };
  expect(written.rows).toEqual([{ held: { name: 'Rahma' } }]);
});
