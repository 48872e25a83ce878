import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('the airline cancels a flight: the desk says so, the traveller picks another one free of charge and has new tickets', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  const day = inDays(93);
  const reference = await traveller.hasTickets(
    { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: day },
    adult('Samar', 'Schedule', 'SC900001'),
    'samar.schedule@example.com',
  );
  await page.goto(`/track?order=${reference}`);
  const ticketOf = () =>
    traveller.main
      .getByText(/\b\d{3}-\d{10}\b/)
      .first()
      .textContent();
  const ticket = await ticketOf();
  const shown = traveller.main.getByText(/^[A-Z0-9]{2} \d{1,4}$/).first();
  const flight = (await shown.textContent())!.replace(' ', '');

  const supply = await newVisitor(browser);
  const products = await supply.newPage();
  await signInStaff(products, 'products@rihla.example', '/admin/flight-supply/disruptions');
  const main = products.getByRole('main');
  await main.getByLabel('Flight', { exact: true }).last().fill(flight);
  await main.getByLabel('From', { exact: true }).fill('DXB');
  await main.getByLabel('Day of departure as sold').fill(day);
  await main.getByRole('button', { name: 'Look it up' }).click();
  await main.getByLabel('What has changed').selectOption('cancelled');
  await main.getByRole('textbox', { name: 'Why', exact: true }).fill('The aircraft is in repair');
  await main.getByRole('button', { name: 'Say that it has changed' }).click();
  await expect(main.getByText(/Said\. Orders it touches/)).toBeVisible();

  const link = traveller.main.getByRole('link', { name: 'See what the airline changed' }).first();
  await expect(async () => {
    await page.goto(`/track?order=${reference}`);
    await expect(link).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await link.click();
  await expect(page.getByRole('heading', { name: 'Your flight is cancelled' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take the new times' })).toHaveCount(0);
  await traveller.noBarriers('the decision about a changed schedule');
  await page.getByLabel(/Dubai to London on/).fill(inDays(94));
  await page.getByRole('button', { name: 'Show flights' }).click();
  await page.getByRole('link', { name: 'Choose' }).first().click();
  await expect(page.getByRole('heading', { name: 'Your new flights' })).toBeVisible();
  await page.getByRole('button', { name: 'Take these flights, free of charge' }).click();
  await expect(page).toHaveURL(/\/track\?order=/);
  await expect(async () => {
    await page.reload();
    await expect(traveller.main).toContainText('New flights in force', { timeout: 1_000 });
  }).toPass();
  expect(await ticketOf()).not.toBe(ticket);

  await products.goto('/admin/flight-supply/disruptions');
  await expect(main.getByRole('row', { name: new RegExp(flight) }).first()).toContainText('Does not fly');
  await supply.close();
});
