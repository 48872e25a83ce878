import { expect, test, type Page, type Route } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { onlyOurs, shortHoldsBase } from '#tests/support/journey-servers.ts';
import { consentKey } from '#app/storefront/consent/consent.ts';

const tour = '/tour/best-of-italy';
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const currencyMenu = (page: Page) => page.locator('header summary', { hasText: /USD|AED|SAR|EUR|BRL/ }).first();
/** A browser that comes with these things kept. */
const remember = (page: Page, things: Record<string, string>) =>
  page.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }, things);
const answerWith =
  (body: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body: typeof body === 'string' ? body : JSON.stringify(body) });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('language and currency are chosen with plain forms and stay, on the page that was open', async ({ page }) => {
    await page.goto('/holidays?region=europe');
    await currencyMenu(page).click();
    await page.getByRole('button', { name: /SAR/ }).first().click();
    await expect(page).toHaveURL(/\/holidays\?region=europe/);
    await expect(page.getByRole('main')).toContainText(/SAR/);
    await page.locator('header summary', { hasText: 'English' }).first().click();
    await page.getByRole('button', { name: 'العربية' }).first().click();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.goto('/staycations');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.getByRole('main')).toContainText(/SAR/);
  });
});

test.describe('a first visit', () => {
  for (const [country, currency] of [
    ['AE', 'AED'],
    ['SA', 'SAR'],
    ['BR', 'USD'],
  ] as const)
    test(`from ${country} is shown ${currency}, and keeps it`, async ({ page }) => {
      await page.route('**/api/location', answerWith({ country_code: country }));
      await page.goto(tour);
      await expect(currencyMenu(page)).toContainText(currency);
      await expect.poll(() => stored(page, 'selectedCurrency')).toBe(currency);
      await page.unroute('**/api/location');
      await page.route('**/api/location', (route) => route.abort());
      await page.reload();
      await expect(currencyMenu(page)).toContainText(currency);
    });

  test('is in dollars when the location service is down or lies', async ({ page }) => {
    const lies: readonly ((route: Route) => Promise<void>)[] = [
      (route) => route.abort('connectionrefused'),
      answerWith('<html>Welcome</html>'),
      answerWith(null),
      answerWith({ country_code: { toString: 'AE' } }),
      answerWith({ country_code: '<img src=x onerror=alert(1)>' }),
      answerWith({ country_code: 'AE' }, 500),
      answerWith('[]'),
    ];
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(String(fault.stack)));
    page.on(
      'response',
      (answer) =>
        void (answer.status() >= 500 && !answer.url().includes('/api/location') && faults.push(`${answer.status()} ${answer.url()}`)),
    );
    for (const lie of lies) {
      await page.route('**/api/location', lie);
      await page.goto('/about');
      await expect.poll(async () => (faults.length > 0 ? faults : stored(page, 'selectedCurrency'))).toBe('USD');
      await page.unroute('**/api/location');
      await page.evaluate(() => localStorage.removeItem('selectedCurrency'));
      // Once the page is gone, so that it cannot keep the choice anew.
      await page.goto('about:blank');
      await page.context().clearCookies();
    }
    expect(faults).toEqual([]);
  });

  test('waits three seconds for the location service, usable all the while, and a choice made meanwhile stands', async ({ page }) => {
    await page.route('**/api/location', () => new Promise(() => undefined));
    await page.goto(tour);
    await expect(currencyMenu(page)).toContainText('USD');
    await expect.poll(() => stored(page, 'selectedCurrency')).toBe('USD');
    await page.evaluate(() => localStorage.removeItem('selectedCurrency'));
    await page.context().clearCookies();
    await page.reload();
    await new BrowserTraveller(page).ready();
    await currencyMenu(page).click();
    await page.getByRole('button', { name: /BRL/ }).first().click();
    await expect(currencyMenu(page)).toContainText('BRL');
    await expect.poll(() => stored(page, 'selectedCurrency')).toBe('BRL');
    await page.waitForFunction(() => performance.now() > 4_500);
    expect(await stored(page, 'selectedCurrency')).toBe('BRL');
    await expect(currencyMenu(page)).toContainText('BRL');
  });
});

test.describe('exchange rates', () => {
  const price = (page: Page) => page.getByRole('main').getByText(/€/).first();
  const shown = async (page: Page) => Number((await price(page).innerText()).replace(/\D/g, ''));

  test('that cannot be fetched are the kept ones however old, else those of the page', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'selectedCurrency', value: 'EUR', url: baseURL! }]);
    let refused = 0;
    await page.route('**/api/rates', (route) => {
      refused += 1;
      return route.abort('connectionrefused');
    });
    await page.goto(tour);
    await expect(price(page)).toBeVisible();
    const ours = await shown(page);
    expect(ours).toBeGreaterThan(100);
    await expect.poll(() => refused).toBeGreaterThan(0);
    expect(await shown(page)).toBe(ours);

    const kept = JSON.stringify({ AED: 1, USD: 0.27, SAR: 1.02, EUR: 0.5, BRL: 1.48 });
    await remember(page, { exchangeRates: kept, exchangeRatesTimestamp: '1000' });
    await page.reload();
    // Whole euros are rounded after the conversion, so twice the rate is twice the price within one.
    await expect.poll(async () => Math.abs((await shown(page)) - ours * 2)).toBeLessThanOrEqual(2);
  });

  test('that are kept wrongly are thrown away', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'selectedCurrency', value: 'EUR', url: baseURL! }]);
    await remember(page, { exchangeRates: '{"EUR":"lots"', exchangeRatesTimestamp: 'yesterday' });
    await page.goto(tour);
    await expect(price(page)).toBeVisible();
    await expect.poll(() => stored(page, 'exchangeRates')).toContain('"AED":1');
  });
});

test('a language and a currency that we do not have are not taken from storage', async ({ page }) => {
  await page.route('**/api/location', answerWith({ country_code: 'SA' }));
  await remember(page, { selectedCurrency: 'GBP', language: 'tlh' });
  await page.goto(tour);
  await expect(currencyMenu(page)).toContainText('SAR');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect.poll(() => stored(page, 'selectedCurrency')).toBe('SAR');
});

test('what is put into storage by hand counts on the next page, after any number of choices', async ({ page }) => {
  await page.goto(tour);
  await expect.poll(() => stored(page, 'selectedCurrency')).toBe('USD');
  for (const [language, direction, currency] of [
    ['ar', 'rtl', 'BRL'],
    ['es', 'ltr', 'SAR'],
    ['en', 'ltr', 'EUR'],
  ] as const) {
    await page.evaluate(
      ([code, money]) => {
        localStorage.setItem('language', code);
        localStorage.setItem('selectedCurrency', money);
      },
      [language, currency] as const,
    );
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await expect(currencyMenu(page)).toContainText(currency);
    await expect.poll(() => stored(page, 'rihla-shown-language')).toBe(language);
    await expect.poll(() => stored(page, 'rihla-shown-selectedCurrency')).toBe(currency);
  }
  // An address that says its language is a choice as well, and is not undone by the page after it.
  await page.goto(`${tour}?lang=tl`);
  await expect.poll(() => stored(page, 'language')).toBe('tl');
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('lang', 'tl');
});

test('a choice made before the scripts are there is not undone by them', async ({ page }) => {
  await page.goto(tour);
  await expect.poll(() => stored(page, 'rihla-shown-selectedCurrency')).toBe('USD');
  const scripts = /\/assets\/[^/]+\.js/;
  await page.route(scripts, (route) => route.abort());
  await page.reload();
  await currencyMenu(page).click();
  await page.getByRole('button', { name: /EUR/ }).first().click();
  await expect(page.getByRole('main')).toContainText('€');
  await page.unroute(scripts);
  await page.reload();
  await expect.poll(() => stored(page, 'selectedCurrency')).toBe('EUR');
  await expect(currencyMenu(page)).toContainText('EUR');
});

test('with storage blocked both choices stay in their cookies', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage']) Object.defineProperty(window, storage, { get: refuse, configurable: true });
  });
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault.stack)));
  await page.goto(tour);
  await new BrowserTraveller(page).ready();
  await currencyMenu(page).click();
  await page.getByRole('button', { name: /EUR/ }).first().click();
  await expect(page.getByRole('main')).toContainText('€');
  await page.locator('header summary', { hasText: 'English' }).first().click();
  await page.getByRole('button', { name: 'Español' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('main')).toContainText('€');
  expect(faults).toEqual([]);
});

test.describe('with the outside services switched on and blocked', () => {
  test.use({ baseURL: shortHoldsBase, storageState: { cookies: [], origins: [] } });
  test('nothing is asked of them before a choice, and the page works and offers a form instead of the chat', async ({ page }) => {
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(String(fault)));
    const refused = await onlyOurs(page);
    await page.goto('/about');
    const banner = page.getByRole('region', { name: 'We value your privacy' });
    await expect(banner).toBeVisible();
    expect(refused.filter((host) => host.includes('google'))).toEqual([]);
    await banner.getByRole('button', { name: 'Accept All' }).click();
    // Both come by themselves, the chat once the browser has nothing else to do.
    for (const host of ['googletagmanager', 'intercom']) await expect.poll(() => refused.some((one) => one.includes(host))).toBe(true);
    await page.getByRole('link', { name: 'Write to us' }).first().click();
    await expect(page).toHaveURL(/\/contact/);
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
    expect(new Set(refused)).toEqual(new Set(['www.googletagmanager.com', 'widget.intercom.io']));
    expect(faults).toEqual([]);
    expect(await stored(page, consentKey)).toContain('"analytics":true');
  });
});
