import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { readMail } from '#tests/support/mailbox.ts';

test('a traveller confirms a number, ticks that messages may go there, books, and reads of the tickets on the telephone', async ({
  page,
  browser,
}) => {
  test.slow();
  const once = String(process.hrtime.bigint());
  const email = `texts-${once}@example.com`;
  const number = `+97150${once.slice(-7)}`;
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('First name').fill('Amal');
  await page.getByLabel('Last name').fill('Nasser');
  await page.locator('#email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('camels walk at dawn');
  await page.locator('main').getByRole('button', { name: 'Create account' }).click();
  await page.goto(await readMail(email, /\/auth\/confirm\/[\w.-]{43,}/));
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page.getByText('Account created successfully!').first()).toBeVisible();

  await page.goto('/contact-edit');
  await page.getByLabel('Mobile number').fill(number);
  await page.getByLabel(/Short messages to my phone/).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('messages go to a confirmed number only')).toBeVisible();
  const [code] = /\d{6}/.exec(await readMail(number, /\d{6} is your Rihla code/, 'SMS'))!;
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Your number is confirmed.')).toBeVisible();
  await expect(page.getByText('messages go to a confirmed number only')).toBeHidden();

  const traveller = new BrowserTraveller(page);
  const wish = { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(68) };
  const reference = await traveller.hasTickets(wish, adult('AMAL', 'NASSER', 'T44556677'), email);
  const words = (await readMail(number, /<pre[^>]*>Rihla [^<]+/, 'SMS')).replaceAll('&amp;', '&');
  expect(words).toContain(`Rihla ${reference}: your tickets are issued.`);
  // The way in it opens the order to whoever holds the telephone, as that of the mail does.
  const stranger = await (await newVisitor(browser)).newPage();
  await stranger.goto(/http\S+/.exec(words)![0]);
  await expect(stranger.getByText(reference).first()).toBeVisible();

  const desk = await (await newVisitor(browser)).newPage();
  await signInStaff(desk, 'admin@rihla.example', `/admin/notifications?channel=text&find=${encodeURIComponent(number)}`);
  const line = desk.getByRole('row').filter({ hasText: reference });
  await expect(line).toContainText(`+971•••${number.slice(-2)}`);
  await expect(desk.getByRole('main')).not.toContainText(number);
  await line.getByRole('link').first().click();
  await expect(desk).toHaveTitle(/^Text to the phone · /);
  await desk.goto(`/admin/orders/flights/${reference}`);
  await expect(desk.getByText('Text to the phone, beside “Mail: tickets issued”')).toBeVisible();
});
