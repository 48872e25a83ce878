import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { claimSlot, insertConsultation, SlotTaken } from '#app/commerce/consultations/consultations-store.server.ts';
import { saveOfficer } from '#app/commerce/consultations/officers-store.server.ts';
import { openFieldCrypto } from '#app/platform/crypto.server.ts';
import { openDatabase, transact, type OpenDatabase } from '#app/platform/database.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { addMilliseconds, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { copyDatabase } from '../support/shared-postgres.ts';

const visitors = 48;
const now = instant(Date.parse('2026-11-23T07:42:00Z'));
const nine = instant(Date.parse('2026-11-24T05:00:00Z'));
const crypto = openFieldCrypto('a secret for tests only, 0123456789abcdef');
let database: OpenDatabase;
let round = 0;

beforeAll(async () => {
  database = await openDatabase({ url: await copyDatabase(inject('postgres'), 'consultation_slot'), dataDir: '', poolSize: 40 });
  await database.db.execute(
    sql`insert into users (id, name, email, email_verified, created_at, updated_at) values ('officer', 'Grace', 'g@example.com', true, now(), now())`,
  );
  await transact(database.db, (tx) =>
    saveOfficer(tx, now, { officerId: 'officer', languages: ['en'], topics: ['refused'], takes: true, hours: [] }),
  );
});
afterAll(async () => {
  await database.close();
});
afterEach(() => armFailpoints(undefined));

/** Everybody wants the officer at once, each at a time of their own choice; who was given theirs. */
async function rush(timeOf: (visitor: number) => Instant): Promise<string[]> {
  round += 1;
  const attempt = async (visitor: number) => {
    const id = `c${round}-${visitor}`;
    try {
      await transact(database.db, (tx) =>
        insertConsultation(
          tx,
          crypto,
          now,
          {
            id,
            reference: id,
            topic: 'refused',
            channel: 'phone',
            callLanguage: 'en',
            language: 'en',
            zone: 'Asia/Dubai',
            country: null,
            userId: null,
            fromInquiry: null,
            contact: { name: 'x', email: `${id}@example.com`, phone: '+971501234567' },
            words: '',
            given: { at: timeOf(visitor), officerId: 'officer' },
          },
          'guest',
        ),
      );
      return [id];
    } catch (fault) {
      if (fault instanceof SlotTaken) return [];
      throw fault;
    }
  };
  return (await Promise.all(Array.from({ length: visitors }, (_, visitor) => attempt(visitor)))).flat();
}

describe(`${visitors} visitors at the same moment`, () => {
  test('one time of one officer has one winner, and nothing of the others stays', async () => {
    const winners = await rush(() => nine);
    expect(winners).toHaveLength(1);
    const { rows } = (await database.db.execute(sql`select id from consultations where id like ${`c${round}-%`}`)) as unknown as {
      rows: { id: string }[];
    };
    expect(rows.map(({ id }) => id)).toEqual(winners);
  });

  test('times that overlap by a quarter of an hour, the pause included, never both win', async () => {
    const from = addMilliseconds(nine, 240 * minuteMs);
    const timeOf = (visitor: number) => addMilliseconds(from, (visitor % 3) * 15 * minuteMs);
    expect(await rush(timeOf)).toHaveLength(1);
  });

  test('without the guard the same time is given many times: the test can fail', async () => {
    armFailpoints('consultation-slot:off');
    expect((await rush(() => addMilliseconds(nine, 480 * minuteMs))).length).toBeGreaterThan(1);
  });

  test('a time that was given back is given again, once', async () => {
    const at = addMilliseconds(nine, 720 * minuteMs);
    const [first] = await rush(() => at);
    await database.db.execute(sql`delete from consultation_claims where consultation_id = ${first!}`);
    const winners = await rush(() => at);
    expect(winners).toHaveLength(1);
    await expect(transact(database.db, (tx) => claimSlot(tx, first!, { at, officerId: 'officer' }))).rejects.toThrow(SlotTaken);
  });
});
