import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { ordersOf, untilOrdersAre } from '#tests/support/desk.ts';

const wish = (days: number) => ({ from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(days) });

for (const [language, day, surname] of [
  ['en', 50, 'Medina'],
  ['ar', 53, 'Mansour'],
] as const)
  test(`a declined card is told in words, one that a telephone keeps pays, and nothing is charged twice, in ${language}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const traveller = new BrowserTraveller(page, { language });
    await traveller.rememberLanguage(baseURL!);
    const { say } = traveller;
    const email = `rosa.declined.${language}@example.com`;
    const reference = await traveller.hasReserved(wish(day), adult('Rosa', surname, `CA30000${day % 10}`), email);
    await traveller.toTheBank();
    await traveller.useCard('insufficient-funds');
    await traveller.sees(say('orders:failed.title'));
    await expect(traveller.main).toContainText(say('orders:failed.lede'));
    await expect(traveller.main).toContainText(say('orders:failed.classes.over-limit'));
    await traveller.noBarriers(`a declined payment in ${language}`);
    await traveller.main.getByRole('button', { name: say('orders:failed.other') }).click();
    await expect(page).toHaveURL(/sandbox-bank\/pay/);
    await traveller.useCard('apple-pay');
    await traveller.isTicketed();
    await untilOrdersAre(browser, surname, [{ reference, state: 'Ticketed', invoices: 1, captured: 1 }]);
  });

test('pay pressed twice, the back button and a second tab: one order and one charge', async ({ page, context, browser }) => {
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasReserved(wish(51), adult('Bianca', 'Ferraz', 'CA300002'), 'bianca.twice@example.com');
  const checkout = page.url();
  const second = new BrowserTraveller(await context.newPage());
  await second.page.goto(checkout);
  await second.sees('Review and pay');

  await traveller.payButton().dblclick();
  await expect(page).toHaveURL(/sandbox-bank\/pay/);
  const bank = page.url();
  await page.goBack();
  await traveller.payButton().click();
  await expect(page).toHaveURL(bank);

  // The tab that was opened before reaches the same payment.
  await second.toTheBank();
  expect(second.page.url()).toBe(bank);
  await traveller.useCard('approved');
  await traveller.isTicketed();
  await second.page.locator('button[value=pay]').click();
  await second.isTicketed();

  // And so does a browser that goes back to the checkout afterwards.
  await page.goto(checkout);
  await expect(page).toHaveURL(/\/track\?order=/);
  await untilOrdersAre(browser, 'Ferraz', [{ reference, state: 'Ticketed', invoices: 1, captured: 1 }]);
});

test('the last step sent from two tabs makes one order', async ({ page, context, browser }) => {
  const traveller = new BrowserTraveller(page);
  await traveller.isAt('seats', wish(52), adult('Noor', 'Saleem', 'CA300003'), 'noor.tabs@example.com');
  const other = new BrowserTraveller(await context.newPage());
  await other.page.goto('/flight-seat-selection');
  await other.sees('Choose seats');
  await Promise.all([page, other.page].map((tab) => tab.getByRole('button', { name: 'Let the airline seat us' }).click()));
  // Either tab may be the first; exactly one is, and the other is told.
  const tabs = [traveller, other];
  const arrived = () => tabs.filter((tab) => /\/checkout\/[0-9A-Z]{5}-[0-9A-Z]{5}/.test(tab.page.url()));
  await expect.poll(() => arrived().length).toBe(1);
  const first = arrived()[0]!;
  const second = tabs.find((tab) => tab !== first)!;
  await expect(second.main.getByText('already booked').first()).toBeVisible();
  await first.sees('Review and pay');
  expect((await ordersOf(browser, 'Saleem')).map((order) => order.reference)).toEqual([first.reference()]);
});
