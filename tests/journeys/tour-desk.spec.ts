import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { signInStaff } from '../support/desk.ts';

/*
 * A tour is made new by one colleague, sent back once, put on sale by a second one, and seen in the shop; whoever wrote
 * it finds no button to publish it.
 */
test('a tour made by one and published by another is seen in the shop', async ({ browser }) => {
  test.setTimeout(240_000);
  const title = `Lisbon tram week ${Date.now().toString(36).slice(-5)}`;
  const writer = await (await newVisitor(browser)).newPage();
  await signInStaff(writer, 'products@rihla.example', '/admin/supply/holiday-packages');
  await writer.getByText('New tour').click();
  await writer.getByLabel('Its title in English').fill(title);
  await writer.getByRole('button', { name: 'Begin' }).click();
  await expect(writer.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const record = new URL(writer.url()).pathname;

  await writer.getByLabel('Country 1').selectOption({ label: 'Portugal' });
  await writer.getByLabel('Place, in English').first().fill('Lisbon');
  await writer.getByLabel('Latitude').first().fill('38.72');
  await writer.getByLabel('Longitude').first().fill('-9.14');
  await writer.getByRole('button', { name: 'Save' }).click();
  await expect(writer.getByRole('status')).toContainText('Saved');

  await writer.goto(`${record}?part=days`);
  await writer.getByLabel('Title').fill('Last tram home');
  await writer.getByLabel('What happens').fill('One more ride before the airport.');
  await writer.getByRole('button', { name: 'Add a day' }).click();
  await expect(writer.getByText('Day 2', { exact: true })).toBeVisible();
  await writer.getByLabel('Title').nth(1).fill('Tram 28 at dawn');
  await writer.getByLabel('What happens').nth(1).fill('The first tram of the day, before the crowd.');
  await writer.getByRole('button', { name: 'Move day 2 earlier' }).click();
  await expect(writer.getByLabel('Title').first()).toHaveValue('Tram 28 at dawn');

  await writer.goto(`${record}?part=words&lang=en`);
  for (const [label, words] of [
    ['Tagline', 'Seven hills on rails'],
    ['Summary', 'Two unhurried days on the trams of Lisbon, with a guide who drove them.'],
    ['Highlights', 'Tram 28 before breakfast'],
    ['Included', 'A room in Alfama'],
    ['Not included', 'Flights'],
    ['Good to know', 'The streets are steep'],
  ] as const)
    await writer.getByLabel(label, { exact: true }).fill(words);
  await writer.getByRole('button', { name: 'Save' }).click();
  await expect(writer.getByRole('status')).toContainText('Saved');

  await writer.goto(`${record}?part=prices`);
  await writer.getByLabel('One person sharing, AED').first().fill('2890');
  await writer.getByRole('button', { name: 'Save' }).click();
  await expect(writer.getByRole('status')).toContainText('Saved');

  await writer.goto(record);
  await writer.getByRole('button', { name: 'Send to review' }).click();
  await expect(writer.getByText('You wrote on it')).toBeVisible();
  await expect(writer.getByRole('button', { name: 'Put on sale' })).toHaveCount(0);
  const shop = record.replace('/admin/supply/holiday-packages', '/tour');
  expect((await writer.request.get(shop)).status()).toBe(404);

  const checker = await (await newVisitor(browser)).newPage();
  await signInStaff(checker, 'admin@rihla.example', record);
  await checker.getByRole('button', { name: 'Put on sale' }).click();
  await expect(checker.getByRole('status').first()).toContainText('It is on sale');

  const traveller = await (await newVisitor(browser)).newPage();
  await traveller.goto(shop);
  await expect(traveller.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(traveller.getByText('Tram 28 at dawn')).toBeVisible();
});
