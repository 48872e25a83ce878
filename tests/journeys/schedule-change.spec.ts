import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('the airline cancels a flight: the desk says so, the traveller picks another one free of charge, and lets small moves be taken for them', async ({
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

  // From here on a quarter of an hour may be moved without asking.
  await page.getByLabel('May be moved without asking by').selectOption('Up to 30 minutes');
  await page.getByRole('button', { name: 'Keep this choice' }).click();
  await expect(page.getByText('Kept. It holds for changes that the airline makes from now on.')).toBeVisible();
  await traveller.noBarriers('an order whose flights may be moved a little');
  const rebooked = await ticketOf();
  const other = (await shown.textContent())!.replace(' ', '');
  await main.getByLabel('Flight', { exact: true }).last().fill(other);
  await main.getByLabel('From', { exact: true }).fill('DXB');
  await main.getByLabel('Day of departure as sold').fill(inDays(94));
  await main.getByRole('button', { name: 'Look it up' }).click();
  await main.getByLabel('What has changed').selectOption('moved');
  const times = [main.getByLabel('Leaves DXB, local time'), main.getByLabel('Arrives at LHR, local time')];
  const sold = await Promise.all(times.map((time) => time.inputValue()));
  // To the side on which both ends stay on their day.
  const moved = [15, -15].map((by) => sold.map((time) => new Date(Date.parse(`${time}Z`) + by * 60_000).toISOString().slice(0, 16)));
  const kept = moved.find((pair) => pair.every((time, at) => time.slice(0, 10) === sold[at]!.slice(0, 10)))!;
  for (const [at, time] of times.entries()) await time.fill(kept[at]!);
  await main.getByRole('textbox', { name: 'Why', exact: true }).fill('Another slot at the airport');
  await main.getByRole('button', { name: 'Say that it has changed' }).click();
  await expect(main.getByText(/Said\. Orders it touches/)).toBeVisible();
  await expect(async () => {
    await page.goto(`/schedule-change/${reference}`);
    await expect(page.getByText(/was within the 30 minutes that you allowed beforehand/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto(`/track?order=${reference}`);
  await expect(traveller.main).toContainText(kept[0]!.slice(11));
  expect(await ticketOf()).not.toBe(rebooked);
  await supply.close();
});

test('the way home is not flown: the way there is kept as it is, and only another flight home is chosen', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  const [there, home] = [inDays(120), inDays(127)];
  const reference = await traveller.hasTickets(
    { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: there, back: home },
    adult('Kamal', 'Keeper', 'SC900002'),
    'kamal.keeper@example.com',
  );
  await page.goto(`/track?order=${reference}`);
  const flights = (await traveller.main.getByText(/^[A-Z0-9]{2} \d{1,4}$/).allTextContents()).map((name) => name.replace(' ', ''));
  const [out, back] = [flights[0]!, flights.at(-1)!];

  const supply = await newVisitor(browser);
  const products = await supply.newPage();
  await signInStaff(products, 'products@rihla.example', '/admin/flight-supply/disruptions');
  const main = products.getByRole('main');
  await main.getByLabel('Flight', { exact: true }).last().fill(back);
  await main.getByLabel('From', { exact: true }).fill('LHR');
  await main.getByLabel('Day of departure as sold').fill(home);
  await main.getByRole('button', { name: 'Look it up' }).click();
  await main.getByLabel('What has changed').selectOption('cancelled');
  await main.getByRole('textbox', { name: 'Why', exact: true }).fill('The aircraft is in repair');
  await main.getByRole('button', { name: 'Say that it has changed' }).click();
  await expect(main.getByText(/Said\. Orders it touches/)).toBeVisible();

  await expect(async () => {
    await page.goto(`/schedule-change/${reference}`);
    await expect(page.getByRole('heading', { name: 'You keep the flights that still fly' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel(/Dubai to London on/)).toHaveCount(0);
  await traveller.noBarriers('the decision about one direction');
  await page.getByLabel(/London to Dubai on/).fill(inDays(128));
  await page.getByRole('button', { name: 'Show flights' }).click();
  await page.getByRole('link', { name: 'Choose', exact: true }).first().click();
  const journey = page.locator('.sc-wanted');
  await expect(journey).toContainText('Stays as it is');
  await expect(journey).toContainText(out);
  await page.getByRole('button', { name: 'Take these flights, free of charge' }).click();
  await expect(page).toHaveURL(/\/track\?order=/);
  await expect(async () => {
    await page.reload();
    await expect(traveller.main).toContainText('New flights in force', { timeout: 1_000 });
  }).toPass();
  await expect(traveller.main.getByText(`${out.slice(0, 2)} ${out.slice(2)}`).first()).toBeVisible();
  await supply.close();
});
