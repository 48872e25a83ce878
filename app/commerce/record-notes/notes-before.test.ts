import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { findNotes } from './record-notes-store.server.ts';

const platform = await openTestPlatform();
const { db, crypto } = platform;

it('what the version before writes during a restart of several servers stands on the record, and that version reads it', async () => {
  const [id, customer] = [randomUUID(), randomUUID()];
  const words = crypto.seal('Calls back at four', `customer_notes|words|${id}`);
  await db.execute(
    sql`insert into customer_notes (id, customer_id, author, words, told, at) values (${id}, ${customer}, 'somebody', ${words}, '{}', now())`,
  );
  expect(await findNotes(db, crypto, { kind: 'customer', id: customer })).toMatchObject([
    { id, words: 'Calls back at four', author: 'somebody' },
  ]);
  const { rows } = (await db.execute(sql`select words from customer_notes where customer_id = ${customer}`)) as unknown as {
    rows: { words: string }[];
  };
  expect(rows).toEqual([{ words }]);
});
