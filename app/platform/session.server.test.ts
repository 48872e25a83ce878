import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { personalData } from '#app/personal-data.ts';
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
