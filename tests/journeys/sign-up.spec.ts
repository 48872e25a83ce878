import { expect, test, type Browser, type Page } from '@playwright/test';
import { signInStaff } from '#tests/support/desk.ts';
import { answeredConsent, journeyBase } from '#tests/support/journey-servers.ts';

const storageState = { cookies: [], origins: [{ origin: journeyBase, localStorage: [answeredConsent] }] };
const newAddress = () => `journey-${process.pid}-${process.hrtime.bigint()}@example.com`;

/** Reads the newest mail to an address as staff do, in the mail folder, and returns the path of its link. */
async function linkFromMail(browser: Browser, email: string, path: string): Promise<string> {
  const desk = await browser.newContext({ storageState });
  const page = await desk.newPage();
  await signInStaff(page, 'admin@rihla.example', '/admin/mail-folder');
  let link = '';
  await expect(async () => {
    await page.goto('/admin/mail-folder');
    const mail = page.getByRole('link').filter({ hasText: email }).first();
    await page.goto(
      `/admin/mail-folder${await mail.getAttribute('href', { timeout: 2_000 })}`.replace('/admin/mail-folder/admin', '/admin'),
    );
    const text = await page.locator('main').innerHTML();
    link = new RegExp(`${path}[\\w-]{43}`).exec(text)?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 40_000 });
  await desk.close();
  return link;
}

async function fillSignUp(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('First name').fill('Amal');
  await page.getByLabel('Last name').fill('Nasser');
  await page.locator('#email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    test('an account begins, forgets its password, and signs out everywhere', async ({ page, browser }) => {
      const email = newAddress();
      await fillSignUp(page, email, 'camels walk at dawn');
      await page.locator('main').getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
      await page.goto(await linkFromMail(browser, email, '/auth/confirm/'));
      await page.getByRole('button', { name: 'Create my account' }).click();
      await expect(page.getByText('Account created successfully!').first()).toBeVisible();

      await page.goto('/account/security');
      await expect(page.getByText('This device')).toBeVisible();
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await expect(page).toHaveURL(/\/auth$/);

      await page.getByRole('link', { name: 'Forgotten your password?' }).click();
      // Both pages have a field for the address: the button tells that the second has come.
      await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
      await page.locator('#email').fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
      await page.goto(await linkFromMail(browser, email, '/auth/reset-password/'));
      await page.getByLabel('Password', { exact: true }).fill('seven palms by the creek');
      await page.getByRole('button', { name: 'Save the password' }).click();
      await expect(page).toHaveURL(/\/auth$/);

      await page.locator('#email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('seven palms by the creek');
      await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('You have successfully signed in.').first()).toBeVisible();
    });
  });
}
