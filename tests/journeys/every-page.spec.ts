import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

const results = `/flight-search-results?from=DXB&to=LHR&depart=${inDays(90)}`;

test('currency and language change where the visitor stands', async ({ page }) => {
  await page.goto(results);
  const card = page.getByRole('article').first();
  await expect(card).toContainText('approx. $');
  await page.locator('summary', { hasText: 'USD' }).first().click();
  await page.getByRole('button', { name: /SAR/ }).first().click();
  await expect(card).toContainText(/approx\..*(SAR|﷼)/);
  expect(page.url()).toContain(results);

  await page.locator('summary', { hasText: 'English' }).first().click();
  await page.getByRole('button', { name: 'العربية' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page).toHaveURL(new RegExp('from=DXB&to=LHR'));
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(/SAR/).first()).toBeVisible();
});

test('an unknown address is a page of its own with status 404', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'This page is not here' })).toBeVisible();
  await new BrowserTraveller(page).noBarriers('an unknown address');
});

test('a place that was found for fewer letters than are typed is not taken by Enter', async ({ page }) => {
  await page.goto('/flights');
  await new BrowserTraveller(page).ready();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/places\?q=dubai&/, async (route) => {
    await held;
    await route.continue();
  });
  const from = page.getByRole('combobox', { name: 'From', exact: true });
  await from.focus();
  await page.keyboard.type('d');
  await expect(page.getByRole('listbox', { name: 'From' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.type('ubai');
  await page.keyboard.press('Enter');
  await expect(from).toHaveValue('dubai');
  answer();
  await expect(from).toHaveValue(/Dubai.*\(DXB\)/);
  await expect(page).toHaveURL(/\/flights$/);
});

test('a place that was typed before the script came stays when the next one is chosen', async ({ page }) => {
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/entry\.client/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/flights', { waitUntil: 'commit' });
  // The first of them: the flights of several cities are hidden by a style that may not be there yet.
  const from = page.getByRole('combobox', { name: 'From', exact: true }).first();
  await from.fill('DXB');
  come();
  await new BrowserTraveller(page).ready();
  await new BrowserTraveller(page).choosePlace('To', { type: 'lhr', code: 'LHR' });
  await expect(from).toHaveValue('DXB');
});

test('the search is made with the keyboard alone', async ({ page }) => {
  await page.goto('/flights');
  const traveller = new BrowserTraveller(page);
  await traveller.ready();
  const from = page.getByRole('combobox', { name: 'From', exact: true });
  const to = page.getByRole('combobox', { name: 'To', exact: true });
  // The kind of trip is the first thing of the form; the fields follow with Tab.
  await page.getByRole('radio', { name: 'Return' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'One way' })).toBeChecked();
  for (let steps = 0; steps < 8 && !(await from.evaluate((field) => field === document.activeElement)); steps += 1)
    await page.keyboard.press('Tab');
  await expect(from).toBeFocused();
  await page.keyboard.type('dubia');
  await expect(page.getByRole('listbox', { name: 'From' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(from).toHaveValue(/Dubai.*\(DXB\)/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(to).toBeFocused();
  await page.keyboard.type('lhr');
  // Not what was found for the first letters.
  await expect(page.getByRole('listbox', { name: 'To' }).getByRole('option').first()).toContainText('LHR');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(to).toHaveValue(/\(LHR\)/);
  await page.keyboard.press('Tab');
  const depart = page.getByLabel('Depart', { exact: true }).first();
  await expect(depart).toBeFocused();
  // The field asks for day and month in the order of the machine, so both are the same number.
  const date = Array.from({ length: 60 }, (_, ahead) => inDays(60 + ahead)).find((day) => day.slice(5, 7) === day.slice(8))!;
  await page.keyboard.type(`${date.slice(5, 7)}${date.slice(8)}${date.slice(0, 4)}`);
  await expect(depart).toHaveValue(date);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/flight-search-results\?from=DXB&to=LHR/);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('no page of the way to a ticket keeps anyone out', async ({ page }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  await traveller.hasChosen({ from: { type: 'DXB', code: 'DXB' }, to: { type: 'SIN', code: 'SIN' }, depart: inDays(91) });
  await traveller.noBarriers('travellers');
  await page.getByRole('button', { name: 'Continue to ticket type' }).click();
  await expect(page.getByText('Choose a title.').first()).toBeVisible();
  await traveller.noBarriers('travellers with faults');
  await traveller.fillPassengers([adult('Hanan', 'Tadros', 'CA600001')], 'hanan.axe@example.com');
  await traveller.noBarriers('ticket type');
  await traveller.keepTicketType();
  await traveller.noBarriers('extras');
  await traveller.skipExtras();
  await traveller.noBarriers('seats');
  await traveller.seatByAirline();
  await traveller.noBarriers('checkout');
  await traveller.toTheBank();
  await traveller.noBarriers('the bank');
  await traveller.useCard('approved');
  await traveller.isTicketed();
  await traveller.noBarriers('success');
  await page.goto(`/track?order=${traveller.reference()}`);
  await traveller.noBarriers('the tracked order');
});

test('no page of the desk keeps anyone out', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  await page.goto('/admin/login');
  await traveller.noBarriers('staff sign-in');
  await signInStaff(page, 'admin@rihla.example', '/admin/orders/flights');
  await expect(page.getByRole('heading', { level: 1, name: 'Flight orders' })).toBeVisible();
  await traveller.noBarriers('flight orders');
  await page.goto('/admin/mail-folder');
  await traveller.noBarriers('the mail folder');
});
