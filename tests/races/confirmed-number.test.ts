import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, it } from 'vitest';
import { digitsOf, findOpenCode } from '#app/commerce/customers/account-codes-store.server.ts';
import { confirmNumber, sendCode } from '#app/commerce/customers/account-codes.server.ts';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { changeProfile, readProfile, saveProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import { emptyContact, type Contact } from '#app/commerce/customers/book/profile.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { untilSomebodyWaits } from '#tests/support/waiting.ts';

/*
 * The code of a number comes back in the moment in which another request changes the same contact, on a real PostgreSQL:
 * what that one wrote must stay.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-confirmed-number-'));
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: await copyDatabase(inject('postgres'), 'confirmed_number'),
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { db, clock, crypto } = platform;
await mailAccounts(platform);
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const phone = '+971501234567';

/** Types the code of a number while another request, which has the row, makes something else of the contact. */
async function confirmedWhile(userId: string, meanwhile: Partial<Contact>) {
  await db.execute(sql`insert into users (id, name, email) values (${userId}, 'X', ${`${userId}@example.com`})`);
  await saveProfile(platform, userId, 'contact', { ...emptyContact, phone, whatsappService: true });
  await sendCode(platform, { userId, purpose: 'phone', target: phone, language: 'en' });
  const code = (await findOpenCode(db, userId, 'phone', new Date(clock.now())))!;
  const confirmed = await transact(db, async (tx) => {
    await changeProfile({ ...platform, db: tx }, userId, 'contact', (contact) => ({ ...contact, ...meanwhile }));
    const asked = confirmNumber(platform, userId, digitsOf(crypto, code.id));
    await untilSomebodyWaits(db);
    return { asked };
  });
  const answer = await confirmed.asked;
  return { answer, contact: (await readProfile(platform, userId)).contact };
}

it('a tick that is withdrawn while the code of its number comes back stays withdrawn', async () => {
  const { answer, contact } = await confirmedWhile('withdraws', { whatsappService: false });
  expect(answer.ok).toBe(true);
  expect(contact).toEqual({ ...emptyContact, phone, phoneConfirmed: phone, whatsappService: false });
});

it('a number that is taken away while its code comes back is not put back, and its code is over', async () => {
  const { answer, contact } = await confirmedWhile('takes-away', { phone: '' });
  expect(answer).toMatchObject({ ok: false, refused: 'code-over' });
  expect(contact).toEqual({ ...emptyContact, phone: '', whatsappService: true });
});
