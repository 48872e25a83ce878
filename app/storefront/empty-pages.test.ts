import { expect, it } from 'vitest';
import { listsOf, makeList, shareList } from '#app/commerce/customers/favorites/favorite-lists-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
const { db, clock, crypto } = platform;
const app = await openTestApp(platform);
const email = 'traveller@rihla.example';
const traveller = await app.signIn(email, demoPassword);

/** What stands on a page where nothing is yet. */
const emptyOf = async (path: string, cookie?: string) => {
  const html = await (await app.send(path, { cookie })).text();
  return /<div class="empty">.*?<\/div>/s.exec(html)?.[0] ?? '';
};
const aWayOn = /<p class="empty__action"><(a|button) /;

it.each(['/order-management', '/bookings-trips', '/my-invoices', '/account/credit', '/favorites', '/add-traveler'])(
  '%s says where to go on while it is empty',
  async (path) => {
    expect(await emptyOf(path, traveller)).toMatch(aWayOn);
  },
);

it('an empty list that somebody was given the link of leads to what is sold', async () => {
  const account = await findAccountByEmail(db, email);
  const id = await makeList(db, clock.now(), account!.id, 'Summer');
  expect(await shareList(db, account!.id, id!, true)).toBe(true);
  const { token } = (await listsOf(db, crypto, account!.id)).find((list) => list.id === id)!;
  expect(await emptyOf(`/shared-list/${token}`)).toMatch(/<p class="empty__action"><a [^>]*href="\/holidays"/);
});
