import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller, bornYearsAgo } from '#tests/support/browser-traveller.ts';
import { HttpTraveller, type ReadPage } from '#tests/support/http-traveller.ts';

/** The last departure in the list: far enough ahead for a deposit, whatever the day of the test. */
const lastDeparture = (html: string) => [...html.matchAll(/<option[^>]* value="(\d{4}-\d{2}-\d{2})"/g)].at(-1)![1]!;

test('a couple books a tour with a deposit, pays the balance, and has the voucher', async ({ page }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  await page.goto('/tour/best-of-portugal');
  await traveller.sees(/Portugal/);
  await page.getByRole('link', { name: 'Book this tour' }).click();
  await expect(page).toHaveURL(/booking\/best-of-portugal/);
  await traveller.ready();
  await traveller.noBarriers('the trip');
  await page.getByLabel('Departure', { exact: true }).selectOption(lastDeparture(await page.content()));
  await page.getByRole('button', { name: 'Continue to travellers' }).click();
  await expect(page).toHaveURL(/step=travellers/);
  await traveller.ready();
  await traveller.noBarriers('the travellers');
  for (const [position, given] of [
    [1, 'Farah'],
    [2, 'Ziad'],
  ] as const) {
    await page.locator(`#givenNames${position}`).fill(given);
    await page.locator(`#surname${position}`).fill('Sleiman');
    await page.locator(`#birthDate${position}`).fill(`${bornYearsAgo(34)}-05-12`);
    await page.locator(`#nationality${position}`).selectOption('LB');
  }
  await page.locator('#email').fill('farah.tours@example.com');
  await page.locator('#phone').fill('+971501234567');
  await page.getByRole('button', { name: 'Continue to review' }).last().click();
  await expect(page).toHaveURL(/step=review/);
  await traveller.ready();
  await traveller.noBarriers('the review');
  await page.locator('#plan-deposit').check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Hold the places and pay' }).click();
  await expect(page).toHaveURL(/checkout\//);
  const reference = /checkout\/([\w-]+)/.exec(page.url())![1]!;
  await traveller.noBarriers('the checkout');
  await page.getByRole('button', { name: /^Pay / }).click();
  await traveller.useCard('approved');
  await expect(page.getByRole('heading', { name: 'Confirmed' }).first()).toBeVisible({ timeout: 60_000 });
  await page.goto(`/track?order=${reference}`);
  await expect(page.getByRole('link', { name: 'Voucher with code' })).toBeVisible();
  await traveller.noBarriers('the order');
  await page.getByRole('button', { name: /^Pay AED/ }).click();
  await traveller.useCard('approved');
  await expect(page).toHaveURL(/track\?order=/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Everything is paid.')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole('button', { name: 'What would I get back?' }).click();
  await expect(page.getByRole('heading', { name: 'If you cancel now' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep the booking' }).click();
  await expect(page.getByRole('heading', { name: 'Confirmed' }).first()).toBeVisible();
});

test('a traveller fills a booking in Arabic, from right to left, up to the held places', async ({ page, baseURL }) => {
  const traveller = new BrowserTraveller(page, { language: 'ar' });
  await traveller.rememberLanguage(baseURL!);
  await page.goto('/booking/best-of-italy');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await traveller.ready();
  await page.locator('#adults').selectOption('1');
  await page.locator('#room-double').selectOption('0');
  await page.locator('#room-single').selectOption('1');
  await page.getByRole('button', { name: traveller.say('tour-booking:trip.next') }).click();
  await expect(page).toHaveURL(/step=travellers/);
  await traveller.ready();
  await traveller.noBarriers('the travellers in Arabic');
  await page.locator('#givenNames1').fill('Huda');
  await page.locator('#surname1').fill('Mansour');
  await page.locator('#birthDate1').fill(`${bornYearsAgo(29)}-08-21`);
  await page.locator('#nationality1').selectOption('JO');
  await page.locator('#email').fill('huda.tours@example.com');
  await page.locator('#phone').fill('+971501234569');
  await page
    .getByRole('button', { name: traveller.say('tour-booking:people.next') })
    .last()
    .click();
  await expect(page).toHaveURL(/step=review/);
  await traveller.ready();
  await page.locator('#plan-full').check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: traveller.say('tour-booking:review.place') }).click();
  await expect(page).toHaveURL(/checkout\//);
  await traveller.noBarriers('the checkout in Arabic');
});

test('a tour is booked and paid with a plain HTTP client: links, forms and cookies, nothing else', async ({ baseURL }) => {
  const traveller = new HttpTraveller(baseURL!);
  const at = (page: ReadPage, path: RegExp) =>
    expect(page.url.pathname + page.url.search, `${page.heading}: ${page.text.slice(0, 300)}`).toMatch(path);
  const trip = await traveller.open('/booking/spanish-wonder');
  const travellers = await traveller.submit(trip, /^Continue to travellers$/, { adults: '1', 'room-double': '0', 'room-single': '1' });
  at(travellers, /step=travellers/);
  const told = await traveller.submit(travellers, /^Continue to review$/, { givenNames1: 'Tomas' });
  expect(told.text).toContain('Please fill this in.');
  expect(told.html).toContain('value="Tomas"');
  const review = await traveller.submit(told, /^Continue to review$/, {
    givenNames1: 'Tomas',
    surname1: 'Alvarez',
    birthDate1: `${bornYearsAgo(41)}-03-04`,
    nationality1: 'PT',
    email: 'tomas.tours@example.com',
    phone: '+971501234568',
  });
  at(review, /step=review/);
  const checkout = await traveller.submit(review, /^Hold the places and pay$/, { agree: 'yes', plan: 'full' });
  at(checkout, /^\/checkout\/[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const bank = await traveller.submit(checkout, /^Pay AED/);
  const outcome = await traveller.submit(bank, /^Pay AED/, { card: 'approved' });
  at(outcome, /^\/payment-success/);
  await expect(async () =>
    expect((await traveller.open(`${outcome.url.pathname}${outcome.url.search}`)).text).toContain('Voucher with code'),
  ).toPass();
});
