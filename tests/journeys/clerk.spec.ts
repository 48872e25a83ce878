import { expect, test } from '@playwright/test';
import { signInStaff } from '#tests/support/desk.ts';
import { inDays } from '#tests/support/browser-traveller.ts';

test('a clerk stops a route, sees it gone from the sources, and sells it again', async ({ page }) => {
  await signInStaff(page, 'products@rihla.example', '/admin/flight-supply');
  await page.getByLabel('From', { exact: true }).fill('SHJ');
  await page.getByLabel('To', { exact: true }).fill('KHI');
  await page.getByLabel('Reason').fill('Runway works');
  await page.locator('form').filter({ hasText: 'Leave a field empty' }).getByRole('button', { name: 'Stop selling' }).click();
  await expect(page.getByText('The sale is stopped')).toBeVisible();
  const asked = `/admin/flight-supply/test?from=SHJ&to=KHI&date=${inDays(20)}&direct=1`;
  await page.goto(asked);
  await expect(page.getByText('No source sells this.')).toBeVisible();
  await page.goto('/admin/flight-supply');
  await page
    .getByRole('row', { name: /SHJ → KHI/ })
    .getByRole('button', { name: 'Sell again' })
    .click();
  await expect(page.getByText('It is on sale again')).toBeVisible();
  await page.goto(asked);
  await expect(page.getByRole('heading', { name: 'Side by side' })).toBeVisible();
  await expect(page.getByText('No source sells this.')).toBeHidden();
});

test('a markup is drafted by one, simulated, published by another and rolled back', async ({ page, browser }) => {
  const address = '/admin/supply/flights/markup-management';
  await signInStaff(page, 'pricing@rihla.example', address);
  await page.getByRole('button', { name: 'Begin a draft' }).click();
  await page.getByRole('link', { name: 'Add a rule' }).click();
  await page.getByLabel('Name').fill('Cairo winter');
  await page.getByLabel('To airport').fill('CAI');
  await page.getByLabel('Plus, each traveller, AED').fill('35');
  await page.getByRole('button', { name: 'Keep in the draft' }).click();
  await expect(page.getByRole('row', { name: /Cairo winter/ })).toContainText('New');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByRole('heading', { name: 'Simulation' })).toBeVisible();
  await page.getByLabel('Reason for the change').fill('Winter demand');
  await page.getByRole('button', { name: 'Send to checker' }).click();
  await expect(page.getByText('You changed this draft, so somebody else publishes it.')).toBeVisible();

  const other = await browser.newContext();
  const checker = await other.newPage();
  await signInStaff(checker, 'finance@rihla.example', '/admin/dashboard');
  await checker.getByRole('link', { name: 'Winter demand' }).click();
  await checker.getByRole('button', { name: 'Publish, changes: 1' }).click();
  await expect(checker.getByText('Published. Every new price')).toBeVisible();
  await expect(checker.getByRole('row', { name: /Cairo winter/ })).toContainText('Live');
  await checker.getByRole('button', { name: 'Roll back to it' }).last().click();
  await expect(checker.getByText('are live again')).toBeVisible();
  await expect(checker.getByRole('row', { name: /Cairo winter/ })).toBeHidden();
  await other.close();
});

test('the day of a clerk begins with what is due, and leads to the lists', async ({ page }) => {
  await signInStaff(page, 'flights@rihla.example', '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.getByRole('link', { name: /paid, not ticketed/ }).click();
  await expect(page).toHaveURL(/queue=ticket-now/);
});
