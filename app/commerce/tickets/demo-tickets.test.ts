import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { findMember } from '#app/commerce/loyalty/points-store.server.ts';
import { verifyAuditChain } from '#app/platform/audit.server.ts';
import { seedHelpdesk } from '#seeds/helpdesk.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { countTickets } from './tickets-store.server.ts';
import { workOnTickets } from './work-on-tickets.server.ts';

test('the demo begins once with tickets in several states and a member with points, and writes to nobody', async () => {
  const platform = await openDemoPlatform();
  const { db, clock } = platform;
  await workOnTickets(platform);
  const counted = async () => {
    const { byStatus } = await countTickets(db, clock.now());
    const traveller = (await findAccountByEmail(db, 'traveller@rihla.example'))!;
    const { rows } = (await db.execute(sql`select count(*)::int as waiting from staff_tasks`)) as unknown as {
      rows: { waiting: number }[];
    };
    return { byStatus, points: (await findMember(db, traveller.id))!.available, tasks: rows[0]!.waiting };
  };
  await seedHelpdesk(platform);
  const first = await counted();
  expect(first).toMatchObject({
    byStatus: { solved: 1, waiting_supplier: 1, waiting_customer: 1, open: 0, new: 1 },
    points: 370,
    tasks: 0,
  });
  await seedHelpdesk(platform);
  expect(await counted()).toEqual(first);
  const { rows } = (await db.execute(sql`select rating, email_index from tickets where rating is not null`)) as unknown as {
    rows: { rating: number; email_index: string | null }[];
  };
  expect(rows).toEqual([{ rating: 5, email_index: null }]);
  expect(await verifyAuditChain(db)).toMatchObject({ brokenAt: null });
});
