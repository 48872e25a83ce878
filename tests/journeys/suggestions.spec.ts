import { expect, test, type Locator, type Page } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';

/** Types, and waits for the answer to all of it: what was found for the first letters is shown until then. */
async function ask(page: Page, field: Locator, words: string): Promise<void> {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === words);
  await field.pressSequentially(words);
  await answered;
}

for (const [language, typed, title] of [
  ['en', 'best of itlay', 'Best of Italy'],
  ['ar', 'إيطال', /\p{Script=Arabic}/u],
] as const)
  test(`whoever types into the search of tours is led to one by the arrow keys, in ${language}`, async ({ page, baseURL }) => {
    const traveller = new BrowserTraveller(page, { language });
    await traveller.rememberLanguage(baseURL!);
    await page.goto('/holidays');
    await traveller.ready();
    const field = page.locator('#q');
    await expect(field).toHaveRole('combobox');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await ask(page, field, typed);
    const options = page.locator('.sg-option');
    const wanted = options.first();
    await expect(wanted).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await traveller.noBarriers(`suggestions of tours, ${language}`);
    // Nothing is chosen for anybody: Enter still searches for what stands in the field.
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await field.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(field).toHaveValue(typed);
    await field.press('ArrowDown');
    await expect(wanted).toHaveAttribute('aria-selected', 'true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await wanted.getAttribute('id'));
    await expect(wanted).toContainText(title);
    await field.press('Enter');
    await expect(page).toHaveURL(/\/tour\/[\w-]+$/);
    await traveller.ready();
  });

test('Enter searches for the words while suggestions stand open, and a click on one opens it', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  await page.goto('/experiences');
  await traveller.ready();
  const field = page.locator('#q');
  await field.pressSequentially('kayak');
  const first = page.locator('.sg-option').first();
  await expect(first).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL(/\/experiences\?.*q=kayak/);
  await traveller.ready();
  await page.goto('/staycations');
  await traveller.ready();
  const words = page.locator('#q');
  // At once: the list is of no fewer letters, and does not change under the pointer.
  await words.fill('des');
  const stay = page.locator('.sg-option').first();
  const title = await stay.locator('b').textContent();
  await stay.click();
  await expect(page).toHaveURL(/\/staycations\/[\w-]+/);
  await traveller.sees(title!);
});

test('suggestions that come after Escape do not open the list again', async ({ page }) => {
  await page.goto('/experiences');
  await new BrowserTraveller(page).ready();
  const isAsked = (address: string) => address.includes('/api/suggest');
  // Never answered, until it is taken back.
  await page.route(
    (url) => isAsked(url.pathname),
    () => undefined,
  );
  const field = page.locator('#q');
  const asked = page.waitForRequest((request) => isAsked(request.url()));
  await field.fill('kayak');
  await asked;
  const takenBack = page.waitForEvent('requestfailed', (request) => isAsked(request.url()));
  await field.press('Escape');
  await takenBack;
  await expect(field).toHaveValue('kayak');
});
