import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenConstraint, databaseCode, transact } from '#app/platform/database.server.ts';
import { money, type CurrencyCode } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import {
  authorised,
  captured,
  disputeCharged,
  disputeReturned,
  disputeTaken,
  disputeWrittenOff,
  exchanged,
  feeTaken,
  positionOf,
  positions,
  type Position,
  refunded,
  refundReturned,
  voided,
  type Transfer,
} from './ledger-postings.ts';
import { balancesOf, moneyPosition, post, postExchange, standsAt } from './ledger-store.server.ts';

const platform = await openTestPlatform();
const now = platform.clock.now();
const aed = (amount: number) => money(amount, 'AED');
const facts = (provider = 'sandbox') => ({ provider, orderId: randomUUID(), paymentId: randomUUID() });
const posting = (transfer: Transfer) => transact(platform.db, (tx) => post(tx, now, transfer));
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (fault: unknown) => ({ code: databaseCode(fault), constraint: brokenConstraint(fault) }),
  );

describe('every posting', () => {
  it('sums to zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (amount) => {
        const of = facts();
        const [sold, bought] = exchanged(of, aed(amount), money(amount * 3, 'USD'), 'fx');
        const disputed = [disputeTaken, disputeReturned, disputeWrittenOff, disputeCharged];
        const all = [authorised, voided, captured, refunded, refundReturned, feeTaken, ...disputed].map((make) =>
          make(of, aed(amount), 'key'),
        );
        for (const transfer of [...all, sold, bought]) expect(transfer.postings.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0);
      }),
    );
  });

  it('is made once per key', async () => {
    const of = facts();
    expect(await posting(captured(of, aed(500), `${of.orderId}:capture`))).not.toBeNull();
    expect(await posting(captured(of, aed(500), `${of.orderId}:capture`))).toBeNull();
    expect((await moneyPosition(platform.db, of.orderId)).captured).toEqual(aed(500));
  });

  it('moves something', () => {
    expect(() => captured(facts(), aed(0), 'nothing')).toThrow(RangeError);
    expect(() => refunded(facts(), aed(-1), 'negative')).toThrow(RangeError);
    expect(() => exchanged(facts(), aed(1), aed(1), 'same')).toThrow(TypeError);
  });
});

describe('the database', () => {
  it('refuses a transfer that does not balance, at commit', async () => {
    const of = facts();
    const bad = {
      ...captured(of, aed(500), `${of.orderId}:bad`),
      postings: [
        { account: 'customer-funds', kind: 'liability', perOrder: true, amount: -500 },
        { account: 'provider-fees', kind: 'expense', perOrder: false, amount: 499 },
      ],
    } as const;
    expect(await failure(posting(bad))).toEqual({ code: '23514', constraint: 'ledger_balanced' });
    expect((await moneyPosition(platform.db, of.orderId)).position).toBe('unpaid');
  });

  it('refuses a transfer with one entry or none', async () => {
    const of = facts();
    expect(
      await failure(
        transact(platform.db, (tx) =>
          tx.execute(sql`insert into ledger_transfers (key, kind, currency, posted_at) values (${of.orderId}, 'fee', 'AED', now())`),
        ),
      ),
    ).toMatchObject({ constraint: 'ledger_balanced' });
  });

  it('refuses to give back more than an order paid, or to release more than was promised', async () => {
    const of = facts();
    await posting(captured(of, aed(500), `${of.orderId}:capture`));
    expect(await failure(posting(refunded(of, aed(501), `${of.orderId}:refund`)))).toEqual({
      code: '23514',
      constraint: 'ledger_overdrawn',
    });
    expect(await failure(posting(voided(of, aed(1), `${of.orderId}:void`)))).toEqual({ code: '23514', constraint: 'ledger_overdrawn' });
    expect(await failure(posting(refunded(of, aed(500), `${of.orderId}:refund`)))).toBeNull();
  });

  it.each(['ledger_transfers', 'ledger_entries', 'ledger_accounts'])('refuses to change, delete or empty %s', async (table) => {
    await posting(captured(facts(), aed(500), randomUUID()));
    for (const statement of [`update ${table} set currency = 'USD'`, `delete from ${table}`, `truncate ${table} cascade`])
      expect((await failure(platform.db.execute(sql.raw(statement))))?.code).toBe('23001');
  });

  it('refuses an entry in another currency than its account and transfer', async () => {
    const of = facts();
    const id = await posting(captured(of, aed(500), `${of.orderId}:capture`));
    const account = sql`(select account_id from ledger_entries where transfer_id = ${id} limit 1)`;
    expect(
      (
        await failure(
          platform.db.execute(
            sql`insert into ledger_entries (transfer_id, account_id, currency, amount) values (${id}, ${account}, 'USD', 1)`,
          ),
        )
      )?.code,
    ).toBe('23503');
  });
});

it('names the position of an order by what moved', () => {
  expect(positionOf(aed(0), aed(0), aed(0)).position).toBe('unpaid');
  expect(positionOf(aed(100), aed(0), aed(0)).position).toBe('authorised');
  expect(positionOf(aed(0), aed(60), aed(0), aed(100)).position).toBe('part-paid');
  expect(positionOf(aed(0), aed(100), aed(0), aed(100)).position).toBe('paid');
  expect(positionOf(aed(0), aed(100), aed(40)).position).toBe('part-refunded');
  expect(positionOf(aed(0), aed(100), aed(100)).position).toBe('refunded');
});

describe('against a model in memory', () => {
  interface Model {
    promised: number;
    captured: number;
    refunded: number;
  }
  const step = fc.record({
    kind: fc.constantFrom(
      'authorise',
      'void',
      'sale',
      'refund',
      'return',
      'fee',
      'chargeback',
      'chargeback-return',
      'chargeback-loss',
      'dispute-fee',
      'exchange',
      'price',
    ),
    order: fc.integer({ min: 0, max: 2 }),
    amount: fc.integer({ min: 1, max: 1_000 }),
  });

  /** What the database keeps beside the orders, for lists: where each of them stands. */
  const keptStates = async (orderIds: readonly string[]): Promise<string[]> => {
    const stands = await Promise.all(positions.map((position) => standsAt(platform.db, 'holiday', position, sql`o.id`)));
    const cells = stands.map((is, at) => sql`case when ${is} then ${positions[at]!}::text end`);
    const { rows } = (await platform.db.execute(sql`
      select o.id, concat_ws(' and ', ${sql.join(cells, sql`, `)}) as stands from orders o
      where o.id in (${sql.join([...orderIds], sql`, `)})`)) as unknown as { rows: { id: string; stands: string }[] };
    const found = new Map(rows.map(({ id, stands: at }) => [id, at]));
    return orderIds.map((id) => found.get(id) ?? 'nowhere');
  };

  it('agrees after every step of random histories: sale, part refund, exchange, fee, void, dispute, another total', async () => {
    const sequences = Number(process.env['LEDGER_RUNS'] ?? 1000);
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 12 }),
        fc.constantFrom<CurrencyCode>('AED', 'KWD'),
        async (history, currency) => {
          const provider = `p-${randomUUID()}`;
          const orders = [0, 1, 2].map(() => ({
            ...facts(provider),
            model: { promised: 0, captured: 0, refunded: 0 } as Model,
            total: 500,
          }));
          for (const { orderId } of orders)
            await platform.db.execute(sql`
              insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
                travel_starts, travel_ends, created_at, changed_at)
              values (${orderId}, ${orderId}, 'holiday', 'confirmed', '', '', '', 'en', ${currency}, 500, 'guest', '', ${new Date(now)},
                ${new Date(now)}, ${new Date(now)}, ${new Date(now)})`);
          const reached = new Map<string, Position>();
          let clearing = 0;
          let usd = 0;
          for (const { kind, order, amount } of history) {
            const of = orders[order]!;
            const { model } = of;
            const key = randomUUID();
            const value = money(amount, currency);
            const owed = model.captured - model.refunded;
            const [possible, transfer, effect] = {
              authorise: [true, () => posting(authorised(of, value, key)), () => (model.promised += amount)],
              void: [amount <= model.promised, () => posting(voided(of, value, key)), () => (model.promised -= amount)],
              sale: [true, () => posting(captured(of, value, key)), () => ((model.captured += amount), (clearing += amount))],
              refund: [amount <= owed, () => posting(refunded(of, value, key)), () => ((model.refunded += amount), (clearing -= amount))],
              return: [true, () => posting(refundReturned(of, value, key)), () => ((model.refunded -= amount), (clearing += amount))],
              fee: [true, () => posting(feeTaken(of, value, key)), () => (clearing -= amount)],
              chargeback: [true, () => posting(disputeTaken(of, value, key)), () => (clearing -= amount)],
              'chargeback-return': [true, () => posting(disputeReturned(of, value, key)), () => (clearing += amount)],
              'chargeback-loss': [true, () => posting(disputeWrittenOff(of, value, key)), () => undefined],
              'dispute-fee': [true, () => posting(disputeCharged(of, value, key)), () => (clearing -= amount)],
              price: [
                true,
                () => platform.db.execute(sql`update orders set total = ${amount} where id = ${of.orderId}`),
                () => (of.total = amount),
              ],
              exchange: [
                true,
                () => transact(platform.db, (tx) => postExchange(tx, now, exchanged(of, value, money(amount * 2, 'USD'), key))),
                () => ((clearing -= amount), (usd += amount * 2)),
              ],
            }[kind] as [boolean, () => Promise<unknown>, () => void];
            expect((await failure(transfer())) === null, `${kind} ${amount} on ${JSON.stringify(model)}`).toBe(possible);
            if (possible) effect();
            steps += 1;
            const position = await moneyPosition(platform.db, of.orderId, money(of.total, currency));
            reached.set(of.orderId, position.position);
            expect([position.authorised.amount, position.captured.amount, position.refunded.amount]).toEqual([
              of.model.promised,
              of.model.captured,
              of.model.refunded,
            ]);
          }
          expect(await keptStates([...reached.keys()])).toEqual([...reached.values()]);
          const balances = await balancesOf(platform.db, `provider-clearing:${provider}`);
          expect([balances.get(currency) ?? 0, balances.get('USD') ?? 0]).toEqual([clearing, usd]);
        },
      ),
      { numRuns: sequences, seed: 1 },
    );
    const sums = (await platform.db.execute(
      sql`select currency, sum(amount)::text as total from ledger_entries group by currency`,
    )) as unknown as { rows: { total: string }[] };
    expect(sums.rows.every((row) => row.total === '0')).toBe(true);
    expect(steps).toBeGreaterThan(sequences * 4);
  }, 900_000);
});

it('finds the orders of a state alike, whether they are so few that they are named or not', async () => {
  const at = new Date(now);
  const stand = async () => {
    const is = await standsAt(platform.db, 'evisa', 'refunded', sql`o.id`);
    const { rows } = (await platform.db.execute(
      sql`select count(*)::int as n from orders o where o.kind = 'evisa' and ${is}`,
    )) as unknown as {
      rows: { n: number }[];
    };
    return rows[0]!.n;
  };
  const sell = (first: number, last: number) =>
    platform.db.execute(sql`
      with sold as (
        insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
          travel_starts, travel_ends, created_at, changed_at)
        select 'many-' || n, 'MANY-' || n, 'evisa', 'completed', '', '', '', 'en', 'AED', 100, 'guest', '', ${at}, ${at}, ${at}, ${at}
        from generate_series(${first}::int, ${last}::int) n returning id, kind)
      insert into order_money_states (order_id, kind, state)
      select id, kind, case when id like '%7' then 'paid' else 'refunded' end from sold`);
  await sell(1, 100);
  expect(await stand()).toBe(90);
  await sell(101, 3_000);
  expect(await stand()).toBe(2_700);
});
