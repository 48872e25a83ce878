import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#app/platform/database.server.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const { db, clock } = await openDemoPlatform();
const unkept = async (of: Db) => brokenLines(await askInvariants(of, { now: clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, ['I35']));
const at = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
const rowsOf = <Row>(result: unknown) => (result as { rows: Row[] }).rows;

async function placed(kind: 'experience' | 'staycation' | 'holiday'): Promise<string> {
  const id = randomUUID();
  await db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
      travel_starts, travel_ends, created_at, changed_at)
    values (${id}, ${id}, ${kind}, 'confirmed', '', '', '', 'en', 'AED', 10000, 'guest', '', ${at(9_000)}, ${at(9_900)}, ${at(0)}, ${at(0)})`);
  await db.execute(sql`
    insert into bookings (id, order_id, position, kind, item, places, starts_local, zone, starts_at, ends_at, ladder, operator, operator_mail, created_at, changed_at)
    values (${`booking-${id}`}, ${id}, 0, ${kind}, 'an-item', 1, '2027-01-01T09:00', 'Asia/Dubai', ${at(9_000)}, ${at(9_900)}, '{}', '', '', ${at(0)}, ${at(0)})`);
  return id;
}
const move = (order: string, status: string, minutes: number) =>
  db.execute(sql`update bookings set status = ${status}, version = version + 1, changed_at = ${at(minutes)} where order_id = ${order}`);
/** What waits of an order: its owner, and by when. */
const waits = async (order: string) =>
  rowsOf<{ kind: string; owner: string | null; due: string | null }>(
    await db.execute(sql`
      select kind, owner, to_char(due_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due from order_work where order_id = ${order} order by kind`),
  );

let colleague = '';
beforeAll(async () => {
  colleague = rowsOf<{ id: string }>(await db.execute(sql`select user_id as id from internal_users order by 1 limit 1`))[0]!.id;
});

describe('what of an order waits for the desk', () => {
  it('is kept from the request to its answer, by the promise that is made of it meanwhile', async () => {
    const order = await placed('experience');
    expect(await waits(order)).toEqual([]);
    await move(order, 'requested', 1);
    expect(await waits(order)).toEqual([{ kind: 'experience', owner: null, due: at(1 + 24 * 60) }]);
    await db.execute(sql`
      insert into experience_bookings (order_id, experience_id, option_key, date, start, party, answer_by)
      values (${order}, 'an-item', 'all', '2027-01-01', '09:00', '[]', ${at(90)})`);
    expect(await waits(order)).toEqual([{ kind: 'experience', owner: null, due: at(90) }]);
    await db.execute(sql`update experience_bookings set answer_by = ${at(200)} where order_id = ${order}`);
    expect(await waits(order)).toEqual([{ kind: 'experience', owner: null, due: at(200) }]);
    expect(await unkept(db)).toEqual([]);
    await move(order, 'confirmed', 3);
    expect([await waits(order), await unkept(db)]).toEqual([[], []]);
  });

  it('goes with its order from one colleague to another and back to nobody', async () => {
    const order = await placed('staycation');
    await move(order, 'confirmed', 1);
    await db.execute(
      sql`update bookings set status = 'operator_cancelled', choice_by = ${at(500)}, changed_at = ${at(2)} where order_id = ${order}`,
    );
    const give = (to: string | null) => db.execute(sql`update orders set assigned_to = ${to} where id = ${order}`);
    await give(colleague);
    expect(await waits(order)).toEqual([{ kind: 'staycation', owner: colleague, due: at(500) }]);
    await give(null);
    expect(await waits(order)).toEqual([{ kind: 'staycation', owner: null, due: at(500) }]);
    await give(colleague);
    await db.execute(sql`update bookings set status = 'cancelled', changed_at = ${at(3)} where order_id = ${order}`);
    expect([await waits(order), await unkept(db)]).toEqual([[], []]);
  });

  it('is due the day after the earliest part that is unpaid, whichever part is paid, moved or taken away', async () => {
    const order = await placed('holiday');
    for (const status of ['confirmed', 'balance_due', 'overdue']) await move(order, status, 1);
    expect(await waits(order)).toMatchObject([{ kind: 'holiday', due: at(1) }]);
    const part = (number: number, day: string) =>
      db.execute(
        sql`insert into instalments (order_id, number, amount, due_on, due_at) values (${order}, ${number}, 5000, ${day}, ${at(0)})`,
      );
    await part(1, '2026-11-10');
    await part(2, '2026-12-01');
    const due = async () => (await waits(order))[0]!.due;
    expect(await due()).toBe('2026-11-10T20:00:00.000Z');
    await db.execute(sql`update instalments set due_on = '2026-11-05' where order_id = ${order} and number = 1`);
    expect(await due()).toBe('2026-11-05T20:00:00.000Z');
    await db.execute(sql`update instalments set paid_at = ${at(5)} where order_id = ${order} and number = 1`);
    expect(await due()).toBe('2026-12-01T20:00:00.000Z');
    expect(await unkept(db)).toEqual([]);
    await db.execute(sql`delete from instalments where order_id = ${order} and number = 2`);
    expect([await due(), await unkept(db)]).toEqual([at(1), []]);
  });

  it('is a refund for as long as the bank has it', async () => {
    const order = await placed('staycation');
    await db.execute(sql`update orders set assigned_to = ${colleague} where id = ${order}`);
    const refund = `refund-${order}`;
    await db.execute(sql`
      insert into payments (id, order_id, order_version, provider, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
      values (${`payment-${order}`}, ${order}, 0, 'sandbox', 'succeeded', 10000, 'AED', 'en', '{}', ${at(10)}, ${at(0)}, ${at(0)})`);
    await db.execute(sql`
      insert into refunds (id, payment_id, order_id, key, amount, currency, reason, asked_by, status, created_at, changed_at)
      values (${refund}, ${`payment-${order}`}, ${order}, ${refund}, 100, 'AED', 'cancelled', 'system', 'pending', ${at(0)}, ${at(0)})`);
    const become = (status: string) =>
      db.execute(sql`update refunds set status = ${status}, version = version + 1, changed_at = ${at(1)} where id = ${refund}`);
    expect(await waits(order)).toEqual([{ kind: 'refund', owner: colleague, due: null }]);
    await become('stuck');
    expect([await waits(order), await unkept(db)]).toEqual([[{ kind: 'refund', owner: colleague, due: null }], []]);
    await become('succeeded');
    expect([await waits(order), await unkept(db)]).toEqual([[], []]);
  });

  it('is kept by the database itself: with a trigger asleep it would be wrong', async () => {
    const order = await placed('experience');
    const wrong = await db
      .transaction(async (tx) => {
        await tx.execute(sql`alter table bookings disable trigger bookings_keep_work`);
        await tx.execute(sql`update bookings set status = 'requested', changed_at = ${at(1)} where order_id = ${order}`);
        throw new Error((await unkept(tx as unknown as Db)).length.toString());
      })
      .catch((fault: Error) => fault.message);
    expect(wrong).toBe('1');
  });
});
