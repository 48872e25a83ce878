import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff, switchOn } from '#tests/support/desk.ts';

/*
 * A house is made new by one colleague with a kind of room and a plan, put on sale by a second one, and found and booked for a
 * night by a traveller.
 */
test('a house made by one and published by another is found and booked', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const title = `Lantern House ${Date.now().toString(36).slice(-5)}`;
  const owner = await (await newVisitor(browser)).newPage();
  await signInStaff(owner, 'admin@rihla.example', '/admin/settings');
  await switchOn(owner, 'Staycations Management');

  const writer = await (await newVisitor(browser)).newPage();
  await signInStaff(writer, 'products@rihla.example', '/admin/supply/staycations');
  await writer.getByText('New house').click();
  await writer.getByLabel('Its name in English').fill(title);
  await writer.getByRole('button', { name: 'Begin' }).click();
  await expect(writer.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const record = new URL(writer.url()).pathname;
  const saved = async () => {
    await writer.getByRole('button', { name: 'Save' }).click();
    // What a save before this one said of fields that it could not read is gone with its answer.
    await expect(writer.getByRole('alert')).toHaveCount(0);
    await expect(writer.getByRole('status')).toContainText('Saved in the open edition');
  };
  await writer.getByLabel('Stars').fill('5');
  await writer.locator('input[name=pool]').check();
  await saved();
  await writer.goto(`${record}?part=rooms`);
  await writer.locator('input[name=room-name-0]').fill('Garden room');
  await writer.locator('input[name=room-price-0]').fill('four hundred');
  await writer.getByRole('button', { name: 'Save' }).click();
  await expect(writer.getByRole('alert')).toContainText('price of a night');
  await writer.locator('input[name=room-price-0]').fill('400');
  await saved();
  await writer.goto(`${record}?part=plans`);
  await writer.locator('select[name=plan-board-0]').selectOption('breakfast');
  await writer.locator('input[name=plan-percent-0]').fill('100');
  await saved();
  await writer.goto(`${record}?part=words&lang=en`);
  for (const [label, words] of [
    ['Tagline', 'A courtyard and a palm'],
    ['Summary', 'Six rooms around a courtyard, a short walk from the creek.'],
    ['Highlights', 'Quiet at night'],
    ['Facilities', 'Courtyard'],
    ['Nearby', 'The creek'],
    ['Good to know', 'There is no lift'],
  ] as const)
    await writer.getByLabel(label, { exact: true }).fill(words);
  await writer.locator('textarea[name=room-text-0]').fill('On the courtyard, with a door of its own.');
  await saved();
  await writer.goto(record);
  await writer.getByRole('button', { name: 'Send to review' }).click();
  await expect(writer.getByRole('button', { name: 'Put on sale' })).toHaveCount(0);
  const id = record.split('/').at(-1)!;
  expect((await writer.request.get(`/staycations/${id}`)).status()).toBe(404);

  await owner.goto(record);
  await owner.getByRole('button', { name: 'Put on sale' }).click();
  await expect(owner.getByText('It is on sale.')).toBeVisible();

  const traveller = new BrowserTraveller(page);
  const tile = page.locator(`main a[href^="/staycations/${id}"]`).filter({ visible: true }).first();
  await expect(async () => {
    await page.goto(`/staycations?q=${encodeURIComponent(title)}`);
    await expect(tile).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await tile.click();
  await traveller.sees(title);
  await page.goto(`/staycations/${id}?date=${inDays(15)}&nights=1&adults=2`);
  await traveller.ready();
  await traveller.noBarriers('a house of the desk');
  await page.locator(`a[href*="/staycations/${id}/book"]`).first().click();
  await expect(page).toHaveURL(/\/book\?/);
  await traveller.ready();
  await page.locator('#givenNames').fill('Nadia');
  await page.locator('#surname').fill('Karam');
  await page.locator('#email').fill('nadia.courtyard@example.com');
  await page.locator('#phone').fill('0501234567');
  await page.locator('form button.btn--go').click();
  await expect(page).toHaveURL(/checkout\//);
  await page.locator('form button[value="pay"]').click();
  await traveller.useCard('approved');
  await expect(page.getByText(traveller.say('orders:staycation.states.confirmed.title')).first()).toBeVisible({ timeout: 60_000 });
});
