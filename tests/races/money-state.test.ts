import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, it } from 'vitest';
import { captured } from '#app/commerce/ledger/ledger-postings.ts';
import { post } from '#app/commerce/ledger/ledger-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { money } from '#app/values/money.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { untilSomebodyWaits } from '#tests/support/waiting.ts';

/*
 * Two parts of one price arrive in the same moment, on a real PostgreSQL: the state that the order keeps must count both.
 * With a trigger that adds up before it waits, the same two parts must leave it half paid.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-money-state-'));
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: await copyDatabase(inject('postgres'), 'money_state'),
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { db, clock } = platform;
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The state of an order of 100.00 of which 10.00 were paid before, after 50.00 and 40.00 came together. */
async function rush(): Promise<string> {
  const facts = { provider: 'sandbox', orderId: randomUUID(), paymentId: randomUUID() };
  const at = new Date(clock.now());
  await db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
      travel_starts, travel_ends, created_at, changed_at)
    values (${facts.orderId}, ${facts.orderId}, 'holiday', 'confirmed', '', '', '', 'en', 'AED', 10000, 'guest', '', ${at}, ${at}, ${at}, ${at})`);
  const part = (amount: number, before: Promise<void>, posted: () => void) =>
    transact(db, async (tx) => {
      await post(tx, clock.now(), captured(facts, money(amount, 'AED'), randomUUID()));
      // What was posted may still be on its way: with the answer to this it is there.
      await tx.execute(sql`select 1`);
      posted();
      await before;
    });
  await part(1000, Promise.resolve(), () => {});
  const commit = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const one = part(5000, commit.promise, first.resolve);
  await first.promise;
  const other = part(4000, Promise.resolve(), () => {});
  await untilSomebodyWaits(db);
  commit.resolve();
  await Promise.all([one, other]);
  const { rows } = (await db.execute(sql`select state from order_money_states where order_id = ${facts.orderId}`)) as unknown as {
    rows: { state: string }[];
  };
  return rows[0]!.state;
}

it('two parts of a price that arrive together leave the order paid', async () => {
  expect(await rush()).toBe('paid');
});

it('added up before it waited, the second part does not see the first', async () => {
  await db.execute(sql`
    create or replace function keep_money_states() returns trigger language plpgsql as $$
    begin
      insert into order_money_states (order_id, kind, state)
        select s.order_id, s.kind, s.state from money_states_of((
          select array_agg(distinct t.order_id) from added e join ledger_transfers t on t.id = e.transfer_id)) s
        on conflict (order_id) do update set state = excluded.state;
      return null;
    end $$`);
  expect(await rush()).toBe('part-paid');
});
