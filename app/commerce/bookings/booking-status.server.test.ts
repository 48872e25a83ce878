import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { edgesOf, moveOn, type StatusTable } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { bookingKinds, bookingOrderMachine } from './booking-order-status.ts';
import { bookingMachine } from './booking-status.ts';
import { readVoucher, signVoucher, voucherKey } from './voucher-code.server.ts';
import { calendarDate } from '#app/values/dates.ts';

const platform = await openTestPlatform();
const machines: readonly StatusTable<string, string, string>[] = [bookingMachine, ...bookingKinds.map(bookingOrderMachine)];
const actors = ['customer', 'staff', 'system', 'supplier', 'provider'];

describe.each(machines.map((machine) => [machine.name, machine] as const))('%s', (name, machine) => {
  it('has the same edges in the database as in its table', async () => {
    const { rows } = (await platform.db.execute(
      sql`select from_status || '>' || to_status as edge from status_edges where machine = ${name}`,
    )) as unknown as { rows: { edge: string }[] };
    expect(rows.map(({ edge }) => edge).sort()).toEqual(
      edgesOf(machine)
        .map((edge) => edge.join('>'))
        .sort(),
    );
  });

  it('answers every state, event and actor: moved, or refused without a change', () => {
    const events = [...new Set(machine.moves.map((move) => move.event))];
    let moved = 0;
    for (const from of machine.states)
      for (const event of events)
        for (const actor of actors) {
          const answer = moveOn(machine, from, event, actor);
          const declared = machine.moves.some(
            (move) => move.event === event && [move.from].flat().includes(from) && move.by.includes(actor),
          );
          expect(answer.ok, `${from} ${event} ${actor}`).toBe(declared);
          if (answer.ok) moved += 1;
        }
    expect(moved).toBeGreaterThan(machine.states.length);
  });

  it('reaches every state from its first', () => {
    const reached = new Set([machine.initial]);
    for (let before = 0; before < reached.size;) {
      before = reached.size;
      for (const [from, to] of edgesOf(machine)) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...machine.states].sort());
  });
});

describe('the code of a voucher', () => {
  const facts = {
    voucher: '7K2M9-4QX3D',
    kind: 'holiday',
    item: 'best-of-italy',
    startsOn: calendarDate('2027-03-06'),
    places: 2,
  } as const;

  it('is read back with its facts, and by anybody with the public key alone', async () => {
    const code = signVoucher(platform.crypto, facts);
    expect(readVoucher(platform.crypto, code)).toEqual(facts);
    const key = await crypto.subtle.importKey('raw', Buffer.from(voucherKey(platform.crypto), 'base64url'), 'Ed25519', false, ['verify']);
    const cut = code.lastIndexOf('*');
    const [said, signature] = [Buffer.from(code.slice(0, cut)), Buffer.from(code.slice(cut + 1), 'base64url')];
    expect(await crypto.subtle.verify('Ed25519', key, signature, said)).toBe(true);
  });

  it('is refused when one letter of it differs, and for any other text', () => {
    const code = signVoucher(platform.crypto, facts);
    expect(readVoucher(platform.crypto, code.replace('*2*', '*3*'))).toBeNull();
    expect(readVoucher(platform.crypto, code.replace('best-of-italy', 'best-of-spain'))).toBeNull();
    for (const text of ['', '*', 'RV1*a*b', `${code}x`, code.replace('RV1', 'RV2')]) expect(readVoucher(platform.crypto, text)).toBeNull();
  });
});
