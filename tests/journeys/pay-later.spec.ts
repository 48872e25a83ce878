import { expect, test } from '#tests/support/journey.ts';
import { demoPassword } from '#app/values/demo-accounts.ts';
import { adult, BrowserTraveller, bornYearsAgo, inDays } from '#tests/support/browser-traveller.ts';
import { HttpTraveller, type ReadPage } from '#tests/support/http-traveller.ts';

test('flights are kept for days, seen among the trips, and paid later', async ({ page }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  await page.goto('/auth?next=/flights');
  await page.getByRole('textbox', { name: 'E-mail' }).first().fill('traveller@rihla.example');
  await page.locator('input[type=password]').fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/^[^?]+\/flights$/);

  const wish = { from: { type: 'DXB', code: 'DXB' }, to: { type: 'FRA', code: 'FRA' }, depart: inDays(74) };
  await traveller.isAt('ticket', wish, adult('Noor', 'Keeper', 'CA710001'), 'noor.keeper@example.com');
  // The lightest family is paid at once.
  await page.locator('input[type=radio][name="family.0"]').nth(1).check({ force: true });
  await traveller.keepTicketType();
  await traveller.skipExtras();
  await traveller.seatByAirline();
  const reference = traveller.reference();
  await traveller.main.getByRole('button', { name: 'Keep these flights, pay later' }).click();
  await expect(page).toHaveURL(new RegExp(`/track\\?order=${reference}`));
  await expect(traveller.main.getByRole('heading', { name: 'Kept, pay later' })).toBeVisible();
  await expect(traveller.main).toContainText(/1 day, 23 hours left/);
  await traveller.noBarriers('the page of kept flights');

  await page.goto('/bookings-trips');
  const kept = page.getByRole('region', { name: 'Kept for you, not paid yet' }).getByRole('listitem').filter({ hasText: reference });
  await expect(kept).toContainText(/Pay before .* Dubai time/);
  await traveller.noBarriers('trips with kept flights');
  await page.goto('/order-management');
  await expect(page.getByRole('listitem').filter({ hasText: reference })).toContainText('Kept, pay later');

  await page.goto('/bookings-trips');
  await kept.getByRole('link', { name: 'Pay now' }).click();
  await traveller.toTheBank();
  // Whoever comes back without having paid is told so, and no bank is waited for.
  await page.goto('/order-management');
  await expect(page.getByRole('listitem').filter({ hasText: reference })).not.toContainText('Waiting for the bank');
  await page.goto(`/checkout/${reference}`);
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();
  await page.goto('/bookings-trips');
  await expect(page.getByRole('region', { name: 'Kept for you, not paid yet' }).filter({ hasText: reference })).toHaveCount(0);
});

test('flights are kept and let go with links and forms alone', async ({ baseURL }) => {
  const traveller = new HttpTraveller(baseURL!);
  const at = (page: ReadPage, path: RegExp) => expect(page.url.pathname, `${page.heading}: ${page.text.slice(0, 400)}`).toMatch(path);
  const search = await traveller.open('/flights');
  const found = { trip: 'one-way', from: 'Dubai', to: 'London Heathrow', depart: inDays(69) };
  const results = await traveller.submit(search, /^Search flights$/, found);
  const travellers = await traveller.submit(results, /^Choose /);
  const ticket = await traveller.submit(travellers, /^Continue to ticket type$/, {
    'p0.title': 'MR',
    'p0.given': 'Tomas',
    'p0.surname': 'Wartend',
    'p0.birthDay': '4',
    'p0.birthMonth': '03',
    'p0.birthYear': '1988',
    'p0.nationality': 'PT',
    'p0.number': 'CA100771',
    'p0.expiryDay': '1',
    'p0.expiryMonth': '05',
    'p0.expiryYear': bornYearsAgo(-7),
    'p0.issuedBy': 'PT',
    email: 'tomas.wartend@example.com',
    phone: '0501234567',
  });
  const [, wider] = ticket.forms.flatMap(({ options }) => options.get('family.0') ?? []);
  const extras = await traveller.submit(ticket, /^Continue to extras$/, { 'family.0': wider! });
  const seats = await traveller.submit(extras, /^Skip all extras$/);
  const checkout = await traveller.submit(seats, /^Let the airline seat us$/);
  at(checkout, /^\/checkout\//);
  expect(checkout.text).toContain('Free of charge. Pay by');

  const kept = await traveller.submit(checkout, /^Keep these flights, pay later$/);
  at(kept, /^\/track$/);
  expect(kept.text).toMatch(/Your flights are kept free of charge until .* Dubai time/);
  expect(kept.text).toMatch(/The price stands until .* Dubai time/);
  // The page that was left open says that it is done, and changes nothing.
  const again = await traveller.submit(checkout, /^Keep these flights, pay later$/);
  at(again, /^\/track$/);

  const gone = await traveller.submit(kept, /^Let go of the seats$/);
  expect(gone.text).toContain('Nothing was charged, and you owe nothing.');
  // A stranger sees none of it.
  expect((await new HttpTraveller(baseURL!).open(checkout.url.pathname)).status).toBe(404);
});
