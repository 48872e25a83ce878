import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { confirmAsk, keepAsk } from '#app/commerce/price-alerts/guest-alerts-store.server.ts';
import { mostAlerts } from '#app/commerce/price-alerts/price-alert-rules.ts';
import { setAlert } from '#app/commerce/price-alerts/price-alerts-store.server.ts';
import { openFieldCrypto } from '#app/platform/crypto.server.ts';
import { openDatabase, transact, type OpenDatabase } from '#app/platform/database.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { instant } from '#app/values/dates.ts';
import { copyDatabase } from '../support/shared-postgres.ts';
import { meetBeforeWriting } from '../support/waiting.ts';

const presses = 32;
const now = instant(Date.parse('2026-11-23T07:42:00Z'));
const crypto = openFieldCrypto('a secret for tests only, 0123456789abcdef');
const url = await copyDatabase(inject('postgres'), 'price_alerts');
let database: OpenDatabase;

beforeAll(async () => {
  database = await openDatabase({ url, dataDir: '', poolSize: 40 });
  await database.db.execute(
    sql`insert into users (id, name, email) values ('watcher', 'Maryam', 'm@example.com'), ('other', 'Jose', 'j@example.com')`,
  );
});
afterAll(async () => {
  await database.close();
});
afterEach(() => armFailpoints(undefined));

const things = (many: number) => Array.from({ length: many }, (_, each) => `tour-${each}`);

/** One account watches as many tours in the same moment. How many say that they are watched, and how many are. */
async function rush(userId: string, meeting = 0) {
  const all = await meetBeforeWriting(url, 'price_alerts', meeting, () =>
    Promise.all(things(presses).map((thing) => setAlert(database.db, now, { userId, thing, below: 100_000, language: 'en' }))),
  );
  const { rows } = (await database.db.execute(sql`select count(*)::int as n from price_alerts where user_id = ${userId}`)) as unknown as {
    rows: { n: number }[];
  };
  return { said: all.filter(Boolean).length, kept: rows[0]!.n };
}

/** The owner of an address says yes to all that was asked for in its name, in the same moment. */
async function confirmed(email: string, meeting = 0): Promise<number> {
  const ids = await Promise.all(
    things(presses).map((thing) =>
      transact(database.db, (tx) => keepAsk(tx, crypto, now, { email, thing, below: 100_000, language: 'en' })),
    ),
  );
  const answers = await meetBeforeWriting(url, 'price_alerts', meeting, () =>
    Promise.all(ids.map((id) => transact(database.db, (tx) => confirmAsk(tx, now, id)))),
  );
  return answers.filter((answer) => answer === 'watching').length;
}

describe(`${presses} prices watched by one person in the same moment`, () => {
  test('are no more than one person may watch, by account and by address', async () => {
    expect(await rush('watcher')).toEqual({ said: mostAlerts, kept: mostAlerts });
    expect(await confirmed('one@example.com')).toBe(mostAlerts);
  });

  test('are more when the guard is off', async () => {
    armFailpoints('price-alerts:off');
    expect((await rush('other', mostAlerts + 1)).kept).toBeGreaterThan(mostAlerts);
    expect(await confirmed('another@example.com', mostAlerts + 1)).toBeGreaterThan(mostAlerts);
  });
});
