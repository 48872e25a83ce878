import { expect, test, type Page } from '#tests/support/journey.ts';
import { HttpTraveller } from '#tests/support/http-traveller.ts';
import { readMail } from '#tests/support/mailbox.ts';
import { beginAccount } from '#tests/support/plain-account.ts';

const newAddress = () => `journey-${process.pid}-${process.hrtime.bigint()}@example.com`;

async function fillSignUp(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('First name').fill('Amal');
  await page.getByLabel('Last name').fill('Nasser');
  await page.locator('#email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('an account begins, forgets its password, and signs out everywhere', async ({ page }) => {
  const email = newAddress();
  await fillSignUp(page, email, 'camels walk at dawn');
  await page.locator('main').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  await page.goto(await readMail(email, /\/auth\/confirm\/[\w.-]{43,}/));
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page.getByText('Account created successfully!').first()).toBeVisible();

  await page.goto('/account/security');
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth$/);

  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  // Both pages have a field for the address: the button tells that the second has come.
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  await page.goto(await readMail(email, /\/auth\/reset-password\/[\w.-]{43,}/));
  await page.getByLabel('Password', { exact: true }).fill('seven palms by the creek');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('You are signed in here.').first()).toBeVisible();
});

test('the same without scripts: links and forms, nothing else', async ({ baseURL }) => {
  const traveller = new HttpTraveller(baseURL!);
  const email = newAddress();
  const begun = await beginAccount(traveller, email, 'camels walk at dawn');
  expect(begun.text).toContain('Account created successfully!');

  const security = await traveller.open('/account/security');
  expect(security.text).toContain('This device');
  const out = await traveller.submit(security, /^Sign out everywhere$/);
  expect(out.url.pathname).toBe('/auth');
  expect((await traveller.open('/account')).url.pathname).toBe('/auth');

  const sent = await traveller.submit(await traveller.open('/auth/forgot-password'), /^Send the link$/, { email });
  expect(sent.heading).toBe('Look into your mailbox');
  const reset = await traveller.open(await readMail(email, /\/auth\/reset-password\/[\w.-]{43,}/));
  const saved = await traveller.submit(reset, /^Save the password$/, { password: 'seven palms by the creek' });
  expect(saved.url.pathname).toBe('/account');
  expect(saved.text).toContain('You are signed in here.');
});

test('what is wrong takes the focus when an answer comes, and leaves it to whoever is typing', async ({ page }) => {
  await page.goto('/auth?tab=sign-up');
  const press = page.locator('main').getByRole('button', { name: 'Create account' });
  const summary = page.locator('.summary');
  await press.click();
  await expect(summary).toBeFocused();
  // Each letter draws the form anew: the password is weighed against the name.
  await page.getByLabel('First name').click();
  await page.keyboard.type('Amal');
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Amal');
  // A line of the summary leads to its field, and the focus stays there.
  await summary.getByRole('link').last().click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(summary).toBeVisible();
  await press.click();
  await expect(summary).toBeFocused();
  // The same things are wrong again: it is an answer all the same.
  await page.getByLabel('First name').click();
  await press.click();
  await expect(summary).toBeFocused();
});
