import { verifyPassword } from 'better-auth/crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { findAccountByEmail, findPasswordHash } from '#app/platform/account-store.server.ts';
import { personalData } from '#app/personal-data.ts';
import { openAuth } from './session.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
const { db } = platform;
const app = await openTestApp(platform);

it('ends the session of whoever signed in while their account was being forgotten', async () => {
  const cookie = await app.signIn('traveller@rihla.example', demoPassword);
  expect((await app.send('/account', { cookie })).status).toBe(200);
  const { id } = (await findAccountByEmail(db, 'traveller@rihla.example'))!;
  const becomes = personalData['users']!.personal!['email']!.becomes!;
  await db.execute(sql`update users set name = '-', email = ${String(becomes).replace('{id}', id)} where id = ${id}`);
  const answer = await app.send('/account', { cookie });
  expect(answer.headers.get('location')).toContain('/auth');
  const { rows } = (await db.execute(sql`select count(*)::int as n from sessions where user_id = ${id}`)) as unknown as {
    rows: { n: number }[];
  };
  expect(rows).toEqual([{ n: 0 }]);
});

it('keeps a password, unless a test gives it another way, as the library does: by work that is slow on purpose', async () => {
  const auth = openAuth(db, platform.env, platform.secret);
  const password = 'a pass phrase of some length';
  const { user } = await auth.api.signUpEmail({ body: { email: 'slowly@example.com', password, name: 'Slowly' } });
  const hash = (await findPasswordHash(db, user.id))!;
  // A salt of 16 bytes and 64 of scrypt.
  expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect(await verifyPassword({ hash, password })).toBe(true);
  await expect(auth.api.signInEmail({ body: { email: 'slowly@example.com', password: `${password}.` } })).rejects.toThrow();
  expect((await auth.api.signInEmail({ body: { email: 'slowly@example.com', password } })).user.id).toBe(user.id);
});
