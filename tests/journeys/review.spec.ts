import { expect, test, type Browser } from '#tests/support/journey.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { HttpTraveller, wordsOf, type ReadPage } from '#tests/support/http-traveller.ts';
import { LaterHouse } from '#tests/support/later-house.ts';
import { readMail } from '#tests/support/mailbox.ts';

/*
 * Guests book stays, the days go by, and whoever was there is asked how it was. The journeys of this file share a server
 * that is theirs alone, because its calendar moves.
 */
test.describe.configure({ mode: 'default' });

const guests = {
  en: { given: 'Noura', email: 'noura.review@example.com', night: 36 },
  ar: { given: 'Salma', email: 'salma.review@example.com', night: 37 },
  plain: { given: 'Idris', email: 'idris.review@example.com', night: 38 },
} as const;
/** Every stay is over for a day and more, and for less than the week after which nobody is asked. */
const later = 43;
let house: LaterHouse;
let stay = '';
let stayTitle = '';

function linkOf(page: ReadPage, words: RegExp): string {
  const links = [...page.html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)];
  const found = links.find(([, , inner]) => words.test(wordsOf(inner!).trim()));
  if (!found) throw new Error(`No link ${words} at ${page.url.pathname}`);
  return found[1]!.replaceAll('&amp;', '&');
}

async function bookStay(
  guest: (typeof guests)[keyof typeof guests],
): Promise<{ readonly traveller: HttpTraveller; readonly order: string }> {
  const traveller = new HttpTraveller(house.base);
  const page = await traveller.open(`${stay}?date=${inDays(guest.night)}`);
  stayTitle = page.heading;
  const who = { givenNames: guest.given, surname: 'Rahimi', email: guest.email, phone: '0501234567' };
  const checkout = await traveller.submit(await traveller.open(linkOf(page, /^Book$/)), /^Continue to payment/, who);
  expect(checkout.url.pathname, checkout.text.slice(0, 300)).toMatch(/^\/checkout\//);
  const bank = await traveller.submit(checkout, /^Reserve AED/);
  await traveller.submit(bank, /^Pay AED/, { card: 'approved' });
  const order = checkout.url.pathname.split('/').at(-1)!;
  await expect(async () => expect((await traveller.open(`/track?order=${order}`)).text).toMatch(/Your (visit|stay) is confirmed/)).toPass({
    timeout: 60_000,
  });
  return { traveller, order };
}

/** The address in the mail that asks a guest how it was. */
const invitationOf = async (email: string): Promise<string> =>
  new URL((await readMail(email, /http:\/\/localhost:\d+\/reviews\/write\/[\w.-]+/, 'How was', house.base)).trim()).pathname;

async function openBrowser(browser: Browser, language: LanguageCode, scripts = true) {
  const context = await browser.newContext({ baseURL: house.base, javaScriptEnabled: scripts });
  const traveller = new BrowserTraveller(await context.newPage(), { language, scripts });
  await traveller.rememberLanguage(house.base);
  return traveller;
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  house = await LaterHouse.open();
  const list = await new HttpTraveller(house.base).open('/staycations');
  stay = /href="(\/staycations\/[a-z0-9-]+)"/.exec(list.html)![1]!;
  const booked = [await bookStay(guests.en), await bookStay(guests.ar), await bookStay(guests.plain)];
  // Nobody is asked before it is over.
  const [{ traveller, order }] = booked as [(typeof booked)[number]];
  expect((await traveller.open(`/reviews/write/${order}`)).text).toContain('A review can be written when the trip is over');
  await house.wait(later);
  for (const each of booked)
    await expect(async () =>
      expect((await each.traveller.open(`/track?order=${each.order}`)).text).toContain('We hope you slept well'),
    ).toPass({ timeout: 90_000 });
  house.strike('reviews.invite');
});

test.afterAll(async () => {
  await house.close();
});

test('who was invited sends half a review, mends it, and it stands on the page of the stay when staff have read it', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const traveller = await openBrowser(browser, 'en');
  const { page, main } = traveller;
  await page.goto(await invitationOf(guests.en.email));
  await traveller.sees(`How was ${stayTitle}?`);
  await traveller.ready();
  await traveller.noBarriers('the form of a review');
  await page.getByLabel('In one line').fill('The quietest room of the trip');
  await page.getByLabel('What happened?').fill('Too short');
  await page.getByRole('button', { name: 'Send the review' }).click();
  const summary = main.getByRole('alert').filter({ has: page.getByRole('link') });
  for (const words of ['Choose from one to five stars.', 'Write a little more: 30 characters at least.'])
    await expect(summary.getByRole('link', { name: words })).toBeVisible();
  await expect(page.getByLabel('What happened?')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('What happened?')).toHaveValue('Too short');
  await expect(page.getByLabel('In one line')).toHaveValue('The quietest room of the trip');
  await traveller.noBarriers('the form of a review with what is wrong');
  await summary.getByRole('link', { name: 'Choose from one to five stars.' }).click();
  await expect(page.locator('#stars-5')).toBeFocused();

  await page.locator('label[for="stars-4"]').click();
  await page.getByLabel(/^As it was described/).selectOption('5');
  await page.getByLabel('What happened?').fill('Nobody hurried us, and the breakfast was what the page had said.');
  await page.locator('#sign-name').check();
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue(guests.en.given);
  await page.getByRole('button', { name: 'Send the review' }).click();
  await expect(main.getByText('It waits to be read and is not public yet.')).toBeVisible();
  await page.goto(stay);
  await expect(main.getByText('The quietest room of the trip')).toHaveCount(0);

  const desk = await openBrowser(browser, 'en');
  await signInStaff(desk.page, 'support@rihla.example', '/admin/reviews?kind=staycation&stars=4');
  await desk.page.getByRole('row').filter({ hasText: 'The quietest room of the trip' }).getByRole('link').first().click();
  await expect(desk.page.getByRole('heading', { name: 'The quietest room of the trip' })).toBeVisible();
  await desk.page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(desk.page.getByRole('status').filter({ hasText: 'It is public' })).toBeVisible();
  await readMail(guests.en.email, /can now be read by everybody/, 'published', house.base);

  await page.goto(stay);
  const said = page.getByRole('region', { name: 'What travellers say' }).getByRole('listitem').filter({ hasText: 'The quietest room' });
  await expect(said).toContainText(guests.en.given);
  await expect(said).toContainText('the breakfast was what the page had said');
  expect(await page.content()).toContain('"aggregateRating"');
  await traveller.noBarriers('a stay with a review');
});

test('the form of a review is filled in Arabic, from right to left', async ({ browser }) => {
  const traveller = await openBrowser(browser, 'ar');
  const { page, main, say } = traveller;
  await page.goto(await invitationOf(guests.ar.email));
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await traveller.ready();
  await traveller.noBarriers('the form of a review in Arabic');
  await page.locator('#title').fill('أهدأ غرفة في الرحلة');
  await page.getByRole('button', { name: say('reviews:write.send') }).click();
  await expect(main.getByRole('link', { name: say('reviews:error.stars') })).toBeVisible();
  await expect(main.getByRole('link', { name: say('reviews:error.words-short') })).toBeVisible();
  await expect(page.locator('#title')).toHaveValue('أهدأ غرفة في الرحلة');
  await traveller.noBarriers('the form of a review in Arabic with what is wrong');
  await page.locator('label[for="stars-5"]').click();
  await page.locator('#words').fill('لم يستعجلنا أحد، وكان الفطور كما وُصف في الصفحة تمامًا.');
  await page.locator('#sign-nobody').check();
  await page.getByRole('button', { name: say('reviews:write.send') }).click();
  await expect(main.getByText(say('reviews:state.waiting'))).toBeVisible();
  await expect(main.getByText('أهدأ غرفة في الرحلة')).toBeVisible();
});

test('a review is written and taken back with a plain HTTP client', async () => {
  const traveller = new HttpTraveller(house.base);
  const address = await invitationOf(guests.plain.email);
  const form = await traveller.open(address);
  const told = await traveller.submit(form, /^Send the review$/, { title: 'A lift that waits', words: 'Short' });
  expect(told.status).toBe(422);
  expect(told.text).toContain('Choose from one to five stars.');
  expect(told.html).toContain('value="A lift that waits"');
  const words = 'The lift stood open whenever we came, and the room was as on the pictures.';
  const sent = await traveller.submit(told, /^Send the review$/, { stars: '3', words, sign: 'nobody' });
  expect(sent.text).toContain('It waits to be read and is not public yet.');
  const gone = await traveller.submit(sent, /^Take it back/);
  expect(gone.text).toContain('Your review is taken back.');
  // A link that was made for somebody else opens nothing.
  expect((await traveller.open(`${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}`)).status).toBe(404);
});
