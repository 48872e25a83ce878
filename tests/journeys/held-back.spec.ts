import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('after four refused cards a colleague looks at the payment, asks whose card it is, and releases the tickets', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasReserved(
    { from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(57) },
    adult('Huda', 'Payer', 'HB500001'),
    'huda.payer@example.com',
  );
  await traveller.toTheBank();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await traveller.useCard('insufficient-funds');
    await traveller.main.getByRole('button', { name: /Try again|another card/ }).click();
    await expect(page).toHaveURL(/sandbox-bank\/pay/);
  }
  await traveller.useCard('approved');
  const track = `/track?order=${reference}`;
  await expect(async () => {
    await page.goto(track);
    await expect(traveller.main).toContainText('Paid, being checked', { timeout: 1_000 });
  }).toPass();

  const desk = await newVisitor(browser);
  const clerk = await desk.newPage();
  await signInStaff(clerk, 'finance@rihla.example', '/admin/orders/flights?queue=checks');
  const main = clerk.getByRole('main');
  await main.getByRole('link', { name: reference }).click();
  await expect(main).toContainText('Four or more attempts to pay were refused');
  await main.getByText('Ask the buyer', { exact: true }).click();
  await main.getByRole('button', { name: 'Send the questions' }).click();
  await expect(main).toContainText('The questions are on their way.');

  await page.reload();
  await traveller.main.getByRole('link', { name: 'Answer our questions' }).click();
  await expect(page.getByRole('heading', { name: 'About your payment' })).toBeVisible();
  await traveller.noBarriers('the questions about a payment');
  // A card number is never wanted: it is refused beside its field, and what else was typed stays.
  await page.getByLabel('Name on the card').fill('4111 1111 1111 1111');
  await page.getByLabel('Somebody of the family').check();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.locator('#pq-cardholder-error')).toContainText('card number');
  await expect(page.locator('#pq-phone-error')).toBeVisible();
  await expect(page.getByLabel('Somebody of the family')).toBeChecked();
  await page.getByLabel('Name on the card').fill('Salma Payer');
  await page.getByLabel('Telephone').fill('+971501112233');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(traveller.main).toContainText('Thank you');

  await clerk.reload();
  const check = main.getByRole('region', { name: 'Check of the payment' });
  await expect(check).not.toContainText('Salma');
  await check.getByRole('button', { name: 'Open the answer' }).click();
  await expect(check).toContainText('Salma Payer');
  const release = main.getByRole('listitem').filter({ hasText: 'Release it' });
  await release.getByText('Release it', { exact: true }).click();
  await release.getByLabel('Reason, kept with the order').fill('Her mother paid, rang her');
  await release.getByRole('button', { name: 'Release and issue tickets' }).click();
  await expect(main).toContainText('Released; the tickets are being issued.');
  await expect(async () => {
    await page.goto(track);
    await expect(traveller.main).toContainText('Confirmed, tickets issued', { timeout: 1_000 });
  }).toPass();
});
