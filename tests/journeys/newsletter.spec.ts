import { expect, test } from '#tests/support/journey.ts';
import { readMail } from '#tests/support/mailbox.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the letter is asked for at the foot of a page, confirmed from the mailbox, changed and left', async ({ page }) => {
      const email = `letter-${process.pid}-${process.hrtime.bigint()}@example.com`;
      await page.goto('/about');
      const foot = page.getByRole('contentinfo');
      await foot.getByRole('textbox', { name: 'Your e-mail' }).fill(email);
      await foot.getByRole('button', { name: 'Subscribe' }).click();
      await expect(page).toHaveURL(/\/newsletter\?asked/);
      await expect(page.getByText('Look into your mailbox.')).toBeVisible();

      const link = await readMail(email, /\/newsletter\/confirm\/[\w.-]{43,}/);
      await page.goto(link);
      await page.getByRole('button', { name: 'Yes, send me the letter' }).click();
      await expect(page.getByText('You are on the list.')).toBeVisible();
      await page.getByRole('checkbox', { name: 'Visas' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved.')).toBeVisible();
      await expect(page.getByRole('checkbox', { name: 'Visas' })).toBeChecked();

      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'You have left the list' })).toBeVisible();
    });

    test('what is no address is said beside the field, and stays in it', async ({ page }) => {
      await page.goto('/newsletter');
      const main = page.getByRole('main');
      await main.getByRole('textbox', { name: 'Your e-mail' }).fill('nobody@');
      await main.getByRole('button', { name: 'Subscribe' }).click();
      await expect(main.getByText('Enter an e-mail address such as name@example.com.').first()).toBeVisible();
      await expect(main.getByRole('textbox', { name: 'Your e-mail' })).toHaveValue('nobody@');
    });
  });
}
