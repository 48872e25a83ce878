import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, inject, it } from 'vitest';
import {
  databaseCode,
  openDatabase,
  readTogether,
  sendAhead,
  transact,
  type Db,
  type OpenDatabase,
} from '#app/platform/database.server.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';

/* Statements whose answers nobody waits for, on an engine that takes several at once and on one that takes one by one. */
const folder = mkdtempSync(join(tmpdir(), 'rihla-ahead-'));
const databases: Record<OpenDatabase['kind'], OpenDatabase> = {
  postgres: await openDatabase({ url: await copyDatabase(inject('postgres'), 'ahead'), dataDir: folder, poolSize: 3 }),
  embedded: await openDatabase({ dataDir: folder, memory: true }),
};
afterAll(async () => {
  for (const database of Object.values(databases)) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const notes = pgTable('notes', { id: text('id').primaryKey(), told: jsonb('told').notNull() });
for (const database of Object.values(databases))
  await database.script('create table notes (id text primary key, told jsonb not null check (id <> told::text))');
const note = (db: Db, id: string, told: unknown = {}) => db.insert(notes).values({ id, told });
const ids = async (db: Db) => (await db.select().from(notes)).map(({ id }) => id).sort();
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (fault: unknown) => databaseCode(fault) ?? (fault as Error).message,
  );

describe.each(Object.entries(databases))('what is sent ahead on %s', (_kind, { db }) => {
  it('is there when the transaction is, and is done in the order in which it was sent', async () => {
    await transact(db, async (tx) => {
      await sendAhead(tx, note(tx, 'one', 1));
      await sendAhead(tx, tx.execute(sql`update notes set told = '2' where id = 'one' and told = '1'`));
      await sendAhead(tx, note(tx, 'two', 2));
    });
    expect(await db.select().from(notes).orderBy(notes.id)).toEqual([
      { id: 'one', told: 2 },
      { id: 'two', told: 2 },
    ]);
  });

  it('takes the whole transaction with it when it fails last, and its fault is the one that is told', async () => {
    const failed = transact(db, async (tx) => {
      await note(tx, 'three');
      await sendAhead(tx, note(tx, 'one'));
    });
    expect(await codeOf(failed)).toBe('23505');
    expect(await ids(db)).toEqual(['one', 'two']);
  });

  it('is told as the cause when what comes after it cannot be done any more', async () => {
    const failed = transact(db, async (tx) => {
      await sendAhead(tx, note(tx, 'one'));
      await sendAhead(tx, note(tx, 'four'));
      await tx.select().from(notes);
    });
    expect(await codeOf(failed)).toBe('23505');
    expect(await ids(db)).toEqual(['one', 'two']);
  });

  it('keeps the transaction from its commit when it is refused before it was sent', async () => {
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    const failed = transact(db, async (tx) => {
      await note(tx, 'five');
      await sendAhead(tx, note(tx, 'six', circle));
    });
    expect(await codeOf(failed)).toMatch(/circular/);
    expect(await ids(db)).toEqual(['one', 'two']);
  });

  it('does not hide a fault of the work itself', async () => {
    const failed = transact(db, async (tx) => {
      await sendAhead(tx, note(tx, 'seven'));
      throw new Error('changed its mind');
    });
    expect(await codeOf(failed)).toBe('changed its mind');
    expect(await ids(db)).toEqual(['one', 'two']);
  });

  it('is seen by reads that go together, each of which has its own answer', async () => {
    const [all, one, none] = await readTogether(db, (together) =>
      Promise.all([
        ids(together),
        together.execute(sql`select told from notes where id = 'two'`),
        together.execute(sql`select 1 where false`),
      ]),
    );
    expect(all).toEqual(['one', 'two']);
    expect([one, none].map((answer) => (answer as { rows: unknown[] }).rows)).toEqual([[{ told: 2 }], []]);
  });

  it('leaves the connection fit for whoever is next when one of the reads that go together fails', async () => {
    const failed = readTogether(db, (together) => Promise.all([together.execute(sql`select 1 / 0`), ids(together), ids(together)]));
    expect(await codeOf(failed)).toBe('22012');
    expect(await Promise.all(Array.from({ length: 6 }, () => ids(db)))).toEqual(Array.from({ length: 6 }, () => ['one', 'two']));
  });

  it('is begun again with its transaction when two wait for each other', async () => {
    let tries = 0;
    const cross = (id: string, other: string) =>
      transact(db, async (tx) => {
        tries += 1;
        await tx.execute(sql`update notes set told = '3' where id = ${id}`);
        await met();
        await sendAhead(tx, tx.execute(sql`update notes set told = '3' where id = ${other}`));
      });
    let arrived = 0;
    let open: () => void = () => undefined;
    const both = new Promise<void>((resume) => (open = resume));
    // The embedded engine does one transaction after the other: nobody to wait for.
    const met = async () => {
      arrived += 1;
      if (arrived === 2 || db === databases.embedded.db) open();
      await both;
    };
    await Promise.all([cross('one', 'two'), cross('two', 'one')]);
    expect(tries).toBe(db === databases.embedded.db ? 2 : 3);
    expect((await db.select().from(notes)).map(({ told }) => told)).toEqual([3, 3]);
  });
});

it('is shared out among helpers of the database only where a statement reads very much', async () => {
  const { rows } = (await databases.postgres.db.execute(sql`show parallel_setup_cost`)) as unknown as { rows: unknown[] };
  expect(rows).toEqual([{ parallel_setup_cost: '100000' }]);
});
