import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { untilOrdersAre } from '#tests/support/desk.ts';
import { words } from '../../sandbox/words.ts';

const wish = { from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(51) };

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a flight is paid in four in Arabic: the parts stand before the press, and the tickets come with one payment of the whole', async ({
    page,
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const traveller = new BrowserTraveller(page, { language: 'ar' });
    await traveller.rememberLanguage(baseURL!);
    const reference = await traveller.hasReserved(wish, adult('Amal', 'Fourniye', 'CA400001'), 'amal.four@example.com');
    await traveller.ready();
    const four = traveller.main.locator('details').filter({ hasText: traveller.say('orders:four.title') });
    await four.locator('summary').click();
    await expect(four.locator('dt')).toHaveCount(4);
    await expect(four).toContainText(traveller.say('orders:four.note'));
    await traveller.noBarriers('a checkout with the four parts open');
    await four.getByRole('button').click();
    await expect(page).toHaveURL(/sandbox-bank\/pay/);
    await expect(page.getByRole('heading', { level: 1, name: words.ar.four.title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('.parts li')).toHaveCount(4);
    await traveller.useCard('approved');
    await traveller.isTicketed();
    await untilOrdersAre(browser, 'Fourniye', [{ reference, state: 'Ticketed', invoices: 1, captured: 1 }]);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a flight that may not be paid in four this time is charged nothing, and is paid by card from the page that says so', async ({
    page,
    browser,
  }) => {
    test.setTimeout(240_000);
    const traveller = new BrowserTraveller(page, { scripts: false });
    const reference = await traveller.hasReserved(wish, adult('Rima', 'Refusal', 'CA400002'), 'rima.four@example.com');
    await traveller.main.getByText(traveller.say('orders:four.title'), { exact: true }).click();
    await traveller.main.getByRole('button', { name: /^Go on with/ }).click();
    await expect(page).toHaveURL(/sandbox-bank\/pay/);
    await traveller.useCard('not-agreed');
    await expect(page.getByText(words.en.declineReasons.not_agreed)).toBeVisible();
    await page.getByRole('link', { name: words.en.backToStore }).click();
    await traveller.sees('The payment did not go through');
    await expect(traveller.main).toContainText('did not agree this time; nothing was charged');
    await traveller.main.getByRole('button', { name: 'Pay by card instead' }).click();
    await expect(page).toHaveURL(/sandbox-bank\/pay/);
    await traveller.useCard('approved');
    await untilOrdersAre(browser, 'Refusal', [{ reference, state: 'Ticketed', invoices: 1, captured: 1 }]);
  });
});
