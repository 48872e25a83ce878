import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

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
