import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { demoPassword } from '#app/values/demo-accounts.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { stubbornAirline } from '#tests/support/journey-servers.ts';

test('a clerk finds an order whose tickets were refused and issues them from its record', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  await traveller.search({ from: { type: 'DXB', code: 'DXB' }, to: { type: 'cairo', code: 'CAI' }, depart: inDays(45) });
  await traveller.chooseFlights(1, stubbornAirline.name);
  await traveller.fillPassengers([adult('Yusra', 'Shenouda', 'CA500001')], 'yusra.desk@example.com');
  await traveller.keepTicketType();
  await page.locator('select[name="bag.0:0"]').selectOption('1');
  await page.getByRole('button', { name: 'Continue with these' }).click();
  await traveller.seatByAirline();
  const reference = traveller.reference();
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await expect(traveller.main.getByRole('heading', { name: 'Your tickets need a person' }).first()).toBeVisible({ timeout: 60_000 });

  const desk = await newVisitor(browser);
  const clerk = await desk.newPage();
  await signInStaff(clerk, 'flights@rihla.example', '/admin/dashboard');
  await expect(clerk.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await clerk.getByRole('link', { name: /paid, not ticketed/ }).click();
  await expect(clerk).toHaveURL(/queue=ticket-now/);

  // Everything of one traveller is taken on at once, after a dry run.
  await clerk.goto('/admin/orders/flights?find=Shenouda');
  await clerk.getByRole('button', { name: /Dry run on all that match/ }).click();
  await clerk.getByRole('button', { name: 'Take on: 1' }).click();
  await expect(clerk.getByRole('cell', { name: 'Yours now' })).toBeVisible();
  await clerk.goto('/admin/orders/flights?queue=failed-stuck&owner=mine');
  await clerk.getByRole('main').getByRole('link', { name: reference }).first().click();
  await expect(clerk).toHaveURL(new RegExp(reference));
  const main = clerk.getByRole('main');
  await expect(main.getByText('Ticketing failed').first()).toBeVisible();
  await main.getByRole('button', { name: 'Issue 1 ticket now' }).click();
  await expect(main.getByText('Tickets issued.')).toBeVisible();
  await new BrowserTraveller(clerk).noBarriers('the record of an order at the desk');
  await expect(main.getByText(/\d{3}-?\d{10}/).first()).toBeVisible();

  // What the clerk did shows on the traveller's page, and the money was taken once.
  await page.reload();
  await traveller.isTicketed();
  await expect(async () => {
    await clerk.reload();
    await expect(main.getByRole('cell', { name: 'Captured', exact: true })).toHaveCount(1, { timeout: 1000 });
  }).toPass();

  // The bag was paid too, and the airline wrote no document for it: the clerk asks once more.
  await clerk.goto('/admin/orders/flights?queue=ancillaries&find=Shenouda');
  await clerk.getByRole('main').getByRole('link', { name: reference }).first().click();
  await main.getByText(/^Work on Extra bags: 1, DXB to CAI/).click();
  await main.getByLabel('Document number').fill('12345');
  await main.getByRole('button', { name: 'Issue with this number' }).click();
  await expect(main.getByText('A document of an airline has 13 digits').first()).toBeVisible();
  await main.getByRole('button', { name: 'Ask the airline again' }).click();
  await expect(main.getByText('The airline is asked again.')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/document \d{3}-\d{10}/).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a wrong staff password is told in a toast, and an agent without a permission learns which is missing', async ({ page }) => {
  await page.goto('/admin/login?next=/admin/orders/flights');
  await page.getByLabel('Email').fill('hr@rihla.example');
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Sign in failed');
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue('hr@rihla.example');

  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/admin\/unauthorized/);
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this area.")).toBeVisible();
  await expect(page.getByText('flight-orders:view')).toBeVisible();
});
