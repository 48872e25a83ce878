import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { HttpTraveller, wordsOf, type ReadPage } from '#tests/support/http-traveller.ts';
import { readMail } from '#tests/support/mailbox.ts';

const kayak = 'abu-dhabi-mangrove-kayak';
const falcons = 'abu-dhabi-falcon-hospital';
const email = 'omar.mixed@example.com';

test('two bookings are paid together, one operator says no, and only the other is charged', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  /** Books an experience and puts it into the trip instead of paying. */
  const add = async (id: string, days: number) => {
    for (let ahead = days; ahead < days + 10; ahead += 1) {
      await page.goto(`/experience/${id}?date=${inDays(ahead)}&adult=2`);
      const book = page.locator(`a[href*="/experience/${id}/book"]`).first();
      if ((await book.count()) > 0) break;
    }
    await page.locator(`a[href*="/experience/${id}/book"]`).first().click();
    await expect(page).toHaveURL(/\/book\?/);
    await traveller.ready();
    await page.locator('#givenNames').fill('Omar');
    await page.locator('#surname').fill('Said');
    await page.locator('#email').fill(email);
    await page.locator('#phone').fill('0501234567');
    await page.locator('form button.btn--go').click();
    await expect(page).toHaveURL(/checkout\//);
    const reference = /checkout\/([\w-]+)/.exec(page.url())![1]!;
    await page.getByRole('button', { name: 'Add to my trip' }).click();
    await expect(page).toHaveURL(/\/cart$/);
    return reference;
  };
  await add(kayak, 20);
  const asked = await add(falcons, 22);
  await traveller.sees('Your trip');
  await traveller.ready();
  await traveller.noBarriers('a trip before it is paid');
  await expect(page.getByRole('link', { name: 'Your trip, 2 bookings' })).toBeVisible();
  await expect(page.locator('main')).toContainText('Its operator still has to say yes');
  await page.getByRole('button', { name: /^Pay AED/ }).click();
  await traveller.useCard('approved');
  await expect(page).toHaveURL(/\/trip\//);
  await expect(page.getByText('Booked', { exact: true })).toBeVisible({ timeout: 60_000 });

  const desk = await (await newVisitor(browser)).newPage();
  await signInStaff(desk, 'admin@rihla.example');
  await desk.goto(`/admin/orders/${asked}`);
  await desk.locator('a[href^="/admin/supply/activities?order="]').click();
  const link = await desk.locator('a.sa-link').getAttribute('href');
  await desk.goto(new URL(link!).pathname);
  await desk.locator('button[value="decline"]').first().click();
  await expect(desk.getByText('Declined. The reserved money is let go.')).toBeVisible();

  await page.reload();
  await traveller.sees('Part of your trip is booked');
  await traveller.noBarriers('a trip of which one part failed');
  await expect(page.getByText('Not booked', { exact: true })).toBeVisible();
  await expect(page.locator('main')).toContainText('you do not pay for what could not be booked');
  const mail = await readMail(email, /All mails[\s\S]*/, 'one part could not be booked');
  expect(wordsOf(mail)).toMatch(/Booked\. AED/);
  expect(wordsOf(mail)).toMatch(/Not booked\. AED/);
});

/** Where a link of a page with these words leads. */
function linkOf(page: ReadPage, words: RegExp): string {
  const links = [...page.html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)];
  const found = links.find(([, , inner]) => words.test(wordsOf(inner!).trim()));
  if (!found) throw new Error(`No link ${words} at ${page.url.pathname}`);
  return found[1]!.replaceAll('&amp;', '&');
}

test('a trip is filled, emptied and paid with a plain HTTP client', async ({ baseURL }) => {
  const traveller = new HttpTraveller(baseURL!);
  const who = { givenNames: 'Lina', surname: 'Said', email: 'lina.plain@example.com', phone: '0501234567' };
  const add = async (days: number) => {
    const shown = await traveller.open(`/experience/${kayak}?date=${inDays(days)}&adult=1`);
    const form = await traveller.open(linkOf(shown, /^Book$/));
    return traveller.submit(await traveller.submit(form, /^Continue to payment/, who), /^Add to my trip/);
  };
  await add(26);
  const two = await add(27);
  expect(two.text).toContain('2 bookings are kept for you');
  const one = await traveller.submit(two, /^Take out/);
  expect(one.text).toContain('One booking is kept for you');
  const bank = await traveller.submit(one, /^Pay AED/);
  const trip = await traveller.submit(bank, /^Pay AED/, { card: 'approved' });
  expect(trip.url.pathname).toMatch(/^\/trip\//);
  await expect(async () => expect((await traveller.open(trip.url.pathname)).text).toContain('Your trip is booked')).toPass({
    timeout: 60_000,
  });
});
