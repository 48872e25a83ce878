import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { openRooms, placeStayOrder } from '#app/products/staycations/place-stay-order.server.ts';
import { changeStay, startStay, workStayEdition } from '#app/products/staycations/staff/edit-stay.server.ts';
import { publishHouse, wholeHouse } from '#app/products/staycations/staff/house-testing.ts';
import { listDoors } from '#app/products/staycations/staff/stay-desk-store.server.ts';
import { openStayCounter } from '#app/products/staycations/stay-counter.server.ts';
import { stayProduct } from '#app/products/staycations/stay-product.server.ts';
import { editionsOfStays } from '#app/products/staycations/staycations-store.server.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting, untilSomebodyWaits } from '#tests/support/waiting.ts';

/*
 * The desk lowers the number of rooms in the moment in which the last of them is sold, on a real PostgreSQL. With the lock of
 * whoever sells switched off the same test must see more sold than there are doors.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-fewer-rooms-'));
const url = await copyDatabase(inject('postgres'), 'fewer_rooms');
const platform = await openStillPlatform(
  readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '3999',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
  }),
);
const counter = openStayCounter(platform);
await deliverMessages(platform, { of: () => counter, product: () => stayProduct(platform), draft: counter });
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

let guests = 0;
/** Books a room of a house for one night. */
async function book(stayId: string, date: string): Promise<string> {
  guests += 1;
  const visit = new URLSearchParams({ date, nights: '1', adults: '2', room: 'garden-room', plan: 'saver' });
  const open = await openRooms(platform, stayId, visit, 'en');
  if (!open) return 'gone';
  const placed = await placeStayOrder(platform, {
    viewer: { kind: 'anonymous' },
    stayId,
    visit,
    booker: { givenNames: 'Omar', surname: 'Said', email: `guest${guests}@example.com`, phone: '+971501234567', note: '' },
    language: 'en',
    seenTotal: open.quote.total,
    key: newFormKey(),
    address: `10.7.${guests}.1`,
  });
  return placed.ok ? 'held' : placed.refused;
}

/** A house with two rooms, one of them sold for a night, and an edition in review that leaves it one. */
async function houseToLower(title: string): Promise<string> {
  const begun = await startStay(platform, { title, staffId: 'staff-writer' });
  if (!begun.ok) throw new Error(begun.refused);
  const thing = begun.value;
  await publishHouse(platform, thing, (content) => wholeHouse(content, 2));
  expect(await book(thing, '2026-12-15')).toBe('held');
  const fewer = await changeStay(platform, {
    thing,
    staffId: 'staff-writer',
    version: 0,
    part: 'rooms',
    change: (content) => wholeHouse(content, 1),
  });
  if (!fewer.ok) throw new Error(fewer.refused);
  await workStayEdition(platform, { thing, staffId: 'staff-writer', version: fewer.value, work: 'submit', reason: '' });
  return thing;
}
async function lower(thing: string): Promise<string> {
  const { version } = (await editionsOfStays.findOpen(platform.db, thing))!;
  const worked = await workStayEdition(platform, { thing, staffId: 'staff-checker', version, work: 'publish', reason: '' });
  return worked.ok ? 'lowered' : worked.refused;
}
/** Rooms that are sold for the night, and doors that there are. */
async function soldAndDoors(thing: string): Promise<[number, number]> {
  const { rows } = (await platform.db.execute(
    sql`select count(*)::int as sold from claims where starts_with(unit_key, ${`room:${thing}/`}) and nights @> date '2026-12-15' and status <> 'released'`,
  )) as unknown as { rows: { sold: number }[] };
  return [rows[0]!.sold, (await listDoors(platform.db, thing)).length];
}

/** A guest stands just before the row of the last room when the desk begins to lower the number. */
function meet(thing: string, guarded: boolean): Promise<[string, string]> {
  return meetBeforeWriting(url, 'claims', 2, async () => {
    const booked = book(thing, '2026-12-15');
    await untilSomebodyWaits(platform.db);
    const lowered = lower(thing);
    // Whoever does not wait is done before the guest; another one at the gate opens it.
    const other = guarded ? null : lowered.then(() => book(thing, '2026-12-20'));
    const answers: [string, string] = [await booked, await lowered];
    await other;
    return answers;
  });
}

describe('the number of rooms, lowered while the last one is sold', () => {
  test('waits for whoever buys, and is refused for what they bought', async () => {
    const thing = await houseToLower('Two doors');
    expect(await meet(thing, true)).toEqual(['held', 'below-sold']);
    expect(await soldAndDoors(thing)).toEqual([2, 2]);
  });

  test('sells nobody a room that is gone', async () => {
    const thing = await houseToLower('One door');
    expect(await lower(thing)).toBe('lowered');
    expect(await book(thing, '2026-12-15')).toBe('gone');
    expect(await soldAndDoors(thing)).toEqual([1, 1]);
  });

  test('without the lock more is sold than there are doors: the test can fail', async () => {
    const thing = await houseToLower('No lock');
    armFailpoints('stay-doors:off');
    expect(await meet(thing, false)).toEqual(['held', 'lowered']);
    expect(await soldAndDoors(thing)).toEqual([2, 1]);
  });
});
