import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, newVisitor, test, type Page } from '#tests/support/journey.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { HttpTraveller } from '#tests/support/http-traveller.ts';
import { hasMail, readMail } from '#tests/support/mailbox.ts';
import { beginAccount } from '#tests/support/plain-account.ts';

const newAddress = () => `privacy-${process.pid}-${process.hrtime.bigint()}@example.com`;
const password = 'camels walk at dawn';

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('First name').fill('Amal');
  await page.getByLabel('Last name').fill('Nasser');
  await page.locator('#email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  await page.goto(await readMail(email, /\/auth\/confirm\/[\w-]{43}/));
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page.getByText('Account created successfully!').first()).toBeVisible();
}

/** The data of an archive: its second file, whose name stands before it. */
function dataIn(zip: Buffer): string {
  const at = zip.indexOf('data.json') - 30;
  const start = at + 30 + zip.readUInt16LE(at + 26);
  return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 18))).toString('utf8');
}

test('an account moves to a new address, takes its data along and is deleted', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const email = newAddress();
  await signUp(page, email);

  // Not before it is shown again who is asking.
  await page.goto('/account/privacy');
  await expect(page.getByRole('button', { name: 'Make my copy' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Confirm that it is you' }).first().click();
  await page.getByLabel('Password', { exact: true }).fill('not my password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The current password is not right.').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/account\/privacy$/);

  // A new address counts once a code came back from it.
  const moved = newAddress();
  await page.goto('/contact-edit');
  await page.getByLabel('New e-mail address').fill(moved);
  await page.getByRole('button', { name: 'Send a code there' }).click();
  await page.locator('#emailCode').fill('000000');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('This code is not right.').first()).toBeVisible();
  await page.locator('#emailCode').fill((await readMail(moved, /Your code: \d{6}/)).slice(-6));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Your account uses the new address now.')).toBeVisible();
  await readMail(email, /Your account has a new address/);

  // So does a number, by a text message.
  const number = `+97150${String(process.hrtime.bigint()).slice(-7)}`;
  await page.getByLabel('Mobile number').fill(number);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('#phoneCode').fill((await readMail(number, /\d{6} is your Rihla code\. It works/)).slice(0, 6));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Your number is confirmed.')).toBeVisible();

  // A copy of everything.
  await page.goto('/account/privacy');
  await page.getByRole('button', { name: 'Make my copy' }).click();
  await expect(page.getByText('We are making your copy').first()).toBeVisible();
  await readMail(moved, /Your copy is ready/);
  await page.goto('/account/privacy');
  const fetched = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the copy' }).click();
  const data = dataIn(readFileSync(await (await fetched).path()));
  expect(data).toContain(moved);
  expect(data).toContain(number);
  expect(data).not.toContain('"password"');

  // Deleting can be taken back for two weeks, by the link in the mail.
  await page.getByRole('button', { name: 'Delete in 14 days' }).click();
  await expect(page.getByText('Tick the box').first()).toBeVisible();
  await page.getByLabel('I have read what goes').check();
  await page.getByRole('button', { name: 'Delete in 14 days' }).click();
  await expect(page.getByRole('heading', { name: /Your account is deleted on/ })).toBeVisible();
  await page.goto(await readMail(moved, /\/privacy\/request\/[\w-]{43}/));
  await page.getByRole('button', { name: 'Keep everything as it is' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is deleted' })).toBeVisible();

  // Or it is done at once.
  await page.goto('/account/privacy');
  await page.getByLabel('I have read what goes').check();
  await page.getByRole('button', { name: 'Delete now' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/auth/);
  await expect(async () => {
    await page.goto('/auth');
    await page.locator('#email').fill(moved);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect.poll(() => hasMail(moved)).toBe(false);
  const desk = await newVisitor(browser);
  const requests = await desk.newPage();
  await signInStaff(requests, 'admin@rihla.example', '/admin/privacy-requests?queue=closed');
  await expect(async () => {
    await requests.reload();
    await expect(requests.getByText('forgotten').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('the same without scripts: links and forms, nothing else', async ({ baseURL }) => {
  const traveller = new HttpTraveller(baseURL!);
  const email = newAddress();
  await beginAccount(traveller, email, password);
  const shut = await traveller.open('/account/privacy');
  expect(shut.text).not.toContain('Make my copy');
  const again = await traveller.follow(shut, /Confirm that it is you/);
  const refused = await traveller.submit(again, /^Continue$/, { password: 'not my password' });
  expect(refused.text).toContain('The current password is not right.');
  expect((await traveller.submit(refused, /^Continue$/, { password })).url.pathname).toBe('/account/privacy');

  const moved = newAddress();
  const coded = await traveller.submit(await traveller.open('/contact-edit'), /^Send a code there$/, { newEmail: moved });
  const wrong = await traveller.submit(coded, /^Confirm$/, { emailCode: '000000' });
  expect(wrong.text).toContain('This code is not right.');
  const settled = await traveller.submit(wrong, /^Confirm$/, { emailCode: (await readMail(moved, /Your code: \d{6}/)).slice(-6) });
  expect(settled.text).toContain('Your account uses the new address now.');

  const making = await traveller.submit(await traveller.open('/account/privacy'), /^Make my copy$/);
  expect(making.text).toContain('We are making your copy');
  await readMail(moved, /Your copy is ready/);
  const ready = await traveller.open('/account/privacy');
  const copy = await traveller.download(traveller.addressOf(ready, /Download the copy/));
  expect(dataIn(Buffer.from(copy.bytes))).toContain(moved);

  const unticked = await traveller.submit(ready, /^Delete in 14 days$/);
  expect(unticked.text).toContain('Tick the box');
  const planned = await traveller.submit(unticked, /^Delete in 14 days$/, { sure: 'on' });
  expect(planned.text).toMatch(/Your account is deleted on/);
  const kept = await traveller.submit(
    await traveller.open(await readMail(moved, /\/privacy\/request\/[\w-]{43}/)),
    /^Keep everything as it is$/,
  );
  expect(kept.heading).toBe('Nothing is deleted');
  const gone = await traveller.submit(await traveller.open('/account/privacy'), /^Delete now$/, { sure: 'on' });
  expect(gone.url.pathname).toBe('/');
  expect((await traveller.open('/account')).url.pathname).toBe('/auth');
});
