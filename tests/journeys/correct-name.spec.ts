import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('a letter is missing in a name on a ticket: the traveller asks, the desk passes the airline’s word on, and the ticket is written anew', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasTickets(
    { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(81) },
    adult('Samar', 'Corect', 'CN900001'),
    'samar.correct@example.com',
  );
  await page.goto(`/track?order=${reference}`);
  const ticketOf = () =>
    traveller.main
      .getByText(/\b\d{3}-\d{10}\b/)
      .first()
      .textContent();
  const ticket = await ticketOf();
  await page.getByRole('link', { name: 'Correct a name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Correct a name' })).toBeVisible();
  await traveller.noBarriers('the names of an order');

  // Another person is refused, with what was typed kept.
  await page.getByLabel('Given names').fill('Omar');
  await page.getByLabel('Surname').fill('Khoury');
  await page.getByRole('button', { name: 'See what it takes' }).click();
  await expect(traveller.main).toContainText('This is the name of another person.');
  await expect(page.getByLabel('Surname')).toHaveValue('Khoury');

  await page.getByLabel('Given names').fill('Samar');
  await page.getByLabel('Surname').fill('Correct');
  await page.getByRole('button', { name: 'See what it takes' }).click();
  await expect(traveller.main).toContainText('CORECT / SAMAR');
  await expect(traveller.main).toContainText('CORRECT / SAMAR');
  await traveller.noBarriers('old and new name beside each other');
  await page.getByRole('button', { name: 'Ask for this correction' }).click();
  await expect(traveller.main).toContainText('We have your request and ask the airline.');

  const office = await newVisitor(browser);
  const clerk = await office.newPage();
  await signInStaff(clerk, 'flights@rihla.example', `/admin/orders/flights/${reference}`);
  const desk = clerk.getByRole('main');
  await expect(desk).toContainText('Correction asked for');
  await desk.getByRole('link', { name: 'Correct a name' }).click();
  await expect(clerk.getByRole('heading', { level: 1, name: /^Names on/ })).toBeVisible();
  const fee = desk.getByLabel('What the airline takes, in AED');
  await fee.fill('120');
  await desk.getByRole('button', { name: 'The airline does it' }).click();
  await expect(desk).toContainText('The traveller has a mail');

  await page.goto(`/correct-name/${reference}`);
  await traveller.noBarriers('a correction that costs something');
  await page.getByRole('button', { name: /^Agree and pay/ }).click();
  await traveller.useCard('approved');
  await expect(page).toHaveURL(/\/track\?order=/);
  await expect(async () => {
    await page.goto(`/correct-name/${reference}`);
    await expect(traveller.main).toContainText('Your tickets and papers are written for this name.', { timeout: 1_000 });
  }).toPass();
  await page.goto(`/track?order=${reference}`);
  await expect(traveller.main).toContainText('CORRECT / SAMAR');
  await expect(traveller.main).toContainText('Name corrected, new tickets');
  expect(await ticketOf()).not.toBe(ticket);

  // The same page read from right to left.
  await page.context().addCookies([{ name: 'language', value: 'ar', url: new URL(page.url()).origin }]);
  await page.goto(`/correct-name/${reference}`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1, name: 'تصحيح اسم' })).toBeVisible();
  await expect(traveller.main).toContainText('صُحِّح الاسم');
  expect(await traveller.main.innerText()).not.toMatch(/\b[a-z]+\.[a-z-]+\.[a-z-]+\b/i);
  await office.close();
});
