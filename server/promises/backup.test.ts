import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findOrderAsSystem, readContact } from '#app/commerce/orders/orders-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { openDatabase, transact, type Db } from '#app/platform/database.server.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { BackupFault, restoreBackup, writeBackup } from './backup.ts';
import { askInvariants, brokenLines } from './invariants.ts';

const platform = await openTestPlatform();
const folder = mkdtempSync(join(tmpdir(), 'rihla-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'one.backup');
const source = join(folder, 'source');
const { secret } = platform;
let paidFor = '';
let made: Awaited<ReturnType<typeof writeBackup>>;

beforeAll(async () => {
  const offer = { ...anOffer({ supplier: 'played' }), id: 'played.one', expiresAt: '2026-12-01T00:00:00.000Z' };
  const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 'played', offers: [offer] })]);
  paidFor = (await sale.paid((await sale.placed(aDraft(offer))).id)).id;
  await sale.placed(aDraft(offer), { address: '10.3.3.3' });
  // What the queue counts of itself lies in a table for each day; where the backup is read it is another day.
  await platform.db.execute(
    sql`create table pgboss.queue_stats_20260101 partition of pgboss.queue_stats for values from ('2026-01-01') to ('2026-01-02')`,
  );
  mkdirSync(join(source, 'files'), { recursive: true });
  writeFileSync(join(source, 'files', 'a-kept-paper.pdf'), Buffer.from([0, 255, 10, 13, 37]));
  made = await writeBackup(platform.database, { file, dataDir: source, secret, now: platform.clock.now() });
}, 240_000);

async function contents(db: Db): Promise<Record<string, number>> {
  const places = (
    (await db.execute(
      sql`select n.nspname || '.' || c.relname as place from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'pgboss') and c.relkind = 'r' and not c.relname like 'queue_stats%' order by 1`,
    )) as unknown as { rows: { place: string }[] }
  ).rows;
  const counted: Record<string, number> = {};
  for (const { place } of places) {
    const [row] = (
      (await db.execute(
        sql.raw(`select count(*)::int as rows, coalesce(sum(hashtext(t::text)::bigint), 0)::float8 as mark from ${place} t`),
      )) as unknown as {
        rows: { rows: number; mark: number }[];
      }
    ).rows;
    counted[place] = place === 'public.schema_migrations' || place === 'pgboss.version' ? 0 : row!.mark + row!.rows;
  }
  return counted;
}

const restore = (from: string, name: string, more: { secret?: string } = {}) => {
  const dataDir = join(folder, name);
  return restoreBackup(() => openDatabase({ dataDir, memory: true }), { file: from, dataDir, secret, ...more });
};
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (fault: unknown) => (fault instanceof BackupFault ? fault.message : `not a fault for people: ${String(fault)}`),
  );

it('brings back every row of every table, the files, the counters and every promise, into an empty place', async () => {
  const { database, summary } = await restore(file, 'restored');
  try {
    expect(summary).toEqual(made);
    expect(made.rows).toBeGreaterThan(100);
    expect(await contents(database.db)).toEqual(await contents(platform.db));
    expect(readFileSync(join(folder, 'restored', 'files', 'a-kept-paper.pdf'))).toEqual(Buffer.from([0, 255, 10, 13, 37]));
    const order = await findOrderAsSystem(database.db, paidFor);
    expect(readContact(platform.crypto, order!).email).toBe('layla@example.com');
    const question = { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 };
    expect(brokenLines(await askInvariants(database.db, question))).toEqual([]);
    // It goes on from here: the chain grows, and history is guarded as before.
    await transact(database.db, (tx) =>
      audit(tx, platform.clock.now(), { actor: 'system', action: 'backup.restored', subject: 'backups:1' }),
    );
    expect(brokenLines(await askInvariants(database.db, question, {}, ['I10', 'I18']))).toEqual([]);
    await expect(database.db.execute(sql`delete from audit_events`)).rejects.toThrow();
  } finally {
    await database.close();
  }
}, 300_000);

it('reads a backup that still has what the queue counted of itself on another day', async () => {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const { hash: _, ...counts } = JSON.parse(lines.pop()!.slice(2)) as { hash: string; tables: number; rows: number; files: number };
  lines.push('T {"place":"pgboss.queue_stats_20260101","columns":["name"]}', 'R {"name":"message.send"}');
  const hash = createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
  const older = join(folder, 'older');
  const end = `E ${JSON.stringify({ ...counts, tables: counts.tables + 1, rows: counts.rows + 1, hash })}`;
  writeFileSync(older, gzipSync(`${[...lines, end].join('\n')}\n`));
  const { database } = await restore(older, 'restored-older');
  expect(await contents(database.db)).toEqual(await contents(platform.db));
  await database.close();
}, 300_000);

it('never restores over what is there', async () => {
  const used = { ...platform.database, close: async () => undefined };
  const before = await contents(platform.db);
  expect(await faultOf(restoreBackup(async () => used, { file, dataDir: join(folder, 'used'), secret }))).toMatch(
    /There are \d+ tables here already/,
  );
  expect(await contents(platform.db)).toEqual(before);
  mkdirSync(join(folder, 'with-files', 'files'), { recursive: true });
  writeFileSync(join(folder, 'with-files', 'files', 'x'), 'x');
  expect(await faultOf(restore(file, 'with-files'))).toMatch(/not empty/);
});

it('makes nothing of a backup that is cut off, damaged, or none at all', async () => {
  const whole = gunzipSync(readFileSync(file)).toString();
  const cut = join(folder, 'cut');
  writeFileSync(cut, readFileSync(file).subarray(0, -2_000));
  const bitten = join(folder, 'bitten');
  writeFileSync(bitten, gzipSync(whole.replace('layla', 'leyla').replace(/"total": \d+/, '"total": 1')));
  const short = join(folder, 'short');
  writeFileSync(short, gzipSync(whole.split('\n').slice(0, -2).join('\n')));
  const other = join(folder, 'other');
  writeFileSync(other, 'not a backup');
  for (const damaged of [cut, bitten, short, other])
    expect(await faultOf(restore(damaged, 'nothing'))).toMatch(/cannot be read|damaged|cut off/);
  expect(existsSync(join(folder, 'nothing'))).toBe(false);
});

it('refuses a backup whose sealed fields could not be read here', async () => {
  expect(await faultOf(restore(file, 'nothing', { secret: 'another secret of another installation' }))).toMatch(/another AUTH_SECRET/);
});
