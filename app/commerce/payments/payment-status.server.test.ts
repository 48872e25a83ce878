import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { databaseCode } from '#app/platform/database.server.ts';
import { edgesOf, moveOn, movesFrom, type StatusTable } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { disputeTable } from '../disputes/dispute-status.ts';
import { eventOf, paymentStates, paymentStatusTable, refundStatusTable, type PaymentActor } from './payment-status.ts';

const platform = await openTestPlatform();
const actors: readonly PaymentActor[] = ['provider', 'system', 'customer', 'staff'];
const machines: readonly StatusTable<string, string, PaymentActor>[] = [paymentStatusTable, refundStatusTable, disputeTable] as never;

describe.each(machines)('the $name machine', (machine) => {
  const events = [...new Set(machine.moves.map((move) => move.event))];
  const edges = new Set(edgesOf(machine).map((edge) => edge.join('>')));

  it('has the same edges in the database', async () => {
    const rows = (await platform.db.execute(
      sql`select from_status || '>' || to_status as edge from status_edges where machine = ${machine.name}`,
    )) as unknown as { rows: { edge: string }[] };
    expect(rows.rows.map((row) => row.edge).sort()).toEqual([...edges].sort());
  });

  it('moves only along its edges, for every state, event and actor', () => {
    let moves = 0;
    for (const from of machine.states) {
      for (const event of events) {
        for (const actor of actors) {
          const move = moveOn(machine, from, event, actor);
          if (!move.ok) continue;
          moves += 1;
          expect(edges).toContain(`${from}>${move.to}`);
          expect(movesFrom(machine, from, actor)).toContain(event);
        }
      }
    }
    expect(moves).toBeGreaterThan(5);
  });

  it('gives nobody but the provider a move that says money moved', () => {
    for (const state of machine.states) {
      expect(movesFrom(machine, state, 'customer')).toEqual([]);
      expect(movesFrom(machine, state, 'staff')).toEqual([]);
      expect(movesFrom(machine, state, 'system').every((event) => event === 'lost')).toBe(true);
    }
  });

  it('never leaves its states in 5,000 random walks', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...events), fc.constantFrom(...actors)), { maxLength: 30 }), (walk) => {
        let state = machine.initial;
        for (const [event, actor] of walk) {
          const move = moveOn(machine, state, event, actor);
          if (move.ok) state = move.to;
        }
        return machine.states.includes(state);
      }),
      { numRuns: 5_000, seed: 7 },
    );
  });

  it('can reach every state, and from every state that is not an end there is a way on', () => {
    const reached = new Set([machine.initial]);
    for (let round = 0; round < machine.states.length; round += 1)
      for (const move of machine.moves) for (const from of [move.from].flat()) if (reached.has(from)) reached.add(move.to);
    expect([...reached].sort()).toEqual([...machine.states].sort());
    const ends = machine.states.filter((state) => !machine.moves.some((move) => [move.from].flat().includes(state)));
    const expected: Readonly<Record<string, readonly string[]>> = {
      payment: ['succeeded', 'canceled'],
      refund: ['failed'],
      dispute: ['won', 'lost', 'prevented'],
    };
    expect(ends).toEqual(expected[machine.name]);
  });
});

describe('the payment machine in the database', () => {
  async function insert(status: string): Promise<string> {
    const id = crypto.randomUUID();
    await platform.db
      .execute(sql`insert into payments (id, order_id, order_version, provider, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
      values (${id}, ${id}, 1, 'sandbox', ${status}, 100, 'AED', 'en', '{}', now(), now(), now())`);
    return id;
  }

  it('takes every declared edge and refuses every other, whoever writes', async () => {
    const edges = new Set(edgesOf(paymentStatusTable).map((edge) => edge.join('>')));
    for (const from of paymentStates) {
      for (const to of paymentStates) {
        if (from === to) continue;
        const id = await insert(from);
        const moved = await platform.db
          .execute(sql`update payments set status = ${to}, version = version + 1 where id = ${id}`)
          .then(() => true, databaseCode);
        expect(moved, `${from}>${to}`).toBe(edges.has(`${from}>${to}`) ? true : '23514');
      }
    }
  });

  it('refuses a write that does not move the version on by one', async () => {
    const id = await insert('requires_payment_method');
    for (const version of ['version', 'version + 2', 'version - 1']) {
      await expect(
        platform.db
          .execute(sql.raw(`update payments set version = ${version} where id = '${id}'`))
          .catch((fault: unknown) => Promise.reject(new Error(String(databaseCode(fault))))),
      ).rejects.toThrow('23514');
    }
  });

  it('lets one payment of an order live', async () => {
    const id = await insert('succeeded');
    const second = platform.db
      .execute(sql`insert into payments (id, order_id, order_version, provider, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
      values ('second', ${id}, 2, 'sandbox', 'requires_payment_method', 100, 'AED', 'en', '{}', now(), now(), now())`);
    expect(await second.then(() => null, databaseCode)).toBe('23505');
  });
});

it('knows an event for every status a provider can tell', () => {
  for (const state of paymentStates)
    if (state !== 'stuck') expect(paymentStatusTable.moves.some((move) => move.event === eventOf[state] && move.to === state)).toBe(true);
});
