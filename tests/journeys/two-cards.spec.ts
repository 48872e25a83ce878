import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { ordersOf } from '#tests/support/desk.ts';

const wish = { from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(53) };

test('a card whose limit is below the price pays a part, another one the rest, and both are charged once', async ({ page, browser }) => {
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasReserved(wish, adult('Mona', 'Tannous', 'CA300004'), 'mona.two@example.com');
  await traveller.toTheBank();
  await traveller.useCard('insufficient-funds');
  await traveller.sees('The payment did not go through');

  const first = traveller.main.getByLabel('On the first card');
  await first.fill('1');
  await traveller.main.getByRole('button', { name: 'Reserve it on the first card' }).click();
  await expect(traveller.main.getByText('That is too little for the first card').first()).toBeVisible();
  await expect(first).toHaveValue('1');
  await first.fill('400');
  await traveller.main.getByRole('button', { name: 'Reserve it on the first card' }).click();
  await expect(page).toHaveURL(/sandbox-bank\/pay/);
  await traveller.useCard('approved');
  await expect(traveller.main.getByText('400.00 is reserved on the card ending 4242')).toBeVisible();
  await expect(traveller.main).toContainText('is left to pay with another card. Nothing is taken before that.');

  await traveller.main.getByRole('button', { name: /^Pay the rest/ }).click();
  await expect(page).toHaveURL(/sandbox-bank\/pay/);
  await traveller.useCard('approved');
  await traveller.isTicketed();
  expect(await ordersOf(browser, 'Tannous')).toEqual([{ reference, state: 'Ticketed', invoices: 1, captured: 2 }]);
});
