import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Viewer } from '#app/platform/access.ts';
import { dayMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import type { ProductCounters } from '../product-counter.ts';
import { findLinkedAsStaff, spanOf } from './find-linked.server.ts';
import { findOrderAsSystem } from './orders-store.server.ts';

const platform = await openTestPlatform();
const { db } = platform;
const start = platform.clock.now() + 30 * dayMs;

async function placed(id: string, day: number, status = 'ticketed'): Promise<void> {
  const [starts, ends] = [start + day * dayMs, start + day * dayMs + dayMs / 4].map((at) => new Date(at).toISOString());
  await db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, network, language, currency, total, actor, user_id,
      travel_starts, travel_ends, created_at, changed_at)
    values (${id}, ${`${id}-ref`}, 'flight', ${status}, '-', '-', '-', '-', 'en', 'AED', 10000, 'user:busy', 'busy',
      ${starts}, ${ends}, ${starts}, ${starts})`);
}

it('the desk has no more of a busy account described than one journey holds, one after another, and only of its days', async () => {
  await db.execute(sql`insert into users (id, name, email) values ('busy', 'Busy', 'busy@example.com')`);
  await placed('looked-at', 0);
  for (let at = 0; at < 25; at += 1) await placed(`same-${String(at).padStart(2, '0')}`, 0);
  for (let at = 0; at < 5; at += 1) await placed(`far-${at}`, 9 + at);
  await placed('given-back', 0, 'refunded');
  const asked: string[] = [];
  let running = 0;
  let most = 0;
  const counter = {
    sees: 'flight-orders:view',
    async describe(orderId: string) {
      asked.push(orderId);
      most = Math.max(most, (running += 1));
      await findOrderAsSystem(db, orderId);
      running -= 1;
      return { title: orderId, change: null };
    },
    partOfTrip: async () => ({ role: 'carries', from: '2027-01-01', until: '2027-01-01', countries: [] }),
  };
  const counters = { of: () => counter } as unknown as ProductCounters;
  const viewer = { kind: 'staff', user: { id: 'clerk' }, staff: { roles: ['ops_manager'] } } as unknown as Viewer;
  const order = (await findOrderAsSystem(db, 'looked-at'))!;
  const linked = await findLinkedAsStaff(platform, counters, { viewer, language: 'en' }, order);
  expect([linked.length, asked.length, most]).toEqual([20, 20, 1]);
  expect(linked.every(({ reference }) => reference.startsWith('same-'))).toBe(true);
  asked.length = 0;
  // Moved to other days, it lies beside what is booked for those.
  const { startsAt, endsAt } = spanOf(order);
  const moved = await findLinkedAsStaff(platform, counters, { viewer, language: 'en' }, order, {
    startsAt: startsAt + 8 * dayMs,
    endsAt: endsAt + 8 * dayMs,
  });
  expect(moved.map(({ reference }) => reference)).toEqual(['far-0-ref']);
});
