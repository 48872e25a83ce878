import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { readMail } from '#tests/support/mailbox.ts';

test('finance credits a line of an invoice, and the traveller’s money goes back to the card', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  const email = 'dalia.credit@example.com';
  const wish = { from: { type: 'DXB', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(72) };
  const reference = await traveller.hasTickets(wish, adult('Dalia', 'Rashwan', 'CA700001'), email);

  const desk = await newVisitor(browser);
  const finance = await desk.newPage();
  await signInStaff(finance, 'finance@rihla.example', `/admin/invoices?find=${reference}`);
  const main = finance.getByRole('main');
  await main.getByRole('link', { name: /^INV-/ }).click();
  await main.getByRole('link', { name: 'Credit something' }).click();
  await expect(main.getByRole('heading', { level: 1, name: /^Credit of INV-/ })).toBeVisible();

  // More than is left is told at its line, and nothing is done.
  await main
    .getByLabel(/^Amount of/)
    .first()
    .fill('999999');
  await main.getByLabel('Why, as the credit note says it').selectOption('goodwill');
  await main.getByLabel('In your words, for colleagues').fill('The seat could not be reclined');
  await main.getByRole('button', { name: 'Issue the credit note' }).click();
  await expect(main.getByText('More than is left of the line.')).toBeVisible();
  await new BrowserTraveller(finance).noBarriers('a credit with something wrong in it');

  await main
    .getByLabel(/^Amount of/)
    .first()
    .fill('75.50');
  await main.getByRole('button', { name: 'Issue the credit note' }).click();
  await expect(main.getByText(/The credit note is issued/)).toBeVisible();
  await expect(main.getByRole('link', { name: /^CRN-/ })).toBeVisible();
  await expect(async () => {
    await finance.reload();
    await expect(main.getByText(/^Money returned/)).toContainText('75.50', { timeout: 1000 });
  }).toPass();
  await readMail(email, /CRN-\d{4}-\d{6}|credit note/i);

  await page.goto(`/track?order=${reference}`);
  await expect(traveller.main.getByText(/75\.50/).first()).toBeVisible();
});
