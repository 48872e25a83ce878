import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('a clerk asks for more than they may give, finance says yes, and the caller sees the lower price', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const desk = await newVisitor(browser);
  const clerk = await desk.newPage();
  await signInStaff(clerk, 'flights@rihla.example', '/admin/orders/flights/quotes/new');
  const main = clerk.getByRole('main');
  await main.getByLabel('One way').check();
  await main.getByLabel('From', { exact: true }).first().fill('DXB');
  await main.getByLabel('To', { exact: true }).first().fill('JFK');
  await main.getByLabel('Depart', { exact: true }).first().fill(inDays(70));
  await main.getByRole('button', { name: 'Search flights' }).click();
  await main
    .getByRole('link', { name: /^Put into the quote/ })
    .first()
    .click();
  await expect(main.getByRole('heading', { name: 'Option 1' })).toBeVisible();
  await main.getByLabel('Name', { exact: true }).fill('Hala Haggler');
  await main.getByLabel('Mail address').fill('hala.haggler@example.com');
  await main.getByRole('button', { name: 'Make the quote' }).click();
  await main.getByRole('button', { name: 'Send to the caller' }).click();
  await expect(main).toContainText('The caller has the link by mail.');
  const record = new URL(clerk.url()).pathname;
  const link = (await main.getByRole('link', { name: 'The page the caller sees' }).getAttribute('href'))!;

  await main.getByRole('link', { name: 'Ask for a discount Option 1' }).click();
  await expect(clerk.getByRole('heading', { level: 1, name: 'A discount on option 1' })).toBeVisible();
  const room = Number(/At most \P{L}?AED\s([\d,.]+)\P{L}? can come off/u.exec((await main.textContent())!)![1]!.replaceAll(',', ''));
  expect(room).toBeGreaterThan(51);
  const clerked = new BrowserTraveller(clerk);
  await clerked.noBarriers('asking for a discount');
  await main.getByLabel('How much').fill(String(room + 1));
  await main.getByLabel('Why').fill('Quoted less by another house');
  await main.getByRole('button', { name: 'Take it off' }).click();
  await expect(main.getByRole('alert')).toContainText('below the floor of the margin');
  await expect(main.getByLabel('Why')).toHaveValue('Quoted less by another house');
  await main.getByLabel('How much').fill('51');
  await main.getByRole('button', { name: 'Take it off' }).click();
  await expect(main).toContainText('a second person is called');
  await expect(main).toContainText('To be decided');

  await signInStaff(page, 'finance@rihla.example', record);
  const decided = page.getByRole('main');
  await decided.getByRole('link', { name: 'Decide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Discount FD-/ })).toBeVisible();
  await expect(decided).toContainText('Quoted less by another house');
  await new BrowserTraveller(page).noBarriers('deciding on a discount');
  const after = await decided
    .getByRole('row', { name: /^Price with the discount/ })
    .getByRole('cell')
    .textContent();
  await decided.getByRole('button', { name: 'Grant it' }).click();
  await expect(decided.getByRole('status')).toContainText('Decided.');
  await page.goto(`/admin/pricing-engine?explain=${record.split('/').at(-1)}`);
  await expect(decided).toContainText('Discount by the desk');

  await clerk.reload();
  await expect(main).toContainText('Granted');
  await clerk.goto(link);
  await expect(clerk.getByRole('main')).toContainText(after!);
  await clerked.noBarriers('the page of a quote with a discount');
});
