import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { expect, test, type Page } from '#tests/support/journey.ts';

const results = (more = '') => `/flight-search-results?from=DXB&to=LHR&depart=${inDays(40)}&adults=1${more}`;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await new BrowserTraveller(page).ready();
}

test('a search is edited where its flights are, and asks for what was typed', async ({ page }) => {
  await open(page, results());
  await page.getByRole('link', { name: 'Edit search' }).click();
  const to = page.getByRole('combobox', { name: 'To', exact: true });
  await expect(to).toHaveValue(/London/);
  await to.fill('Manila');
  await page
    .getByRole('option', { name: /Manila/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Search flights' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Manila');
});

test('where the form does not come, its page does', async ({ page }) => {
  await open(page, results());
  await page.route(/\/assets\/flight-search-form[^/]*\.js/, (route) => route.abort());
  await page.getByRole('link', { name: 'Edit search' }).click();
  await expect(page).toHaveURL(/\/flights\?from=DXB/);
  // Its script does not come either: what stands in it is what the server drew.
  await expect(page.locator('#fs-to')).toHaveValue(/London/);
});

test('a price is laid open, and flights are set side by side, in the page as it is', async ({ page }) => {
  await open(page, results());
  await page.getByRole('link', { name: 'Why this price?' }).first().click();
  await expect(page.getByRole('dialog')).toBeFocused();
  await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'Compare' }).nth(0).click();
  await expect(page.getByRole('complementary', { name: 'Side by side' })).toContainText('1 of 4 to compare');
  await page.getByRole('link', { name: 'Compare' }).nth(1).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('a grid of days is walked by the arrow keys where it came with the page', async ({ page }) => {
  await open(page, results(`&return=${inDays(47)}&flex=1`));
  const cells = page.getByRole('table').getByRole('link');
  await cells.first().focus();
  await page.keyboard.press('End');
  await expect(cells.first()).not.toBeFocused();
  await expect(page.getByRole('table').locator('a:focus')).toHaveCount(1);
});
