import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { edgesOf, moveOn, movesFrom } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { flightOrderMachine, flightOrderStates, type FlightOrderEvent, type FlightOrderState } from './flight-order-status.ts';

const actors = ['customer', 'staff', 'system', 'supplier', 'provider'] as const;
const events = [...new Set(flightOrderMachine.moves.map((move) => move.event))];
const walk = (from: FlightOrderState, event: FlightOrderEvent, actor: (typeof actors)[number]) =>
  moveOn(flightOrderMachine, from, event, actor);
const startsOf = (from: string | readonly string[]) => (typeof from === 'string' ? [from] : from);

describe('the flight order machine', () => {
  test('answers every state, event and actor as its table says', () => {
    let allowed = 0;
    for (const state of flightOrderStates) {
      for (const event of events) {
        for (const actor of actors) {
          const declared = flightOrderMachine.moves.find((move) => move.event === event && startsOf(move.from).includes(state));
          const answer = moveOn(flightOrderMachine, state, event, actor);
          if (!declared) expect(answer).toEqual({ ok: false, refused: 'not-possible-from-here' });
          else if (!declared.by.includes(actor)) expect(answer).toEqual({ ok: false, refused: 'not-yours-to-do' });
          else {
            expect(answer).toEqual({ ok: true, to: declared.to });
            allowed += 1;
          }
          expect(movesFrom(flightOrderMachine, state, actor).includes(event)).toBe(answer.ok);
        }
      }
    }
    expect(allowed).toBeGreaterThan(60);
  });

  test('gives one answer only: no event leads from one state to two', () => {
    const seen = new Set<string>();
    for (const move of flightOrderMachine.moves) {
      for (const from of startsOf(move.from)) {
        expect(seen.has(`${from} ${move.event}`)).toBe(false);
        seen.add(`${from} ${move.event}`);
      }
    }
  });

  test('lets nobody but the outside make money states', () => {
    const moneyStates = ['paid', 'refunded'];
    for (const move of flightOrderMachine.moves) {
      // Whoever releases an order gives it back the state of before: it was paid when it was held back.
      if (!moneyStates.includes(move.to) || move.event === 'release') continue;
      expect(move.by.filter((actor) => actor === 'customer' || actor === 'staff')).toEqual([]);
    }
    const [holding] = flightOrderMachine.moves.filter(({ to }) => to === 'on_hold');
    expect(startsOf(holding!.from)).toEqual(['paid', 'ticketing_failed']);
  });

  test('has no state that cannot be reached and no stuck order without a way out', () => {
    const reached = new Set<string>(['draft']);
    for (let grew = true; grew;) {
      grew = false;
      for (const [from, to] of edgesOf(flightOrderMachine)) {
        if (reached.has(from) && !reached.has(to)) {
          reached.add(to);
          grew = true;
        }
      }
    }
    expect([...reached].sort()).toEqual([...flightOrderStates].sort());
    expect(movesFrom(flightOrderMachine, 'stuck', 'supplier').length).toBeGreaterThan(3);
    expect(movesFrom(flightOrderMachine, 'stuck', 'customer')).toEqual([]);
  });

  test('keeps to its edges on 5,000 random walks', () => {
    const edges = new Set(edgesOf(flightOrderMachine).map(([from, to]) => `${from}>${to}`));
    fc.assert(
      fc.property(
        fc.array(fc.record({ event: fc.constantFrom(...events), actor: fc.constantFrom(...actors) }), { maxLength: 40 }),
        (steps) => {
          let state: FlightOrderState = 'draft';
          let version = 0;
          const trail: FlightOrderState[] = [state];
          for (const { event, actor } of steps) {
            const answer: ReturnType<typeof walk> = walk(state, event, actor);
            if (!answer.ok) continue;
            if (!edges.has(`${state}>${answer.to}`)) return false;
            state = answer.to;
            version += 1;
            trail.push(state);
          }
          // Nothing is refunded that was never owed, and nothing ticketed that was never paid.
          if (trail.includes('refunded') && !trail.includes('refund_due')) return false;
          if (trail.includes('ticketing') && !trail.includes('paid') && !trail.includes('ticketing_failed')) return false;
          return version === trail.length - 1;
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe('the database', async () => {
  const platform = await openTestPlatform();

  test.each([
    ['flight-order', edgesOf(flightOrderMachine)],
    [
      'claim',
      [
        ['held', 'allocated'],
        ['held', 'released'],
        ['allocated', 'released'],
      ],
    ],
    [
      'flight-ticket',
      [
        ['open', 'void'],
        ['open', 'refunded'],
        ['open', 'exchanged'],
        ['open', 'flown'],
        ['flown', 'open'],
      ],
    ],
  ])('knows exactly the declared edges of %s', async (machine, edges) => {
    const result = (await platform.db.execute(
      sql`select from_status, to_status from status_edges where machine = ${machine}`,
    )) as unknown as { rows: { from_status: string; to_status: string }[] };
    expect(result.rows.map((row) => `${row.from_status}>${row.to_status}`).sort()).toEqual(
      edges.map(([from, to]) => `${from}>${to}`).sort(),
    );
  });
});
