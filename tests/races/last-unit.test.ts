import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { ClaimRefused, type Wishes } from '#app/commerce/availability/claim-wishes.ts';
import { holdClaims } from '#app/commerce/availability/claims-store.server.ts';
import { openDatabase, transact, type OpenDatabase } from '#app/platform/database.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { instant } from '#app/values/dates.ts';
import { copyDatabase } from '../support/shared-postgres.ts';

const buyers = 64;
const now = instant(Date.parse('2026-11-23T07:42:00Z'));
let database: OpenDatabase;
let round = 0;

beforeAll(async () => {
  database = await openDatabase({ url: await copyDatabase(inject('postgres'), 'last_unit'), dataDir: '', poolSize: 40 });
});
afterAll(async () => {
  await database.close();
});
afterEach(() => armFailpoints(undefined));

/** Everybody at once; answers by buyer. */
async function rush(wishes: (buyer: number) => Wishes): Promise<string[]> {
  round += 1;
  const attempt = async (buyer: number) => {
    const holder = { orderId: `o${round}-${buyer}`, actor: `a${round}-${buyer}`, network: `n${round}-${buyer}` };
    try {
      await transact(database.db, (tx) => holdClaims(tx, holder, wishes(buyer), now, 900_000));
      return 'held';
    } catch (fault) {
      if (fault instanceof ClaimRefused) return fault.refused;
      throw fault;
    }
  };
  return Promise.all(Array.from({ length: buyers }, (_, buyer) => attempt(buyer)));
}

const winners = (answers: string[]) => answers.filter((answer) => answer === 'held').length;
const pool = (key: string, quantity: number, capacity: number): Wishes => ({
  pools: [{ key, quantity, capacity, ceiling: capacity }],
  units: [],
});
const seat = (key: string): Wishes => ({ pools: [], units: [key] });

describe(`${buyers} buyers at the same moment`, () => {
  test('one seat has one winner, and every loser a clean answer', async () => {
    const answers = await rush(() => seat('seat:EK1/2026-12-05/DXB/1A'));
    expect(winners(answers)).toBe(1);
    expect(answers.filter((answer) => answer === 'unit-taken')).toHaveLength(buyers - 1);
  });

  test('without its guard the same seat is sold many times: the test can fail', async () => {
    await database.script('drop index claims_one_per_unit');
    try {
      expect(winners(await rush(() => seat('seat:EK1/2026-12-05/DXB/2A')))).toBeGreaterThan(1);
    } finally {
      await database.script(
        `delete from claims where unit_key like '%/2A'; create unique index claims_one_per_unit on claims (unit_key) where unit_key is not null and status in ('held', 'allocated')`,
      );
    }
  });

  test('the last ten seats of a class go to exactly ten', async () => {
    const answers = await rush(() => pool('cabin:EK1/2026-12-05/DXB/economy', 1, 10));
    expect(winners(answers)).toBe(10);
    const rows = (await database.db.execute(sql`select held from pools where key = 'cabin:EK1/2026-12-05/DXB/economy'`)) as unknown as {
      rows: { held: number }[];
    };
    expect(rows.rows[0]!.held).toBe(10);
  });

  test('baskets of one to four leave less than the smallest that was refused', async () => {
    const size = (buyer: number) => (buyer % 4) + 1;
    const answers = await rush((buyer) => pool('cabin:EK2/2026-12-05/DXB/economy', size(buyer), 50));
    const sold = answers.reduce((sum, answer, buyer) => sum + (answer === 'held' ? size(buyer) : 0), 0);
    const smallest = Math.min(...answers.map((answer, buyer) => (answer === 'held' ? Number.POSITIVE_INFINITY : size(buyer))));
    expect(sold).toBeLessThanOrEqual(50);
    expect(50 - sold).toBeLessThan(smallest);
  });

  test('two cabins taken in either order never lock each other out', async () => {
    const keys = ['cabin:EK3/2026-12-05/DXB/economy', 'cabin:EK4/2026-12-05/LHR/economy'];
    const answers = await rush((buyer) => {
      const pools = keys.flatMap((key) => pool(key, 1, 20).pools);
      return { pools: buyer % 2 === 0 ? pools : pools.toReversed(), units: [] };
    });
    expect(winners(answers)).toBe(20);
  });

  test('without the guards the pool is oversold: the test can fail', async () => {
    armFailpoints('claims.pool:off');
    await database.script('alter table pools disable trigger pools_never_oversold');
    try {
      expect(winners(await rush(() => pool('cabin:EK5/2026-12-05/DXB/economy', 1, 10)))).toBeGreaterThan(10);
    } finally {
      await database.script('alter table pools enable trigger pools_never_oversold');
    }
  });

  test('one traveller with many windows holds two orders', async () => {
    round += 1;
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, window) => {
        try {
          await transact(database.db, (tx) =>
            holdClaims(
              tx,
              { orderId: `w${window}`, actor: 'one-and-the-same', network: `n-${window}` },
              pool('cabin:EK6/2026-12-05/DXB/economy', 1, 100),
              now,
              900_000,
            ),
          );
          return 'held';
        } catch (fault) {
          if (fault instanceof ClaimRefused) return fault.refused;
          throw fault;
        }
      }),
    );
    expect(winners(answers)).toBe(2);
  });
});

describe('a question with parameters', () => {
  const ask = (words: string, times: number) =>
    database.pool!.connect().then(async (client) => {
      try {
        for (let time = 0; time < times; time += 1) await client.query(`select $1::text as ${words}`, [words]);
        const { rows } = await client.query('select statement from pg_prepared_statements');
        return rows.filter((row: { statement: string }) => row.statement.endsWith(words)).length;
      } finally {
        client.release();
      }
    });

  test('is read and planned once when it comes again, and not kept when it came once', async () => {
    expect(await ask('once', 1)).toBe(0);
    expect(await ask('again', 3)).toBe(1);
  });
});
