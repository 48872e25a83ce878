import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

/*
 * An activity is made new by one colleague, put on sale by a second one, and found and booked in the shop by a traveller.
 */
test('an activity made by one and published by another is found and booked', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const title = `Lantern walk ${Date.now().toString(36).slice(-5)}`;
  const writer = await (await newVisitor(browser)).newPage();
  await signInStaff(writer, 'products@rihla.example', '/admin/supply/activities');
  await writer.getByText('New activity').click();
  await writer.getByLabel('Its title in English').fill(title);
  await writer.getByRole('button', { name: 'Begin' }).click();
  await expect(writer.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const builder = new URL(writer.url()).pathname;
  const saved = async () => {
    await writer.getByRole('button', { name: 'Save' }).click();
    // What a save before this one said of fields that it could not read is gone with its answer.
    await expect(writer.getByRole('alert')).toHaveCount(0);
    await expect(writer.getByRole('status')).toContainText('Saved in the open edition');
  };

  await writer.locator('input[name=category][value=culture]').check();
  await saved();
  await writer.goto(`${builder}?part=times`);
  await writer.getByLabel('Starts, by the clocks there').fill('9 o’clock');
  await writer.getByRole('button', { name: 'Save' }).click();
  await expect(writer.getByRole('alert')).toContainText('a start (write it as 09:00)');
  await writer.getByLabel('Starts, by the clocks there').fill('09:00, 18:30');
  await saved();
  await writer.goto(`${builder}?part=prices`);
  await writer.locator('input[name=price-adult]').fill('145');
  await saved();
  await writer.goto(`${builder}?part=words&lang=en`);
  for (const [label, words] of [
    ['Tagline', 'The old quarter after dark'],
    ['Summary', 'A guide, a lantern and the lanes behind the creek, two unhurried hours.'],
    ['Meeting point', 'At the gate of the textile souk'],
    ['Highlights', 'Wind towers by lamplight'],
    ['Included', 'A lantern to hold'],
    ['Not included', 'Dinner'],
    ['What to bring', 'Shoes for stone'],
    ['Good to know', 'The lanes are uneven'],
  ] as const)
    await writer.getByLabel(label, { exact: true }).fill(words);
  await writer.locator('input[name=step-title-0]').fill('Into the lanes');
  await writer.locator('textarea[name=step-text-0]').fill('From the souk to the wind towers and back along the water.');
  await saved();

  await writer.goto(builder);
  await writer.getByRole('button', { name: 'Send to review' }).click();
  await expect(writer.getByRole('button', { name: 'Put on sale' })).toHaveCount(0);
  const id = /activities\/([^/]+)\/builder/.exec(builder)![1]!;
  expect((await writer.request.get(`/experience/${id}`)).status()).toBe(404);

  const checker = await (await newVisitor(browser)).newPage();
  await signInStaff(checker, 'admin@rihla.example', builder);
  await checker.getByRole('button', { name: 'Put on sale' }).click();
  await expect(checker.getByRole('status')).toContainText('It is on sale');

  const traveller = new BrowserTraveller(page);
  const tile = page.locator(`main a[href^="/experience/${id}"]`).first();
  await expect(async () => {
    await page.goto(`/experiences?q=${encodeURIComponent(title)}`);
    await expect(tile).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await tile.click();
  await traveller.sees(title);
  await page.goto(`/experience/${id}?date=${inDays(15)}&adult=2`);
  await traveller.ready();
  await traveller.noBarriers('an activity of the desk');
  await page.getByRole('link', { name: traveller.say('experiences:visit.book'), exact: true }).click();
  await expect(page).toHaveURL(/\/book\?/);
  await traveller.ready();
  await page.locator('#givenNames').fill('Nadia');
  await page.locator('#surname').fill('Karam');
  await page.locator('#email').fill('nadia.lantern@example.com');
  await page.locator('#phone').fill('0501234567');
  await page.locator('form button.btn--go').click();
  await expect(page).toHaveURL(/checkout\//);
  await expect(traveller.main).toContainText('290.00');
  await page.locator('form button[value="pay"]').click();
  await traveller.useCard('approved');
  await expect(page.getByText(traveller.say('orders:experience.states.confirmed.title')).first()).toBeVisible({ timeout: 60_000 });
});
