import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { expect, test, type Page } from '#tests/support/journey.ts';
import { consentKey } from '#app/storefront/consent/consent.ts';
import { askForConsent } from '#app/storefront/consent/keep-consent.ts';

// A browser that has never been here.
test.use({ storageState: { cookies: [], origins: [] } });

const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), consentKey);
/** What the consent mechanism was told, in order. */
const told = (page: Page) =>
  page.evaluate(() =>
    ((window as unknown as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [])
      .map((words) => Array.from(words))
      .filter((words) => words[0] === 'consent'),
  );
const banner = (page: Page) => page.getByRole('region', { name: 'We value your privacy' });
const denied = [
  'consent',
  'default',
  expect.objectContaining({ analytics_storage: 'denied', ad_storage: 'denied', personalization_storage: 'denied' }),
];

test('Accept All keeps all four, tells the mechanism, and is not asked again', async ({ page }) => {
  await page.goto('/help');
  await banner(page).getByRole('button', { name: 'Accept All' }).click();
  await expect(banner(page)).toBeHidden();
  expect(JSON.parse((await kept(page))!)).toEqual({ necessary: true, analytics: true, marketing: true, personalization: true });
  expect(await told(page)).toEqual([
    denied,
    ['consent', 'update', { analytics_storage: 'granted', ad_storage: 'granted', personalization_storage: 'granted' }],
  ]);
  await page.goto('/flights');
  await page.waitForFunction(() => performance.now() > 2_500);
  await expect(banner(page)).toBeHidden();
});

test('Reject All keeps only the necessary and tells the mechanism nothing', async ({ page }) => {
  const receipt = page.waitForResponse((answer) => answer.url().endsWith('/api/consent'));
  await page.goto('/help');
  await banner(page).getByRole('button', { name: 'Reject All' }).click();
  await expect(banner(page)).toBeHidden();
  expect(JSON.parse((await kept(page))!)).toEqual({ necessary: true, analytics: false, marketing: false, personalization: false });
  expect(await told(page)).toEqual([denied]);
  expect(await (await receipt).json()).toEqual({ receipt: expect.stringMatching(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/) });
});

test('Customize opens switches that are off, Cancel leaves the question, Save tells each category', async ({ page }) => {
  await page.goto('/help');
  await banner(page).getByRole('button', { name: 'Customize' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cookie preferences' });
  await expect(dialog.getByRole('switch', { name: 'Necessary' })).toBeChecked();
  await expect(dialog.getByRole('switch', { name: 'Necessary' })).toBeDisabled();
  for (const name of ['Analytics', 'Marketing', 'Personalization']) await expect(dialog.getByRole('switch', { name })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(banner(page)).toBeVisible();
  await expect(banner(page).getByRole('button', { name: 'Customize' })).toBeFocused();
  expect(await kept(page)).toBeNull();

  await banner(page).getByRole('button', { name: 'Customize' }).click();
  await dialog.getByRole('switch', { name: 'Marketing' }).check();
  await dialog.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(dialog).toBeHidden();
  await expect(banner(page)).toBeHidden();
  expect(JSON.parse((await kept(page))!)).toEqual({ necessary: true, analytics: false, marketing: true, personalization: false });
  expect(await told(page)).toEqual([
    denied,
    ['consent', 'update', { analytics_storage: 'denied', ad_storage: 'granted', personalization_storage: 'denied' }],
  ]);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie choices' }).click();
  await expect(dialog.getByRole('switch', { name: 'Marketing' })).toBeChecked();
});

test('the question waits a second after the page has loaded, on staff pages too', async ({ page }) => {
  await page.addInitScript((name) => {
    const times: Record<string, number> = {};
    Object.assign(window, { times });
    addEventListener('load', () => (times.loaded = performance.now()));
    new MutationObserver(() => {
      const asked = [...document.querySelectorAll('section, [role=region]')].some((one) => one.textContent?.includes(name));
      if (asked) times.asked ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  }, 'We value your privacy');
  await page.goto('/admin/login');
  await expect(banner(page)).toBeVisible();
  const { loaded, asked } = await page.evaluate(() => (window as unknown as { times: { loaded: number; asked: number } }).times);
  expect(asked - loaded).toBeGreaterThanOrEqual(1_000);
});

test('a choice on the cookie policy answers the question there, and its switches follow a choice of the banner', async ({
  page,
  context,
}) => {
  await page.goto('/cookies');
  await expect(banner(page)).toBeVisible();
  const policy = page.getByRole('region', { name: 'Your choice' });
  await policy.getByRole('switch', { name: 'Analytics' }).check();
  await policy.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(policy.getByText('Your choice is saved in this browser.')).toBeVisible();
  await expect(policy.getByText(/^Receipt of your choice:/)).toBeVisible();
  expect(JSON.parse((await kept(page))!)).toEqual({ necessary: true, analytics: true, marketing: false, personalization: false });
  expect(await told(page)).toEqual([
    denied,
    ['consent', 'update', { analytics_storage: 'granted', ad_storage: 'denied', personalization_storage: 'denied' }],
  ]);

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await banner(page).getByRole('button', { name: 'Accept All' }).click();
  for (const name of ['Analytics', 'Marketing', 'Personalization']) await expect(policy.getByRole('switch', { name })).toBeChecked();

  // A tab that still asks when the choice is made in another one.
  await page.evaluate(() => localStorage.clear());
  const other = await context.newPage();
  await other.goto('/help');
  await page.goto('/about');
  await expect(banner(page)).toBeVisible();
  await banner(other).getByRole('button', { name: 'Reject All' }).click();
  await expect(banner(page)).toBeHidden();
  expect(await told(page)).toEqual([denied]);
});

test('a choice made before the question has come keeps it away, and it does not close a dialog that is open', async ({ page }) => {
  await page.goto('/cookies');
  // Saved by the page itself: the form alone would leave a cookie too, which answers the question later.
  await new BrowserTraveller(page).ready();
  const policy = page.getByRole('region', { name: 'Your choice' });
  await policy.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(policy.getByText('Your choice is saved in this browser.')).toBeVisible();
  const early = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() > since + 2_000, early);
  await expect(banner(page)).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Cookie preferences' });
  // As soon as the page listens.
  await expect(async () => {
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), askForConsent);
    await expect(dialog).toBeVisible({ timeout: 150 });
  }).toPass({ intervals: [50] });
  await page.waitForFunction(() => performance.now() > 3_000);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(banner(page)).toBeVisible();
});

test('what was switched on the cookie policy before its script came stays, and is what is saved', async ({ page }) => {
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/entry\.client/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/cookies', { waitUntil: 'commit' });
  const policy = page.getByRole('region', { name: 'Your choice' });
  await policy.getByRole('switch', { name: 'Personalization' }).check();
  come();
  await new BrowserTraveller(page).ready();
  // The banner is a second behind the page, so what this browser keeps has been read.
  await expect(banner(page)).toBeVisible();
  await expect(policy.getByRole('switch', { name: 'Personalization' })).toBeChecked();
  await policy.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(banner(page)).toBeHidden();
  expect(JSON.parse((await kept(page))!)).toEqual({ necessary: true, analytics: false, marketing: false, personalization: true });
});

test('with storage blocked the answer stands for the page and nothing breaks', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage']) Object.defineProperty(window, storage, { get: refuse, configurable: true });
  });
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault.stack)));
  await page.goto('/help');
  await banner(page).getByRole('button', { name: 'Reject All' }).click();
  await expect(banner(page)).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveURL(/about/);
  await expect(banner(page)).toBeHidden();
  expect(faults).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the switches on the policy are kept and drawn again', async ({ page }) => {
    await page.goto('/cookies');
    await page.getByRole('switch', { name: 'Personalization' }).check();
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await expect(page.getByText('Your choice is saved in this browser.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Personalization' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Analytics' })).not.toBeChecked();
  });
});

for (const size of [
  { width: 1440, height: 800 },
  { width: 390, height: 800 },
])
  test(`the question leaves what is done with picked rows in sight, ${size.width} wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await signInStaff(page, 'admin@rihla.example', '/admin/hr/asset-management');
    await expect(banner(page)).toBeVisible();
    await page.locator('tbody .dl-pick input').first().check();
    const bar = page.locator('.dl-bulk');
    const bottomOf = async (what: typeof bar) => {
      const box = (await what.boundingBox())!;
      return [Math.round(box.y), Math.round(box.y + box.height)] as const;
    };
    for (const place of ['top', 'end']) {
      await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), place);
      const [asked] = await bottomOf(banner(page));
      await expect.poll(async () => (await bottomOf(bar))[1], place).toBeLessThanOrEqual(asked);
    }
    // On a phone the areas of the desk stand between the two, and can be pressed.
    if (size.width === 390) {
      const tabs = page.locator('.bo-tabs');
      const [asked] = await bottomOf(banner(page));
      const [tabsFrom, tabsTo] = await bottomOf(tabs);
      expect(tabsTo).toBeLessThanOrEqual(asked);
      expect((await bottomOf(bar))[1]).toBeLessThanOrEqual(tabsFrom);
      await tabs.getByText('More').click();
      // Of a long menu the beginning is seen, and the end can be reached.
      await expect(tabs.getByRole('heading').first()).toBeInViewport();
      const last = tabs.getByRole('heading', { name: 'Settings' });
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport();
      await tabs.getByText('More').click();
    }
    await banner(page).getByRole('button', { name: 'Reject All' }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--consent-block'))).toBe('');
  });
