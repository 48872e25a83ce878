import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { HttpTraveller, wordsOf, type ReadPage } from '#tests/support/http-traveller.ts';
import { journeyBase } from '#tests/support/journey-servers.ts';

test('an experience, booked in Arabic, its voucher shown, and checked in by its operator with and without a network', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const day = inDays(20);
  const traveller = new BrowserTraveller(page, { language: 'ar' });
  await traveller.rememberLanguage(journeyBase);
  await page.goto(`/experience/abu-dhabi-mangrove-kayak?date=${day}&adult=2`);
  await traveller.noBarriers('an experience in Arabic');
  await page.getByRole('link', { name: traveller.say('experiences:visit.book'), exact: true }).click();
  await expect(page).toHaveURL(/\/book\?/);
  await traveller.ready();
  await traveller.noBarriers('who books');
  await page.locator('#givenNames').fill('ليلى');
  await page.locator('#surname').fill('حداد');
  await page.locator('#email').fill('layla.kayak@example.com');
  await page.locator('#phone').fill('0501234567');
  await page.locator('form button.btn--go').click();
  await expect(page).toHaveURL(/checkout\//);
  const reference = /checkout\/([\w-]+)/.exec(page.url())![1]!;
  await page.locator('form button[value="pay"]').click();
  await traveller.useCard('approved');
  await expect(page.getByText(traveller.say('orders:experience.states.confirmed.title')).first()).toBeVisible({ timeout: 60_000 });
  await page.goto(`/experience-visit/${reference}`);
  await expect(page.getByRole('img', { name: traveller.say('visit:voucher.qr') })).toBeVisible();
  await traveller.noBarriers('the voucher');
  const voucher = (await page.locator('.vs-number').innerText()).trim();

  // Of its own: a context without a network is one that nobody had before.
  const context = await browser.newContext();
  const desk = await context.newPage();
  await signInStaff(desk, 'admin@rihla.example');
  await desk.goto(`/admin/orders/${reference}`);
  await desk.locator('a[href^="/admin/supply/activities?order="]').click();
  await expect(desk).toHaveURL(/supply\/activities\/abu-dhabi-mangrove-kayak/);
  const link = await desk.locator('a.sa-link').getAttribute('href');
  await desk.goto(`${new URL(link!).pathname}?date=${day}`);
  const operator = new BrowserTraveller(desk);
  await operator.ready();
  await operator.noBarriers('the desk of an operator');
  await expect(desk.getByText('ليلى حداد')).toBeVisible();
  // A voucher of another day is told apart by the house, whatever was typed.
  await desk.getByLabel('Voucher number').fill(voucher.toLowerCase());
  await desk.locator('#check-in-form button').click();
  await expect(desk.getByText('This voucher is for another day.')).toBeVisible();
  await desk.goto(`${new URL(link!).pathname}?date=${day}`);
  await operator.ready();
  await context.setOffline(true);
  await desk.getByLabel('Voucher number').fill(voucher);
  await desk.locator('#check-in-form button').click();
  await expect(desk.getByText('Valid. Let them in.')).toBeVisible();
  await expect(desk.getByText(/Kept here and sent later: 1/)).toBeVisible();
  await context.setOffline(false);
  await expect(desk.getByText('This voucher is for another day.')).toBeVisible();
});

/** Where a link of a page with these words leads. */
function linkOf(page: ReadPage, words: RegExp): string {
  const links = [...page.html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)];
  const found = links.find(([, , inner]) => words.test(wordsOf(inner!).trim()));
  if (!found) throw new Error(`No link ${words} at ${page.url.pathname}`);
  return found[1]!.replaceAll('&amp;', '&');
}

test('a stay and an experience are booked and paid with a plain HTTP client', async ({ baseURL }) => {
  test.setTimeout(180_000);
  const traveller = new HttpTraveller(baseURL!);
  const who = { givenNames: 'Omar', surname: 'Said', email: 'omar.stay@example.com', phone: '0501234567' };
  const pay = async (checkout: ReadPage) => {
    expect(checkout.url.pathname).toMatch(/^\/checkout\//);
    const bank = await traveller.submit(checkout, /^Reserve AED/);
    const outcome = await traveller.submit(bank, /^Pay AED/, { card: 'approved' });
    expect(outcome.url.pathname).toBe('/payment-success');
    const order = checkout.url.pathname.split('/').at(-1)!;
    await expect(async () => expect((await traveller.open(`/track?order=${order}`)).text).toMatch(/Your (visit|stay) is confirmed/)).toPass(
      {
        timeout: 60_000,
      },
    );
    return traveller.open(`/track?order=${order}`);
  };

  const kayak = await traveller.open(`/experience/abu-dhabi-mangrove-kayak?date=${inDays(24)}&adult=1`);
  const visit = await traveller.open(linkOf(kayak, /^Book$/));
  const asked = await traveller.submit(visit, /^Continue to payment/, { ...who, phone: 'none' });
  expect(asked.status).toBe(422);
  expect(asked.html).toContain('value="Omar"');
  await pay(await traveller.submit(asked, /^Continue to payment/, who));

  const list = await traveller.open('/staycations');
  const first = /href="\/staycations\/([a-z0-9-]+)"/.exec(list.html)![1]!;
  const rooms = await traveller.open(`/staycations/${first}?date=${inDays(40)}`);
  const booked = await pay(await traveller.submit(await traveller.open(linkOf(rooms, /^Book$/)), /^Continue to payment/, who));
  const voucher = await traveller.open(linkOf(booked, /^Open the voucher$/));
  expect(voucher.html).toContain('<svg');
  const stranger = new HttpTraveller(baseURL!);
  expect((await stranger.open(voucher.url.pathname)).status).toBe(404);
});
