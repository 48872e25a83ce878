import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);

const search = '/flight-search-results?from=DXB&to=MNL&depart=2027-02-02&adults=1';
const page = async (cookie?: string) => {
  const answer = await app.send(search, cookie ? { cookie } : {});
  return { html: await answer.text(), etag: answer.headers.get('etag'), policy: answer.headers.get('content-security-policy')! };
};
const nonceIn = (policy: string) => /'nonce-([^']+)'/.exec(policy)![1]!;

it('keeps a page for the next visitor, with a nonce of their own', async () => {
  const first = await page();
  const second = await page();
  expect(second.etag).toBe(first.etag);
  expect(nonceIn(second.policy)).not.toBe(nonceIn(first.policy));
  expect(second.html).toContain(`nonce="${nonceIn(second.policy)}"`);
  expect(second.html).not.toContain(nonceIn(first.policy));
});

it('keeps one for each language and each currency', async () => {
  const tags = [await page(), await page('language=ar'), await page('selectedCurrency=EUR')].map(({ etag }) => etag);
  expect(new Set(tags).size).toBe(3);
});

it('neither shows a signed-in visitor a kept page nor keeps theirs', async () => {
  await page();
  const cookie = await app.signIn('traveller@rihla.example', demoPassword);
  const own = await page(cookie);
  expect(own.etag).toBe(null);
  expect(own.html).toContain('traveller@rihla.example');
  expect((await page()).html).not.toContain('traveller@rihla.example');
});

it('renders for a visitor who is still to be greeted', async () => {
  await page();
  expect((await page('rihla-greeting=signed-in')).etag).toBe(null);
});

it('forgets the page when a seat is sold and when one comes back, and not otherwise', async () => {
  const before = await page();
  platform.clock.advance(5_000);
  expect((await page()).etag).toBe(before.etag);
  await platform.db.execute(
    sql`insert into pools (key, capacity, allocated, created_at) values ('cabin:EK332/2027-02-02/DXB/economy', 300, 1, now())`,
  );
  platform.clock.advance(2_000);
  const sold = await page();
  expect(sold.etag).not.toBe(before.etag);
  platform.clock.advance(2_000);
  expect((await page()).etag).toBe(sold.etag);
  await platform.db.execute(sql`update pools set allocated = 0 where key = 'cabin:EK332/2027-02-02/DXB/economy'`);
  platform.clock.advance(2_000);
  expect((await page()).etag).not.toBe(sold.etag);
});

it('forgets every page after half a minute', async () => {
  const before = await page();
  platform.clock.advance(31_000);
  expect((await page()).etag).not.toBe(before.etag);
});
