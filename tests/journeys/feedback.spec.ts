import { expect, test } from '#tests/support/journey.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a complaint without an address is asked for one, keeps its words, and gets a reference and a day', async ({ page }) => {
      await page.goto('/feedback');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Choose what it is.').first()).toBeVisible();
      await page.getByRole('radio', { name: 'A complaint' }).check();
      const words = 'My suitcase went to another city than I did.';
      await page.getByLabel('In your words').fill(words);
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Leave an e-mail address, so that our answer reaches you.').first()).toBeVisible();
      await expect(page.getByLabel('In your words')).toHaveValue(words);
      await expect(page.getByRole('radio', { name: 'A complaint' })).toBeChecked();
      await page.getByLabel('E-mail for our answer').fill('suitcase@example.com');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Thank you, we have it.')).toBeVisible();
      await expect(page.getByRole('main')).toContainText(/Your reference is\s*[0-9A-Z]{5}-[0-9A-Z]{5}/);
      await expect(page.getByRole('main')).toContainText('You have our answer in writing by');
    });
  });
}
