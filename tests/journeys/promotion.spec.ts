import { expect, newVisitor, test, type Browser } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '../support/browser-traveller.ts';
import { signInStaff } from '../support/desk.ts';

const engine = '/admin/pricing-engine';
/** Of this run alone: a policy that was once in force keeps its codes. */
const code = `FLY${Date.now().toString(36).slice(-5).toUpperCase()}`;

async function colleague(browser: Browser, email: string) {
  const page = await (await newVisitor(browser)).newPage();
  await signInStaff(page, email, engine);
  return page;
}

test('a promotion is drafted by one, approved by another, and used on a flight at its checkout', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const drafter = await colleague(browser, 'pricing@rihla.example');
  await drafter.getByLabel('What the next policy is for').fill('A code for flights');
  await drafter.getByRole('button', { name: 'Begin a draft' }).click();
  await expect(drafter.getByText('The draft is begun.')).toBeVisible();
  await drafter.getByRole('link', { name: 'Add a rule' }).click();
  const rule = drafter.locator('#editor');
  await rule.getByLabel('Name', { exact: true }).fill('Twenty off a flight');
  await rule.getByLabel('or amount, AED').fill('20');
  await rule.getByLabel('Promo code').fill(code);
  await rule.getByLabel('Uses per customer').fill('1');
  await rule.getByRole('group', { name: 'Products' }).getByLabel('Flights').check();
  await rule.getByRole('button', { name: 'Keep' }).click();
  await expect(drafter.getByText('Kept. Simulate it again before it is checked.')).toBeVisible();
  await drafter.getByRole('button', { name: 'Simulate' }).click();
  await expect(drafter.getByText('You had a hand in it: somebody else of finance approves and publishes it.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(drafter.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const checker = await colleague(browser, 'finance@rihla.example');
  const way = checker.locator('form').filter({ has: checker.getByRole('button', { name: 'Approve' }) });
  await way.getByLabel('Reason').fill('For the winter sale');
  await way.getByRole('button', { name: 'Approve' }).click();
  await expect(checker.getByText('Approved. It can be published.')).toBeVisible();
  await checker.getByRole('button', { name: /^Put policy \d+ in force/ }).click();
  await expect(checker.getByText('It is in force. Every price is made by it from now on.')).toBeVisible();

  const traveller = new BrowserTraveller(page);
  const wish = { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(83) };
  await traveller.hasReserved(wish, adult('Amira', 'Lateef', 'CA100083'), 'amira.code@example.com');
  const shown = async () => Number(/[\d,]+\.?\d*/.exec(await traveller.payButton().innerText())![0].replace(',', ''));
  const before = await shown();
  const field = traveller.main.locator('.pm');
  await field.getByText('I have a promo code').click();
  await field.getByLabel('Promo code').fill('NOSUCHCODE');
  await field.getByRole('button', { name: 'Apply' }).click();
  await expect(field).toContainText('We do not know this code');
  await expect(field.getByLabel('Promo code')).toHaveValue('NOSUCHCODE');
  await field.getByLabel('Promo code').fill(code.toLowerCase());
  await field.getByRole('button', { name: 'Apply' }).click();
  await expect(field).toContainText('AED 20');
  expect(await shown()).toBe(before - 20);
  await traveller.main.getByText('The price line by line').click();
  await expect(traveller.main.locator('.order-promo')).toContainText('Discount');
  await traveller.noBarriers('a checkout with a code');
  await field.getByRole('button', { name: 'Take it off' }).click();
  await expect(field.getByText('I have a promo code')).toBeVisible();
  expect(await shown()).toBe(before);
  await field.getByText('I have a promo code').click();
  await field.getByLabel('Promo code').fill(code);
  await field.getByRole('button', { name: 'Apply' }).click();
  await expect(field).toContainText('AED 20');
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();
});
