import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { demoPassword } from '#app/values/demo-accounts.ts';

test('a desk that was signed out meanwhile locks, keeps what was typed, and goes on after the password', async ({ browser }) => {
  const context = await newVisitor(browser);
  const page = await context.newPage();
  await signInStaff(page, 'hr@rihla.example', '/admin/hr/asset-management/new');
  const name = page.getByRole('main').getByLabel('Model');
  await name.fill('Thermal printer of the counter');

  // As if half an hour had passed: the session is over, and the page hears of it when somebody comes back to it.
  const elsewhere = await context.newPage();
  await elsewhere.goto('/admin/tasks');
  await elsewhere.locator('.bo-person summary').click();
  await elsewhere.getByRole('button', { name: 'Sign out' }).click();
  await expect(elsewhere).toHaveURL(/admin\/login/);
  await elsewhere.close();
  const lock = page.getByRole('dialog', { name: 'This desk is locked' });
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(lock).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await new BrowserTraveller(page).noBarriers('a locked desk');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(lock).toBeVisible();
  await lock.getByLabel('Password').fill('not this one');
  await lock.getByRole('button', { name: 'Go on' }).click();
  await expect(lock.getByRole('alert')).toHaveText('That is not right. Try again.');
  await lock.getByLabel('Password').fill(demoPassword);
  await lock.getByRole('button', { name: 'Go on' }).click();
  await expect(lock).toBeHidden();
  await expect(name).toHaveValue('Thermal printer of the counter');
  // It is the clerk’s session again, and not only the page.
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Alerts/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
});
