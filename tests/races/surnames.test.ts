import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, expect, inject, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { untilSomebodyWaits } from '#tests/support/waiting.ts';

/*
 * Somebody is added to an order in the moment in which what its lists are sorted by changes, on a real PostgreSQL: both must
 * stand beside the surname. Where neither waits for the other, the list sorts by what was, or does not find the document.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-surnames-'));
const platform = await openStillPlatform(
  readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: await copyDatabase(inject('postgres'), 'surnames'),
    DATA_DIR: folder,
    PORT: '3999',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
  }),
);
const { db, clock } = platform;
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = new Date(clock.now()).toISOString();

async function anOrder(): Promise<string> {
  const id = randomUUID();
  await db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
      travel_starts, travel_ends, created_at, changed_at)
    values (${id}, ${id}, 'flight', 'ticketed', '', '', '', 'en', 'AED', 10000, 'guest', '', ${at}, ${at}, ${at}, ${at})`);
  await db.execute(sql`
    insert into flight_orders (order_id, origin, destination, departs_on, departs_at, airline, supplier, seats, passengers, choices)
    values (${id}, 'DXB', 'LHR', '2027-01-20', ${at}, 'EK', 'house', 1, '[]', '{}')`);
  return id;
}

/** What I35 says of surnames once somebody was added in a transaction that was still open when `other` began. */
async function rush(other: (order: string) => SQL, until: (begun: Promise<unknown>) => Promise<unknown>): Promise<number> {
  const order = await anOrder();
  const [added, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const adding = transact(db, async (tx) => {
    await tx.execute(sql`
      insert into order_travellers (order_id, position, type, personal, surname_index, person_index)
      values (${order}, 0, 'adult', '', 'a-surname', ${order})`);
    added.resolve();
    await commit.promise;
  });
  await added.promise;
  const begun = transact(db, (tx) => tx.execute(other(order)));
  await until(begun);
  commit.resolve();
  await Promise.all([adding, begun]);
  return brokenLines(await askInvariants(db, { now: clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, ['I35'])).filter((line) =>
    line.includes('surname'),
  ).length;
}

const changes = {
  'other flights': (order: string) => sql`update flight_orders set departs_at = departs_at + interval '1 day' where order_id = ${order}`,
  'another total': (order: string) => sql`update orders set total = total + 100, version = version + 1 where id = ${order}`,
  'an invoice': (order: string) => sql`
    insert into invoices (id, number, series, year, sequence, kind, key, order_id, order_reference, buyer, seller, issued_at, supply_date,
      net, vat, gross, charged_amount, charged_currency, rate)
    select ${order}, ${order}, 'INV', 2026, 1 + (select count(*) from invoices), 'invoice', ${order}, ${order}, ${order}, '{}', '{}', ${at},
      '2026-11-23', 100, 0, 100, 100, 'AED', '1'`,
};

it.each(Object.entries(changes))('somebody who is added while the order gets %s is found by what it is', async (_, change) => {
  const waited = () => untilSomebodyWaits(db);
  expect(await rush(change, waited)).toBe(0);
});

it('without the wait they are not', async () => {
  for (const name of ['lock_flight_surnames', 'lock_invoice_surnames'])
    await db.execute(sql.raw(`create or replace function ${name}(asked text) returns void language sql as $$ select null::void $$`));
  for (const [at, change] of Object.values(changes).entries()) {
    const broken = await rush(change, (begun) => begun);
    // Sorted otherwise, and not as it is: two lines each; a document that is not found is one.
    expect(broken).toBe([2, 4, 5][at]);
  }
});
