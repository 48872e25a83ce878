import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('a cardholder takes a payment back: the order is frozen, one colleague answers, another sends it, and the bank decides', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasReserved(
    { from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(61) },
    adult('Rana', 'Backer', 'RB500001'),
    'rana.backer@example.com',
  );
  await traveller.toTheBank();
  const bank = page.url();
  await traveller.useCard('secure');
  await traveller.isTicketed();

  // The money is taken with the tickets; then the cardholder says at their bank that they never paid.
  const disputed = page.locator('button[value=lost]');
  await expect(async () => {
    await page.goto(bank);
    // Said once: a press whose answer was not waited for long enough has been heard all the same.
    if (!(await disputed.isVisible())) await page.locator('button[value=dispute]').click({ timeout: 1_000 });
    await expect(disputed).toBeVisible();
  }).toPass();

  const desk = await newVisitor(browser);
  const farah = await desk.newPage();
  await signInStaff(farah, 'finance@rihla.example', '/admin/invoices/disputes');
  const main = farah.getByRole('main');
  await expect(async () => {
    await farah.reload();
    await expect(main.getByRole('link', { name: reference })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await main.getByRole('link', { name: reference }).click();
  await expect(main.getByRole('heading', { name: /Dispute over/ })).toBeVisible();
  await expect(main).toContainText('the cardholder’s bank asked for its code');
  await expect(main).toContainText('rana.backer@example.com');

  // Nobody gives the money back a second time meanwhile.
  await page.goto(`/track?order=${reference}`);
  await expect(traveller.main).toContainText('Until it has decided nothing can be changed, cancelled or given back');
  await expect(traveller.main.getByRole('button', { name: 'What would I get back?' })).toBeHidden();

  const deskOfOrders = await desk.newPage();
  await deskOfOrders.goto(`/admin/orders/flights/${reference}`);
  await expect(deskOfOrders.getByRole('region', { name: 'The payment is disputed' })).toContainText('Open the dispute');

  await main.getByRole('button', { name: 'Take it on' }).click();
  await expect(main).toContainText('It is yours now.');
  await main.getByLabel('What speaks for the payment').fill('Short');
  await main.getByRole('button', { name: 'Ask a colleague to send it' }).click();
  await expect(main.getByRole('alert')).toContainText('Write at least ten characters');
  await expect(main.getByLabel('What speaks for the payment')).toHaveValue('Short');
  await new BrowserTraveller(farah).noBarriers('a dispute that is answered wrongly');
  await main.getByLabel('What speaks for the payment').fill('Paid with a code of the cardholder’s bank; the tickets were issued.');
  await main.getByRole('button', { name: 'Ask a colleague to send it' }).click();
  await expect(main).toContainText('You wrote this, so a colleague sends it.');

  const second = await newVisitor(browser);
  const owner = await second.newPage();
  await signInStaff(owner, 'admin@rihla.example', new URL(farah.url()).pathname);
  await owner.getByRole('main').getByRole('button', { name: 'Send to the bank' }).click();
  await expect(owner.getByRole('main')).toContainText('It is on its way to the bank.');
  await expect(async () => {
    await owner.reload();
    await expect(owner.getByRole('main')).toContainText('heard by the bank', { timeout: 1_000 });
  }).toPass();
  // With the words went the invoice and the ticket.
  await page.goto(bank);
  await expect(page.getByText('Papers of the store:')).toHaveText(
    new RegExp(`Papers of the store: ${reference}-.+-en\\.pdf, ${reference}-e-ticket-.+\\.pdf`),
  );
  await page.locator('button[value=won]').click();
  await expect(async () => {
    await farah.reload();
    await expect(main).toContainText('The bank gave the money back.', { timeout: 1_000 });
  }).toPass();
  await new BrowserTraveller(farah).noBarriers('a dispute that was won');
  await main.getByRole('link', { name: 'All disputes' }).click();
  await expect(main.getByRole('row').filter({ hasText: reference })).toContainText('Won');
  await new BrowserTraveller(farah).noBarriers('the list of disputes');
});
