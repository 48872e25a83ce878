import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { isDatabaseGone, openDatabase, sendAhead, transact } from '#app/platform/database.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openTcpProxy } from '#tests/support/tcp-proxy.ts';

/* A connection that breaks over a commit: whoever waits is told what really became of it, and does nothing twice. */
const folder = mkdtempSync(join(tmpdir(), 'rihla-fate-'));
const address = new URL(await copyDatabase(inject('postgres'), 'fate'));
const wire = await openTcpProxy({ host: '127.0.0.1', port: Number(address.port) });
const direct = await openDatabase({ url: address.href, dataDir: folder, poolSize: 1 });
address.port = String(wire.port);
address.searchParams.delete('host');
const { db, close } = await openDatabase({ url: address.href, dataDir: folder, poolSize: 2, silentAfterMs: 3_000 });
afterAll(async () => {
  await close();
  await direct.close();
  await wire.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => armFailpoints(undefined));

const marks = pgTable('marks', { id: text('id').primaryKey() });
await direct.script('create table marks (id text primary key)');
beforeEach(() => direct.script('delete from marks'));
const ids = async () => (await direct.db.select().from(marks)).map(({ id }) => id);
const mark = (id: string) =>
  transact(db, async (tx) => {
    await tx.insert(marks).values({ id });
    return `${id} is made`;
  });

describe('a commit whose answer is lost', () => {
  it('was done, and is said to be done', async () => {
    for (const id of ['one', 'two', 'three']) {
      wire.cutOver('commit', 'after');
      expect(await mark(id)).toBe(`${id} is made`);
    }
    expect(await ids()).toEqual(['one', 'two', 'three']);
  });

  it('is said to have failed when nobody asks what became of it, although it was done', async () => {
    armFailpoints('commit-fate:off');
    wire.cutOver('commit', 'after');
    expect(isDatabaseGone(await mark('one').catch((fault: unknown) => fault))).toBe(true);
    expect(await ids()).toEqual(['one']);
  });
});

describe('a commit that did not arrive', () => {
  it('failed, and is said to have failed', async () => {
    wire.cutOver('commit', 'before');
    expect(isDatabaseGone(await mark('one').catch((fault: unknown) => fault))).toBe(true);
    expect(await ids()).toEqual([]);
  });

  it('is never done later: what stands open on a wire that says nothing is ended', async () => {
    const silent = transact(db, async (tx) => {
      await tx.insert(marks).values({ id: 'one' });
      expect(wire.swallowOne()).toBe(true);
      await sendAhead(tx, tx.insert(marks).values({ id: 'two' }));
    });
    expect(isDatabaseGone(await silent.catch((fault: unknown) => fault))).toBe(true);
    expect(await ids()).toEqual([]);
    const open = await direct.db.execute(sql`select 1 from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
      and datname = current_database()`);
    expect((open as unknown as { rows: unknown[] }).rows).toEqual([]);
    expect(await mark('three')).toBe('three is made');
  });
});
