import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { expect, test, type Page } from '#tests/support/journey.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading...' });

/** Holds back what the next page needs until it is let go. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(
    (url) => url.pathname.startsWith(address) && url.pathname.endsWith('.data'),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  return letGo;
}

/** How far the middle of the spinner lies from the middle of what it stands in, in pixels. */
const offCentre = (page: Page) =>
  spinner(page).evaluate((mark) => {
    const ring = mark.querySelector('.spinner__ring')!.getBoundingClientRect();
    const around = (mark.closest('main') ?? document.documentElement).getBoundingClientRect();
    return Math.abs(ring.left + ring.width / 2 - (around.left + around.width / 2));
  });

test('a page that takes its time shows the spinner in the middle, and opens at its top', async ({ page }) => {
  await page.goto('/help-center');
  await new BrowserTraveller(page).ready();
  const letGo = await holdBack(page, '/careers');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Careers' });
  await link.scrollIntoViewIfNeeded();
  expect(await scrolled(page)).toBeGreaterThan(400);
  await link.click();
  await expect(spinner(page)).toBeVisible();
  expect(await offCentre(page)).toBeLessThan(2);
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Work with us' })).toBeFocused();
  await expect(spinner(page)).toBeHidden();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('the way back leads to where the last page was left', async ({ page }) => {
  await page.goto('/help-center');
  await new BrowserTraveller(page).ready();
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Press' });
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Press' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(before);
});

test('pages of the desk show the spinner as well, and open at their top', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await signInStaff(page, 'admin@rihla.example', '/admin/settings');
  await new BrowserTraveller(page).ready();
  const letGo = await holdBack(page, '/admin/invoices');
  await page.evaluate(() => scrollTo(0, 120));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Money' }).first().click();
  await expect(spinner(page)).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  await expect(spinner(page)).toBeHidden();
  await expect.poll(() => scrolled(page)).toBe(0);
});
