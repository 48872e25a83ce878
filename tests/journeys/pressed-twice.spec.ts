import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { ordersOf, signInStaff, untilOrdersAre } from '#tests/support/desk.ts';

/** Whoever is unsure presses twice, goes back and presses again; without scripts nothing on the page keeps them from it. */
test.use({ javaScriptEnabled: false });

test('pressed twice and pressed again after going back, without scripts: one order, one payment, one refund', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page, { scripts: false });
  const wish = { from: { type: 'Dubai', code: 'DXB' }, to: { type: 'London Heathrow', code: 'LHR' }, depart: inDays(67) };
  await traveller.isAt('seats', wish, adult('Tereza', 'Dvakrat', 'CA100067'), 'tereza.twice@example.com');

  // The press that places the order, as a double click; then the page before it, and once more.
  const seats = page.url();
  await page.getByRole('button', { name: 'Let the airline seat us' }).dblclick();
  await traveller.sees('Review and pay');
  const checkout = page.url();
  await page.goBack();
  await expect(page).toHaveURL(seats);
  await page.getByRole('button', { name: 'Let the airline seat us' }).click();
  // The page before it was made anew: it is told that they are booked, and under which reference.
  await expect(traveller.main).toContainText('This traveller is already booked at that time.');
  await expect(traveller.main).toContainText(checkout.split('/').at(-1)!);
  await page.goto(checkout);
  expect((await ordersOf(browser, 'Dvakrat')).length).toBe(1);

  // A second tab keeps the checkout as it was before anything was paid.
  const stale = await page.context().newPage();
  await stale.goto(checkout);
  await traveller.payButton().dblclick();
  await expect(page).toHaveURL(/sandbox-bank\/pay/);
  const bank = page.url();
  await page.goBack();
  await expect(page).toHaveURL(checkout);
  await traveller.payButton().click();
  await expect(page).toHaveURL(bank);
  await page.locator('input[name=card][value=approved]').check();
  await page.locator('button[value=pay]').dblclick();
  await traveller.isTicketed();
  await new BrowserTraveller(stale, { scripts: false }).payButton().click();
  await expect(stale).not.toHaveURL(/sandbox-bank\/pay/);

  const reference = await traveller.reference();
  await untilOrdersAre(browser, 'Dvakrat', [{ reference, state: 'Ticketed', invoices: 1, captured: 1 }]);

  // Asked twice what would come back, then agreed to twice, and once more from a page that stood open.
  const track = `/track?order=${reference}`;
  await page.goto(track);
  await page.getByRole('button', { name: 'What would I get back?' }).dblclick();
  await expect(page.getByRole('heading', { name: 'If you cancel now' })).toBeVisible();
  await stale.goto(track);
  const agree = /^Cancel and get AED/;
  await page.getByRole('button', { name: agree }).dblclick();
  await expect(page.getByRole('button', { name: agree })).toHaveCount(0);
  await stale.getByRole('button', { name: agree }).click();
  await expect(stale.getByRole('button', { name: agree })).toHaveCount(0);
  await expect(async () => {
    await page.goto(track);
    await expect(traveller.main).toContainText('Refunded', { timeout: 1_000 });
  }).toPass();

  const office = await newVisitor(browser);
  const clerk = await office.newPage();
  await signInStaff(clerk, 'flights@rihla.example', `/admin/orders/flights/${reference}`);
  const moved = clerk.getByRole('region', { name: 'Payments and ledger' }).getByRole('row');
  const of = (what: RegExp) => moved.filter({ has: clerk.getByRole('cell', { name: what }) });
  await expect(of(/^Payment/)).toHaveCount(1);
  await expect(of(/^Captured$/)).toHaveCount(1);
  // The refund and its posting in the ledger.
  await expect(of(/^Refund •/)).toHaveCount(1);
  await expect(of(/^Refunded$/)).toHaveCount(1);
  await office.close();
});
