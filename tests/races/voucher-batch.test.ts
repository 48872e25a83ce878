import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { decideBatch, draftBatch, issueBatch } from '#app/commerce/loyalty/give-voucher-batch.server.ts';
import { joinProgramme } from '#app/commerce/loyalty/join-programme.server.ts';
import { findBatch } from '#app/commerce/loyalty/voucher-batches-store.server.ts';
import type { VoucherValues } from '#app/commerce/loyalty/voucher-form.ts';
import { workOnLoyalty } from '#app/commerce/loyalty/work-on-loyalty.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting } from '#tests/support/waiting.ts';

/*
 * Colleagues agree at once to vouchers for many members, on a real PostgreSQL: one of them does, and each member has one.
 * Without the lock on the batch more than one is told that they did.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const url = await copyDatabase(inject('postgres'), 'voucher_batch');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { db } = platform;
await workOnLoyalty(platform);
await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
const clerk = (id: string): Clerk => ({ kind: 'staff', user: { id }, staff: { roles: ['owner'] } });
const seconds = Array.from({ length: 8 }, (_, at) => `second-${at}`);
for (const id of ['asker', ...seconds]) {
  await db.execute(sql`insert into users (id, email, name, email_verified) values (${id}, ${`${id}@rihla.example`}, ${id}, true)`);
  await db.execute(sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status)
    values (${id}, ${id}, '{owner}', true, 'active')`);
}
const values: VoucherValues = {
  occasion: 'thanks',
  amount: 100_000,
  basisPoints: null,
  most: 100_000,
  kinds: [],
  least: 0,
  validUntil: '2027-02-01' as VoucherValues['validUntil'],
  reason: 'They travelled with us all year',
};
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

async function rush(name: string, meeting = 0) {
  const members = ['a', 'b', 'c'].map((one) => `${name}-${one}`);
  for (const id of members) {
    await db.execute(sql`insert into users (id, email, name, email_verified) values (${id}, ${`${id}@example.com`}, ${id}, true)`);
    await joinProgramme(platform, id, 'en');
  }
  await draftBatch(platform, clerk('asker'), { id: name, campaign: `Of ${name}`, values, members, unknownLines: [] });
  expect(await issueBatch(platform, clerk('asker'), { id: name, version: 1 })).toEqual({ ok: true, value: 'asked' });
  const { version } = (await findBatch(db, name))!;
  const answers = await meetBeforeWriting(url, 'loyalty_voucher_batches', meeting, () =>
    Promise.allSettled(seconds.map((id) => decideBatch(platform, clerk(id), { id: name, version }, { agrees: true }))),
  );
  await platform.jobs.drain();
  const { rows } = (await db.execute(sql`select count(*)::int as count from loyalty_vouchers where batch_id = ${name}`)) as unknown as {
    rows: { count: number }[];
  };
  return {
    agreed: answers.filter((one) => one.status === 'fulfilled' && one.value.ok).length,
    refused: [...new Set(answers.flatMap((one) => (one.status === 'fulfilled' && !one.value.ok ? [one.value.refused] : [])))],
    vouchers: rows[0]!.count,
  };
}

describe('eight colleagues who agree at once', () => {
  it('agree once, the others are told that it has changed, and each member has one voucher', async () => {
    expect(await rush('guarded')).toEqual({ agreed: 1, refused: ['changed-meanwhile'], vouchers: 3 });
  });

  it('agree more often when the guard is off', async () => {
    armFailpoints('voucher-batch:off');
    expect((await rush('open', 2)).agreed).toBeGreaterThan(1);
  });
});
