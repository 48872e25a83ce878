import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { ordersOf } from '#tests/support/desk.ts';

test('whoever goes back from the checkout for a bag keeps the seat: the first hold is let go for the second', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page);
  const main = traveller.main;
  const wish = { from: { type: 'DXB', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(73) };
  await traveller.isAt('seats', wish, adult('Noor', 'Anderswahl', 'CA100073'), 'noor.anew@example.com');

  const free = main.getByRole('radio', { name: /^\d+[A-K]/ }).and(page.locator(':enabled'));
  await expect(free.first()).toBeVisible();
  const seat = (await free.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).at(-1)!;
  await main.locator('label.seat', { has: page.locator(`input[value="${seat}"]`) }).click();
  await expect(
    main
      .getByText(`seat ${seat} is chosen`)
      .or(main.getByRole('button', { name: new RegExp(`Noor.*${seat}`, 'i') }))
      .first(),
  ).toBeVisible();
  await traveller.goOn('seats');
  await traveller.sees('Review and pay');
  await expect(main).toContainText(`seat ${seat}`);
  const first = await traveller.reference();

  await page.goto('/flight-extras');
  await traveller.sees('Anything else?');
  await main.getByLabel('Noor Anderswahl').first().selectOption('1');
  await traveller.goOn('extras');
  await traveller.sees('Choose seats');
  await expect(main.locator(`input[value="${seat}"]`)).toBeChecked();
  await traveller.goOn('seats');
  await traveller.sees('Review and pay');
  await expect(main).toContainText(`seat ${seat}`);
  const second = await traveller.reference();
  expect(second).not.toBe(first);
  const orders = await ordersOf(browser, 'Anderswahl');
  expect(orders.map(({ reference, state }) => [reference, state]).sort()).toEqual(
    [
      [first, 'Expired'],
      [second, 'Held'],
    ].sort(),
  );
});
