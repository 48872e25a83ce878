import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

// Both merge the same two records: one after the other.
test.describe.configure({ mode: 'default' });

test('support finds a customer, says why before seeing the phone, keeps a note, and merges two records and parts them again', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signInStaff(page, 'support@rihla.example', '/admin/customers');
  const reader = new BrowserTraveller(page);
  const main = page.getByRole('main');
  await main.getByPlaceholder('Name, e-mail, phone or order').fill('Mariam');
  await main.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/find=Mariam/);
  await reader.ready();
  await reader.noBarriers('the list of customers');
  await main.getByRole('link', { name: 'Mariam Al Suwaidi' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Mariam Al Suwaidi' })).toBeVisible();
  await reader.noBarriers('a customer');

  // Masked until a reason is given; then open to this colleague alone, for a while.
  await expect(main.getByText('+971502231847')).toHaveCount(0);
  await main.getByLabel('Show: Phone').click();
  await main.getByLabel('Why do you need it?').last().selectOption({ label: 'They asked to be called or written to' });
  await main.getByRole('button', { name: 'Show for 10 minutes' }).last().click();
  await expect(main.getByText('The field is open to you for ten minutes.')).toBeVisible();
  await expect(main.getByText('+971502231847')).toBeVisible();

  await main.getByLabel('Write a note').fill('Prefers calls after four.');
  await main.getByRole('button', { name: 'Keep note' }).click();
  await expect(main.getByRole('listitem').filter({ hasText: 'Prefers calls after four.' })).toBeVisible();

  // One telephone, two records: compared, made one, and parted again.
  await main.getByRole('link', { name: 'Compare' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Merge two records' })).toBeVisible();
  await reader.ready();
  await reader.noBarriers('the preview of a merge');
  await main.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(main.getByText('The two records are one now.')).toBeVisible();
  await expect(main.getByText(/M\. Suwaidi was merged/)).toBeVisible();
  await main.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByText('The merge is undone: both records stand as before.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'M. Suwaidi' })).toBeVisible();
});

const companies = '/admin/customers/companies';

// Of the same two records as above, and so in the same file.
test('finance writes a company down, support takes its people in one by one and together, and a merge is asked which company stays', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const reader = new BrowserTraveller(page);
  const main = page.getByRole('main');
  await signInStaff(page, 'finance@rihla.example', companies);
  await reader.ready();
  await main.getByRole('link', { name: 'New company' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'New company' })).toBeVisible();
  await reader.ready();
  await reader.noBarriers('a new company');

  // What is wrong is said beside its field, and what was typed stays.
  await main.getByLabel('Name', { exact: true }).fill('Dune Events LLC');
  await main.getByLabel('Name in Arabic').fill('شركة الكثبان للفعاليات');
  await main.getByLabel('TRN').fill('1003');
  await main.getByRole('button', { name: 'Write it down' }).click();
  await expect(main.getByRole('link', { name: /TRN: A TRN has 15 digits/ })).toBeVisible();
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Dune Events LLC');
  await reader.noBarriers('a company with faults');
  await main.getByLabel('TRN').fill('1003 4567 8900 003');
  await main.getByLabel('Address for invoices').fill('Office 4, Deira, Dubai');
  await main.getByLabel('E-mail for invoices').fill('accounts@dune.example');
  await main.getByLabel('Days to pay').fill('30');
  await main.getByRole('button', { name: 'Write it down' }).click();
  await expect(main.getByText('The company is written down. Take its people in below.')).toBeVisible();
  const company = new URL(page.url()).pathname;
  // Whose work people are not sees no form for them.
  await expect(main.getByLabel(/Find a customer to take in/)).toHaveCount(0);
  await main.getByRole('link', { name: 'Change', exact: true }).click();
  await main.getByLabel('Trade licence').fill('CN-42');
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main.getByText('The company is saved.')).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  const works = desk.getByRole('main');
  const other = new BrowserTraveller(desk);
  await signInStaff(desk, 'support@rihla.example', company);
  await other.ready();
  await works.getByLabel(/Find a customer to take in/).fill('Mariam');
  await works.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(desk).toHaveURL(/find=Mariam/);
  await works.getByRole('button', { name: 'Take in: Mariam Al Suwaidi' }).click();
  await expect(works.getByText('They belong to the company now.')).toBeVisible();
  await expect(works.getByRole('button', { name: 'Take out: Mariam Al Suwaidi' })).toBeVisible();
  await other.ready();
  await other.noBarriers('a company');

  // The same from a list, tried first: who belongs already is told apart.
  await desk.goto('/admin/customers?find=Suwaidi');
  await other.ready();
  for (const box of await works.locator('tbody input[type=checkbox]').all()) await box.check();
  await works.locator('select[name=deed]').selectOption({ label: 'Add to a company' });
  await works.getByRole('button', { name: 'Dry run', exact: true }).click();
  await works.getByLabel('Name or TRN of the company').fill('dune events llc');
  await works.getByRole('button', { name: 'Dry run', exact: true }).click();
  await expect(works.getByRole('heading', { name: 'They belong to this company already' })).toBeVisible();
  await other.ready();
  await other.noBarriers('a dry run into a company');

  // The duplicate is of another company: the preview asks which one stays, and undoing gives each its own back.
  await page.goto(`${companies}/new`);
  await main.getByLabel('Name', { exact: true }).fill('Gulf Trading');
  await main.getByRole('button', { name: 'Write it down' }).click();
  await expect(main.getByText('The company is written down. Take its people in below.')).toBeVisible();
  await desk.goto('/admin/customers?find=Suwaidi');
  await works.getByRole('link', { name: 'M. Suwaidi' }).click();
  await works.getByText('Add to a company', { exact: true }).click();
  await works.getByLabel('Name or TRN of the company').fill('Gulf Trading');
  await works.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(works.getByText('They belong to the company now.')).toBeVisible();
  await works.getByRole('link', { name: 'Compare' }).click();
  await expect(works.getByText('To which company do they belong?')).toBeVisible();
  await other.ready();
  await other.noBarriers('a merge of two companies');
  await works.getByRole('radio', { name: 'Dune Events LLC' }).check();
  await works.getByLabel('What speaks for it?').selectOption({ index: 1 });
  await works.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(works.getByText('The two records are one now.')).toBeVisible();
  await expect(works.getByRole('link', { name: 'Dune Events LLC' }).first()).toBeVisible();
  await works.getByRole('button', { name: 'Undo' }).click();
  await expect(works.getByText('The merge is undone: both records stand as before.')).toBeVisible();
  await expect(works.getByRole('link', { name: 'Gulf Trading' }).first()).toBeVisible();

  // The list in Arabic finds it by its Arabic name.
  await page.goto(`${companies}?find=${encodeURIComponent('الكثبان')}`);
  await reader.ready();
  await expect(main.getByRole('link', { name: 'Dune Events LLC' })).toBeVisible();
  await reader.noBarriers('the list of companies');
});
