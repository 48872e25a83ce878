import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';

test('what one clerk prepares another puts in force: a stop, an allotment, a deal, an account, a partner; a traveller finds them', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const day = inDays(52);
  const fares = '/admin/flight-supply/own-fares';
  const asked = (from: string, to: string) => `/admin/flight-supply/test?from=${from}&to=${to}&date=${day}&direct=1`;

  await signInStaff(page, 'products@rihla.example', '/admin/flight-supply');
  await page.getByLabel('From', { exact: true }).fill('SHJ');
  await page.getByLabel('To', { exact: true }).fill('KHI');
  await page.getByLabel('Reason').fill('Runway works');
  await page.locator('form').filter({ hasText: 'Leave a field empty' }).getByRole('button', { name: 'Stop selling' }).click();
  await expect(page.getByText('The sale is stopped')).toBeVisible();
  await page.goto(asked('SHJ', 'KHI'));
  await expect(page.getByText('No source sells this.')).toBeVisible();
  await page.goto('/admin/flight-supply');
  await new BrowserTraveller(page).noBarriers('what is sold of flights');
  await page
    .getByRole('row', { name: /SHJ → KHI/ })
    .getByRole('button', { name: 'Sell again' })
    .click();
  await expect(page.getByText('It is on sale again')).toBeVisible();
  await page.goto(asked('SHJ', 'KHI'));
  await expect(page.getByRole('heading', { name: 'Side by side' })).toBeVisible();
  await expect(page.getByText('No source sells this.')).toBeHidden();

  // An allotment on the cheapest terms of its day, drafted by one and put on sale by another.
  await page.goto(fares);
  await page.getByLabel('Flight number').fill('EK7');
  await page.getByLabel('From', { exact: true }).fill('DXB');
  await page.getByLabel('To', { exact: true }).fill('LHR');
  await page.getByLabel('First departure').fill(day);
  await page.getByLabel('Last departure').fill(day);
  await page.getByLabel('Seats on each flight').fill('5');
  await page.getByLabel('Net fare of an adult, AED').fill('61.50');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  const allotment = /61\.50/;
  await page.getByRole('row', { name: allotment }).getByRole('button', { name: 'Send to checker' }).click();
  await expect(page.getByRole('row', { name: allotment })).toContainText('Somebody else puts it on sale');
  await page.goto('/admin/supply/flights/supplier-register/own');
  await page.getByLabel('Account holder').fill('Rihla Contracts LLC');
  await page.getByLabel('IBAN number').fill('AE07 0331 2345 6789 0123 456');
  await page.getByRole('button', { name: 'Ask for this account' }).click();
  await expect(page.getByText('The change waits for somebody to call back')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm the account' })).toBeHidden();

  const visitors = await newVisitor(browser);
  const visitor = await visitors.newPage();
  await visitor.goto('/partners');
  await visitor.getByRole('radio', { name: 'Activity operators' }).check();
  await visitor.getByRole('textbox', { name: 'Company' }).fill('Jebel Trails');
  await visitor.getByRole('combobox', { name: 'Country' }).selectOption('AE');
  await visitor.getByLabel('Licence number').fill('TL-77120');
  await visitor.getByLabel('What would you sell?').fill('Sunrise walks in the Hajar mountains for eight people, all winter.');
  await visitor.getByLabel('Your name').fill('Maryam Saeed');
  await visitor.getByLabel('Your role').fill('Owner');
  await visitor.getByRole('textbox', { name: 'E-mail', exact: true }).fill('maryam.trails@example.com');
  await visitor.getByRole('textbox', { name: 'Phone' }).fill('+971501112233');
  await visitor.getByLabel('I may speak for this company').check();
  await visitor.getByRole('button', { name: 'Send the application' }).click();
  await expect(visitor).toHaveURL(/partners\/status/);

  const others = await newVisitor(browser);
  const other = await others.newPage();
  await signInStaff(other, 'admin@rihla.example', fares);
  await other.getByRole('row', { name: allotment }).getByRole('button', { name: 'Put on sale' }).click();
  await expect(other.getByRole('row', { name: allotment })).toContainText('On sale');
  await other.goto('/admin/supply/flights/supplier-register/own');
  await other.getByRole('button', { name: 'Show the account to check it' }).click();
  await expect(other.getByText('AE070331234567890123456').or(other.getByText('AE07 0331 2345 6789 0123 456')).first()).toBeVisible();
  await other.getByLabel(/Whom did you call back/).fill('Ms Haddad, on the number of the contract, today');
  await other.getByRole('button', { name: 'Confirm the account' }).click();
  await expect(other.getByText('In use:')).toContainText('3456');
  await other.goto('/admin/partners');
  await other.getByRole('link', { name: 'Jebel Trails' }).click();
  await other.getByRole('button', { name: 'Take it up' }).click();
  await visitor.reload();
  await expect(visitor.getByRole('main')).toContainText('Jebel Trails');

  await page.goto('/admin/flight-supply/deals');
  await page.getByLabel('Name in the address').fill('london-for-a-song');
  await page.getByLabel('From', { exact: true }).fill('DXB');
  await page.getByLabel('To', { exact: true }).fill('LHR');
  await page.getByLabel('Travel from').fill(day);
  await page.getByLabel('Travel until').fill(day);
  await page.getByRole('textbox', { name: 'Book by' }).fill(inDays(40));
  await page.getByLabel('Total of one adult, AED').fill('2500');
  await page.getByLabel('Words in English').fill('Five seats to London for the price of lunch.');
  await page.getByRole('button', { name: 'Publish the deal' }).click();
  await expect(page.getByText('The deal is on sale.')).toBeVisible();
  await page.goto(asked('DXB', 'LHR'));
  const sold = page.getByRole('row').filter({ hasText: /^EK7-/ });
  await expect(sold).toContainText(/own/);
  const price = /AED\s([\d,.]+)/.exec((await sold.locator('.sd-best').innerText()).replaceAll('\u00a0', ' '))![1]!;
  await other.goto(asked('DXB', 'LHR'));
  await other.getByRole('link', { name: 'Explain the price' }).first().click();
  await expect(other.getByRole('row', { name: /Opening markup.*% of/ })).toBeVisible();

  await visitor.goto('/flight-deal/london-for-a-song');
  await expect(visitor.getByRole('main')).toContainText('Five seats to London');
  await expect(visitor.locator('.fd-dates__good').first()).toContainText(price.replace(/\.00$/, ''));
  await visitor.locator('.fd-dates__good').first().getByRole('link').click();
  await expect(visitor.getByRole('article').first()).toContainText(price.replace(/\.00$/, ''));
  await visitors.close();
  await others.close();
});

test('a markup is drafted by one, simulated, published by another and rolled back', async ({ page, browser }) => {
  const address = '/admin/supply/flights/markup-management';
  await signInStaff(page, 'pricing@rihla.example', address);
  await page.getByRole('button', { name: 'Begin a draft' }).click();
  await page.getByRole('link', { name: 'Add a rule' }).click();
  await page.getByLabel('Name').fill('Muscat winter');
  // A place to which no other journey flies: for a moment its prices change.
  await page.getByLabel('To airport').fill('MCT');
  await page.getByLabel('Plus, each traveller, AED').fill('35');
  await page.getByRole('button', { name: 'Keep in the draft' }).click();
  await expect(page.getByRole('row', { name: /Muscat winter/ })).toContainText('New');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByRole('heading', { name: 'Simulation' })).toBeVisible();
  await page.getByLabel('Reason for the change').fill('Winter demand');
  await page.getByRole('button', { name: 'Send to checker' }).click();
  await expect(page.getByText('You changed this draft, so somebody else publishes it.')).toBeVisible();

  const other = await newVisitor(browser);
  const checker = await other.newPage();
  await signInStaff(checker, 'finance@rihla.example', '/admin/dashboard');
  await checker.getByRole('link', { name: 'Markups to publish' }).click();
  await checker.getByRole('button', { name: 'Publish, changes: 1' }).click();
  await expect(checker.getByText('Published. Every new price')).toBeVisible();
  await expect(checker.getByRole('row', { name: /Muscat winter/ })).toContainText('Live');
  const back = checker.locator('details').filter({ hasText: 'Roll back to it' }).last();
  await back.getByText('Roll back to it').click();
  await expect(back).toContainText('It counts at once');
  await back.getByLabel('Reason for the change').fill('The fares of the season are over');
  await back.getByRole('button', { name: /^Put version \d+ in force$/ }).click();
  await expect(checker.getByText('are live again')).toBeVisible();
  await expect(checker.getByRole('row', { name: /Muscat winter/ })).toBeHidden();
  await other.close();
});
