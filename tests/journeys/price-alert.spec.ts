import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { HttpTraveller } from '#tests/support/http-traveller.ts';
import { readMail } from '#tests/support/mailbox.ts';
import { beginAccount } from '#tests/support/plain-account.ts';

test('the price of a tour is watched from its page, changed and stopped among the favourites, and counted at the desk', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page);
  const tour = '/tour/best-of-portugal';
  const email = `watcher-${process.pid}-${process.hrtime.bigint()}@example.com`;
  await page.goto(tour);
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('First name').fill('Rana');
  await page.getByLabel('Last name').fill('Sabbagh');
  await page.locator('#email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('camels walk at dusk');
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  await page.goto(await readMail(email, /\/auth\/confirm\/[\w.-]{43,}/));
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page.getByText('Account created successfully!').first()).toBeVisible();

  await page.goto(tour);
  await traveller.ready();
  await page.getByRole('link', { name: 'Tell me when it is cheaper' }).click();
  await page.getByLabel('AED or less').fill('3000');
  await page.getByRole('button', { name: 'Watch the price of' }).click();
  await expect(page).toHaveURL(/favorites\?did=watching/);
  await expect(page.getByText('Watched: tell me at AED 3,000.00 or less')).toBeVisible();
  await page.goto(tour);
  await page.getByRole('link', { name: 'Watched: tell me at AED 3,000.00 or less' }).click();
  await expect(page.getByLabel('AED or less')).toHaveValue('3000');

  const desk = await (await newVisitor(browser)).newPage();
  await signInStaff(desk, 'products@rihla.example', '/admin/supply/holiday-packages/best-of-portugal');
  await expect(desk.getByText(/\d+ travellers? watch(es)? this price/)).toBeVisible();

  await page.goto('/favorites');
  await traveller.ready();
  await page.getByLabel('AED or less').fill('2500');
  await page.getByRole('button', { name: 'Change the amount for' }).click();
  await expect(page.getByText('Watched: tell me at AED 2,500.00 or less')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page).toHaveURL(/did=alert-stopped/);
  await expect(page.getByText('Tell me when it is cheaper')).toBeVisible();
});

test('somebody without an account watches the price of a tour by a yes in their mailbox, and ends it by its link', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  const email = `by-mail-${process.pid}-${process.hrtime.bigint()}@example.com`;
  await page.goto('/tour/spanish-wonder');
  await traveller.ready();
  await page.getByRole('link', { name: 'Tell me when it is cheaper' }).click();
  await expect(page.getByRole('heading', { name: 'Spanish Wonder' })).toBeVisible();
  await expect(page.getByLabel('AED or less')).toHaveValue(/^\d+0$/);
  await page.getByLabel('AED or less').fill('2400');
  await page.getByRole('main').getByLabel('Your e-mail').fill('nobody');
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Give an e-mail address' })).toBeVisible();
  await expect(page.getByLabel('AED or less')).toHaveValue('2400');
  await traveller.noBarriers('watching a price without an account');
  await page.getByRole('main').getByLabel('Your e-mail').fill(email);
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByText('Look into your mailbox.')).toBeVisible();
  await page.goto(await readMail(email, /\/price-alert\/confirm\/[\w.-]{43,}/));
  await page.getByRole('button', { name: 'Yes, watch it' }).click();
  await expect(page.getByRole('heading', { name: 'We watch this price' })).toBeVisible();
  await page.goto(await readMail(email, /\/price-alert\/stop\/[\w.-]{43,}/));
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { name: 'We no longer watch this price' })).toBeVisible();
});

test('both without scripts: a tour is watched from an account, and by a yes in a mailbox; links and forms, nothing else', async ({
  baseURL,
}) => {
  const traveller = new HttpTraveller(baseURL!);
  const email = `plain-watcher-${process.pid}-${process.hrtime.bigint()}@example.com`;
  await beginAccount(traveller, email, 'camels walk at dusk');
  const watching = await traveller.submit(
    await traveller.follow(await traveller.open('/tour/best-of-portugal'), /Tell me when it is cheaper/),
    /^Watch the price of/,
    {
      below: '3000',
    },
  );
  expect(watching.url.search).toContain('did=watching');
  expect(watching.text).toContain('Watched: tell me at AED 3,000.00 or less');
  const changed = await traveller.submit(await traveller.open('/favorites'), /^Change the amount for/, { below: '2500' });
  expect(changed.text).toContain('Watched: tell me at AED 2,500.00 or less');
  const stopped = await traveller.submit(changed, /^Stop watching/);
  expect(stopped.url.search).toContain('did=alert-stopped');
  expect(stopped.text).toContain('Tell me when it is cheaper');

  const stranger = new HttpTraveller(baseURL!);
  const mailbox = `plain-by-mail-${process.pid}-${process.hrtime.bigint()}@example.com`;
  const form = await stranger.follow(await stranger.open('/tour/spanish-wonder'), /Tell me when it is cheaper/);
  const refused = await stranger.submit(form, /^Watch$/, { below: '2400', email: 'nobody' });
  expect(refused.text).toContain('Give an e-mail address');
  expect(refused.html).toContain('value="2400"');
  const asked = await stranger.submit(refused, /^Watch$/, { below: '2400', email: mailbox });
  expect(asked.text).toContain('Look into your mailbox.');
  const confirm = await stranger.open(await readMail(mailbox, /\/price-alert\/confirm\/[\w.-]{43,}/));
  expect((await stranger.submit(confirm, /^Yes, watch it$/)).heading).toBe('We watch this price');
  const stop = await stranger.open(await readMail(mailbox, /\/price-alert\/stop\/[\w.-]{43,}/));
  expect((await stranger.submit(stop, /^Stop$/)).heading).toBe('We no longer watch this price');
});
