import { expect, test, type Page } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

/** A statement with a charge, and a payout with that bank's own charge kept off. */
const table = [
  'Date,Amount,Description,Name',
  '20/11/2026,-12.50,Monthly account charge,Bank',
  '21/11/2026,42.00,Transfer from a neighbour,Salem',
].join('\n');

async function take(page: Page, opening: string, closing = '129.50', file = table): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('File of the bank').setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await main.getByLabel('A table (CSV)').check();
  const mapping = main.getByText('How the table is to be read');
  if (!(await main.getByLabel('Our account or IBAN').isVisible())) await mapping.click();
  await main.getByLabel('Our account or IBAN').fill('AE07 0331 2345 6789');
  await main.getByLabel('Column: other side').fill('Name');
  await main.getByLabel('Balance before, if it is known').fill(opening);
  await main.getByLabel('Balance after, if it is known').fill(closing);
  await main.getByRole('button', { name: 'Take it' }).click();
}

test('finance takes a bank’s table, explains its lines, undoes one and sees the account agree', async ({ page }) => {
  test.setTimeout(240_000);
  await signInStaff(page, 'finance@rihla.example', '/admin/invoices/bank/import');
  const main = page.getByRole('main');

  // Balances that the lines do not explain are refused, and what was typed stays.
  await take(page, '90.00');
  await expect(main.getByRole('alert')).toContainText('do not make the closing balance');
  await expect(main.getByLabel('Our account or IBAN')).toHaveValue('AE07 0331 2345 6789');
  await take(page, '100.00');
  await expect(main.getByText('2 lines were taken.')).toBeVisible();
  await expect(main.getByText('129.50').first()).toBeVisible();

  // The charge is said to be one, wrongly first: parts have to make the whole.
  const openLine = async (party: string) => {
    await main.getByRole('row').filter({ hasText: party }).getByRole('link').first().click();
    await expect(main.getByRole('heading', { name: 'Say what it is' })).toBeVisible();
  };
  await openLine('Monthly account charge');
  await main.getByRole('combobox').first().selectOption('charge');
  await main
    .getByLabel(/^Amount/)
    .first()
    .fill('10.00');
  await main.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(main.getByRole('alert')).toContainText('do not make the amount of the line');
  await expect(main.getByLabel(/^Amount/).first()).toHaveValue('10.00');
  await new BrowserTraveller(page).noBarriers('a line of the bank with something wrong in it');
  await main
    .getByLabel(/^Amount/)
    .first()
    .fill('12.50');
  await main.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(main.getByText('Matched and posted.')).toBeVisible();
  await main.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByText('Taken back: the line is open again.')).toBeVisible();
  await main.getByRole('combobox').first().selectOption('charge');
  await main.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(main.getByText('Matched and posted.')).toBeVisible();

  // The other is nobody's here.
  await main.getByRole('link', { name: 'All lines' }).click();
  await openLine('Transfer from a neighbour');
  await main.getByLabel('Why', { exact: true }).fill('meant for the flat next door');
  await main.getByRole('button', { name: 'Put aside' }).click();
  await expect(main.getByText('Put aside.')).toBeVisible();
  await main.getByRole('link', { name: 'All lines' }).click();
  await expect(main.getByText('Every line is explained.')).toBeVisible();
  await expect(main.getByText('nothing', { exact: true })).toBeVisible();

  // The same file is not taken twice.
  await main.getByRole('link', { name: 'Take a statement' }).click();
  await take(page, '100.00');
  await expect(main.getByRole('alert')).toContainText('was taken before');

  // A file of overlapping days brings a line again: it is set apart, and the whole file is taken back.
  const overlapping = ['Date,Amount,Description,Name', table.split('\n')[1], '21/11/2026,7.00,Interest,Bank'].join('\n');
  await take(page, '100.00', '94.50', overlapping);
  await expect(main.getByText('One of them stood in another statement already')).toBeVisible();
  await main.getByRole('link', { name: /^Seen before/ }).click();
  await main.getByRole('row').filter({ hasText: 'Monthly account charge' }).getByRole('link').first().click();
  await expect(main.getByRole('heading', { name: 'In another statement already' })).toBeVisible();
  const why = main.getByLabel('Why it is taken back');
  await main.getByText('Take this statement back').click();
  await main.getByRole('button', { name: 'Take the statement back' }).click();
  await expect(main.getByRole('alert')).toContainText('Write why in a few words.');
  await why.fill('half of it was here');
  await main.getByRole('button', { name: 'Take the statement back' }).click();
  await expect(main.getByText('The statement was taken back with its 2 lines.')).toBeVisible();

  // A transfer that fits nothing is owed to whoever paid it; what leaves for them waits for a second person.
  await main.getByRole('link', { name: 'Take a statement' }).click();
  const returned = [
    'Date,Amount,Description,Name',
    '25/11/2026,300.00,Transfer too late,Maria Fernanda',
    '26/11/2026,-300.00,Sent back,Maria',
  ];
  await take(page, '129.50', '129.50', returned.join('\n'));
  await openLine('Transfer too late');
  await main.getByRole('combobox').first().selectOption('to-return');
  await main.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(main.getByRole('heading', { name: /^To be returned: AED.300\.00$/ })).toBeVisible();
  await new BrowserTraveller(page).noBarriers('a line of the bank with money to be returned');
  await main.getByRole('link', { name: 'All lines' }).click();
  await expect(main.getByRole('link', { name: /^To return/ })).toContainText('1');
  await openLine('Sent back');
  await main.getByRole('combobox').first().selectOption({ label: 'AED 300.00 · Maria Fernanda' });
  await main.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(main.getByText('It waits for a second person.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Approve and post' })).toBeHidden();
});
