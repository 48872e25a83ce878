import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { burnPoints } from '#app/commerce/loyalty/burn-points.server.ts';
import { joinProgramme } from '#app/commerce/loyalty/join-programme.server.ts';
import { postings } from '#app/commerce/loyalty/points-postings.ts';
import { insertLot, lockMember, postPoints } from '#app/commerce/loyalty/points-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting, untilSomebodyWaits } from '#tests/support/waiting.ts';

/*
 * One member turns the same points into credit in many tabs at once, and while a colleague holds them, on a real PostgreSQL.
 * Without the lock of the member's row the same tests must see points that were read by two.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const url = await copyDatabase(inject('postgres'), 'burn_points');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { db, clock } = platform;
const tabs = 8;
for (const clerk of ['writer', 'second'])
  await db.execute(sql`with one as (insert into users (id, email, name, email_verified, created_at, updated_at)
    values (${clerk}, ${`${clerk}@rihla.example`}, ${clerk}, true, now(), now()) returning id)
    insert into internal_users (user_id, display_name, roles, is_active, employment_status) select id, id, '{}', true, 'active' from one`);
await db.execute(sql`insert into loyalty_terms (id, burn_least, burn_step, burn_fils, credit_months, inviter_points, friend_points,
    trip_least, invites_a_year, hold_invites, hold_days, hold_adjusted, status, made_by, made_at, approved_by, live_at)
  values ('terms', 100, 100, 100, 12, 0, 0, 100, 1, 1, 1, 1000000, 'live', 'writer', now(), 'second', now())`);
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

let members = 0;
/** A member with a thousand points. */
async function aMember(): Promise<string> {
  members += 1;
  const userId = `member-${members}`;
  await db.execute(sql`insert into users (id, email, name, email_verified, created_at, updated_at)
    values (${userId}, ${`${userId}@example.com`}, 'Mona Sabbagh', true, now(), now())`);
  await joinProgramme(platform, userId, 'en');
  await transact(db, async (tx) => {
    await lockMember(tx, userId);
    const given = { key: `given:${userId}`, kind: 'adjust', userId, orderId: null, entries: postings.give(1_000) } as const;
    const transferId = (await postPoints(tx, clock.now(), given))!;
    await insertLot(tx, { transferId, userId, points: 1_000, expiresOn: '2030-01-01' });
  });
  return userId;
}
const numberOf = async (query: ReturnType<typeof sql>) => {
  const { rows } = (await db.execute(query)) as unknown as { rows: { sum: string | null }[] };
  return Number(rows[0]?.sum ?? 0);
};

/** Every tab turns all of the points at once. */
async function rush(meeting = 0) {
  const userId = await aMember();
  const answers = await meetBeforeWriting(url, 'loyalty_transfers', meeting, () =>
    Promise.allSettled(Array.from({ length: tabs }, () => burnPoints(platform, { userId, points: 1_000, terms: 'terms' }))),
  );
  return {
    turned: answers.filter((answer) => answer.status === 'fulfilled' && answer.value.ok).length,
    refused: answers.filter((answer) => answer.status === 'fulfilled' && !answer.value.ok && answer.value.refused === 'too-few').length,
    thrown: answers.filter(({ status }) => status === 'rejected').length,
    credit: await numberOf(sql`select sum(amount) as sum from credit_lots where user_id = ${userId}`),
    left: await numberOf(sql`select sum(remaining) as sum from loyalty_lots where user_id = ${userId}`),
  };
}

describe('the same thousand points, turned into credit in eight tabs at once', () => {
  it('become credit once, and the other tabs are told that there are not so many', async () => {
    expect(await rush()).toEqual({ turned: 1, refused: tabs - 1, thrown: 0, credit: 1_000, left: 0 });
  });

  it('are read by several when the guard is off, and then the database itself refuses', async () => {
    armFailpoints('points-member:off');
    const { turned, refused, thrown, credit, left } = await rush(2);
    expect(turned + refused + thrown).toBe(tabs);
    expect(thrown).toBeGreaterThan(0);
    expect([credit, left]).toEqual([1_000, 0]);
  });
});

/** A colleague holds the member; while that is not committed yet, the member turns their points. */
async function turnedWhileHeld() {
  const userId = await aMember();
  let burning: Promise<{ readonly ok: boolean }> | undefined;
  await transact(db, async (tx) => {
    await tx.execute(sql`update loyalty_members set held_at = now(), version = version + 1 where user_id = ${userId}`);
    burning = burnPoints(platform, { userId, points: 500, terms: 'terms' });
    // Until the other transaction waits for the row, or with its guard off for the writing of it.
    await untilSomebodyWaits(db);
  });
  return (await burning!).ok;
}

describe('points turned while a colleague holds their member', () => {
  it('stay', async () => {
    expect(await turnedWhileHeld()).toBe(false);
  });

  it('go all the same when the guard is off', async () => {
    armFailpoints('points-member:off');
    expect(await turnedWhileHeld()).toBe(true);
  });
});
