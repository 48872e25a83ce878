import { expect, test, type Page } from '@playwright/test';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { journeyBase } from '#tests/support/journey-servers.ts';

/** Chooses a free time, tells who calls, and has a page of its own for the call. */
async function bookCall(page: Page, traveller: BrowserTraveller, who: { name: string; email: string }, which: 'first' | 'last') {
  const { say } = traveller;
  const words = (key: string) => say(`consultations:${key}`);
  await expect(page.getByRole('heading', { level: 1, name: words('title') })).toBeVisible();
  const slot = page.locator('a.cn-slot')[which]();
  const clock = await slot.locator('b').innerText();
  await slot.click();
  await expect(page).toHaveURL(/[?&]at=/);
  const details = page.locator('.cn-form');
  await expect(page.locator('.cn-chosen')).toContainText(clock);
  if (traveller.scripts) await traveller.noBarriers('the consultation page');
  await details.locator('#call-name').fill(who.name);
  await details.locator('#call-email').fill(who.email);
  await details.locator('#call-phone').fill('+971 50 123 4567');
  await details.getByRole('button', { name: words('book'), exact: true }).click();
  await expect(page).toHaveURL(/consultation\/[\w.-]+\?booked(#details)?$/);
  await expect(page.getByRole('main')).toContainText(clock);
}

test('a consultation in Arabic: the time is chosen, booked and shown', async ({ page, baseURL }) => {
  const traveller = new BrowserTraveller(page, { language: 'ar' });
  await traveller.rememberLanguage(baseURL ?? journeyBase);
  await page.goto('/visa-assistance/consultation?topic=assisted-visa&zone=Asia%2FDubai');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await bookCall(page, traveller, { name: 'ليلى حداد', email: `layla-${Date.now()}@example.com` }, 'first');
  await traveller.noBarriers('the page of the call');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a consultation is booked, its topic and zone chosen by form', async ({ page }) => {
    const traveller = new BrowserTraveller(page, { scripts: false });
    await page.goto('/visa-assistance/consultation');
    const about = page.locator('.cn-about');
    await about.locator('select[name="topic"]').selectOption('refused');
    await about.locator('select[name="zone"]').selectOption('Asia/Manila');
    await about.getByRole('button').click();
    await expect(page).toHaveURL(/topic=refused.*zone=Asia(%2F|\/)Manila/);
    await bookCall(page, traveller, { name: 'Rosa Lim', email: `rosa-${Date.now()}@example.com` }, 'last');
  });
});
