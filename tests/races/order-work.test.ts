import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { seedDemo } from '#seeds/demo.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { untilSomebodyWaits } from '#tests/support/waiting.ts';

/*
 * A refund of an order begins in the moment in which a colleague takes the order on, on a real PostgreSQL: what waits must be
 * theirs. Where neither waits for the other, the refund stays nobody's.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-order-work-'));
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: await copyDatabase(inject('postgres'), 'order_work'),
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
await seedDemo({ ...platform, env: { ...env, demo: true } });
const { db, clock } = platform;
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

async function firstOf<Value>(question: ReturnType<typeof sql>): Promise<Value> {
  const { rows } = (await db.execute(question)) as unknown as { rows: { v: Value }[] };
  return rows[0]!.v;
}
/** Whose the refund is, which began in a transaction that was still open when the order was taken on. */
async function rush(until: (taking: Promise<unknown>) => Promise<unknown>): Promise<{ mine: boolean; wrong: number }> {
  const order = randomUUID();
  const at = new Date(clock.now()).toISOString();
  const colleague = await firstOf<string>(sql`select user_id as v from internal_users order by 1 limit 1`);
  await db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
      travel_starts, travel_ends, created_at, changed_at)
    values (${order}, ${order}, 'staycation', 'confirmed', '', '', '', 'en', 'AED', 10000, 'guest', '', ${at}, ${at}, ${at}, ${at})`);
  await db.execute(sql`
    insert into payments (id, order_id, order_version, provider, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
    values (${order}, ${order}, 0, 'sandbox', 'succeeded', 10000, 'AED', 'en', '{}', ${at}, ${at}, ${at})`);
  const [begun, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const refunding = transact(db, async (tx) => {
    await tx.execute(sql`
      insert into refunds (id, payment_id, order_id, key, amount, currency, reason, asked_by, status, created_at, changed_at)
      values (${order}, ${order}, ${order}, ${order}, 100, 'AED', 'cancelled', 'system', 'pending', ${at}, ${at})`);
    begun.resolve();
    await commit.promise;
  });
  await begun.promise;
  const taking = transact(db, (tx) => tx.execute(sql`update orders set assigned_to = ${colleague} where id = ${order}`));
  await until(taking);
  commit.resolve();
  await Promise.all([refunding, taking]);
  const owner = await firstOf<string | null>(sql`select owner as v from order_work where kind = 'refund' and id = ${order}`);
  const broken = await askInvariants(db, { now: clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, ['I35']);
  return { mine: owner === colleague, wrong: brokenLines(broken).length };
}

it('a refund that begins while its order is taken on is whose the order is', async () => {
  const waited = () => untilSomebodyWaits(db);
  expect(await rush(waited)).toEqual({ mine: true, wrong: 0 });
});

it('without the wait it stays nobody’s', async () => {
  await db.execute(sql`create or replace function lock_order_work(asked text) returns void language sql as $$ select null::void $$`);
  expect(await rush((taking) => taking)).toEqual({ mine: false, wrong: 2 });
});
