import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';

test('signing in and out in one tab reaches the others at once, and what was typed stays through the first', async ({ context }) => {
  const [typing, account, door] = [await context.newPage(), await context.newPage(), await context.newPage()];
  await typing.goto('/contact');
  await new BrowserTraveller(typing).ready();
  const message = typing.getByRole('main').getByRole('textbox').last();
  await message.fill('Half a sentence');
  await door.goto('/auth?next=/help');
  await door.locator('#email').fill('traveller@rihla.example');
  await door.getByLabel('Password', { exact: true }).fill('Rihla-demo-2026');
  await door.locator('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(door).toHaveURL(/\/help$/);
  // The header of the first tab greets by name without a new document.
  await expect(typing.locator('form[action="/sign-out"]').first()).toBeAttached();
  await expect(message).toHaveValue('Half a sentence');

  await account.goto('/account');
  await new BrowserTraveller(account).ready();
  await expect(account).toHaveURL(/\/account$/);
  await door
    .locator('form[action="/sign-out"]')
    .first()
    .evaluate((form: HTMLFormElement) => form.submit());
  await expect(account).toHaveURL(/\/auth\?next=%2Faccount/);
  await expect(typing.locator('form[action="/sign-out"]')).toHaveCount(0);
});
