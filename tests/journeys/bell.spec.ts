import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('a colleague who is named in a note hears of it at the bell, opens the record from there and has it read', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await signInStaff(page, 'support@rihla.example', '/admin/customers?find=Mariam');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Mariam Al Suwaidi' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Mariam Al Suwaidi' })).toBeVisible();
  await main.getByLabel('Write a note').fill('Asks whether her visa counts for both trips.');
  await main.locator('summary', { hasText: 'Ask colleagues to look' }).click();
  await main.getByRole('checkbox', { name: 'Grace Okafor' }).check();
  await main.getByRole('button', { name: 'Keep note' }).click();
  await expect(main.getByRole('listitem').filter({ hasText: 'Asks whether her visa counts for both trips.' })).toBeVisible();

  const desk = await newVisitor(browser);
  const grace = await desk.newPage();
  await signInStaff(grace, 'visas@rihla.example', '/admin/dashboard');
  await grace.getByRole('link', { name: /^Alerts: \d+ unread$/ }).click();
  const alerts = grace.getByRole('main');
  await expect(alerts.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  await new BrowserTraveller(grace).noBarriers('the alerts of a colleague');
  await alerts.getByLabel('Reason').selectOption({ label: 'Names you' });
  await alerts.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(grace).toHaveURL(/reason=mention/);
  await alerts.getByRole('button', { name: 'Open record: A colleague asks you to look at a note on a customer.' }).first().click();
  await expect(alerts.getByRole('heading', { level: 1, name: 'Mariam Al Suwaidi' })).toBeVisible();

  // Read, it stands among all alerts and no more among those that are new.
  await grace.goto('/admin/alerts?reason=mention');
  await expect(alerts.getByText('No alert matches.')).toBeVisible();
  await alerts.getByRole('link', { name: /^All/ }).click();
  await alerts.getByRole('button', { name: /^Mark as unread/ }).click();
  await expect(alerts.getByText('The alert is unread again.')).toBeVisible();

  // Whoever wants to hear of no notes hears of none, and can take that back.
  await alerts.getByRole('checkbox', { name: /^Names you/ }).uncheck();
  await alerts.getByRole('button', { name: 'Keep this choice' }).click();
  await expect(alerts.getByText('Your choice is kept.')).toBeVisible();
  await grace.goto('/admin/alerts?reason=mention');
  await expect(alerts.getByText('No alert matches.')).toBeVisible();
  await alerts.getByRole('checkbox', { name: /^Names you/ }).check();
  await alerts.getByRole('button', { name: 'Keep this choice' }).click();
  await expect(alerts.getByRole('button', { name: /^Open record/ }).first()).toBeVisible();
});
