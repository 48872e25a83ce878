import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('an order placed a moment ago is in the figure of its week, and the figure opens to the order', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page);
  await page.goto(`/experience/abu-dhabi-mangrove-kayak?date=${inDays(24)}&adult=1`);
  await traveller.ready();
  await page.getByRole('link', { name: traveller.say('experiences:visit.book'), exact: true }).click();
  await expect(page).toHaveURL(/\/book\?/);
  await traveller.ready();
  await page.locator('#givenNames').fill('Noor');
  await page.locator('#surname').fill('Counted');
  await page.locator('#email').fill('noor.counted@example.com');
  await page.locator('#phone').fill('0501234567');
  await page.locator('form button.btn--go').click();
  await expect(page).toHaveURL(/checkout\//);
  const reference = /checkout\/([\w-]+)/.exec(page.url())![1]!;

  const desk = await (await newVisitor(browser)).newPage();
  await signInStaff(desk, 'admin@rihla.example', '/admin/analytics/explore');
  const main = desk.getByRole('main');
  const reader = new BrowserTraveller(desk);
  await reader.ready();
  // Not the day alone: a journey may begin in one and end in the next.
  await main.getByLabel('Period').selectOption('7d');
  await main.getByLabel('Measure').selectOption({ label: 'Orders' });
  await main.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(desk).toHaveURL(/period=7d/);
  await reader.ready();
  await reader.noBarriers('a figure explored');
  await main.getByRole('link', { name: 'The cases behind it' }).click();
  await reader.noBarriers('the cases behind a figure');
  await main.getByRole('link', { name: reference }).click();
  await expect(desk).toHaveURL(new RegExp(`/admin/orders/.*${reference}`));
  await expect(main.getByText('Noor Counted').first()).toBeVisible();
});
