import { expect, it } from 'vitest';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

/*
 * A house that travellers reach over https, behind a proxy that asks it over http: the browser's origin is never the
 * address that the server was asked under.
 */
const platform = await openDemoPlatform({ PUBLIC_URL: 'https://trips.test' });
await mailAccounts(platform);
const app = await openTestApp(platform);
const signIn = async (path: string, headers: Record<string, string>) => {
  const form = { tab: 'sign-in', email: 'admin@rihla.example', password: demoPassword };
  const answer = await app.send(path, { form, headers });
  return { status: answer.status, session: answer.headers.getSetCookie().find((line) => line.includes('session_token')) };
};

it.each(['/auth', '/admin/login'])(
  'takes the form of %s from its own pages, and gives a session that only goes over https',
  async (path) => {
    const own: Record<string, string>[] = [
      { Origin: 'https://trips.test', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'https://trips.test' },
      // Of a page that sends no referrer.
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const headers of own) {
      const { status, session } = await signIn(path, headers);
      expect([headers, status < 400], `answered ${status}`).toEqual([headers, true]);
      expect(session).toMatch(/^__Secure-rihla\.session_token=.*; HttpOnly; Secure; SameSite=Lax/);
    }
  },
);

it.each([
  { Origin: 'https://other.test' },
  { Origin: 'https://other.test', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'null' },
  // As the server was asked, which is not where travellers are.
  { Origin: 'http://trips.test' },
])('takes none from elsewhere: %o', async (headers) => {
  expect(await signIn('/auth', headers as Record<string, string>)).toEqual({ status: 403, session: undefined });
});

it('a form that a script sends is taken the same way', async () => {
  const body = new URLSearchParams({ tab: 'sign-in', email: 'admin@rihla.example', password: demoPassword });
  const headers = { Origin: 'https://trips.test', 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await app.send('/auth.data', { method: 'POST', body, headers });
  expect([answer.status, answer.headers.getSetCookie().some((line) => line.includes('session_token'))]).toEqual([202, true]);
});
