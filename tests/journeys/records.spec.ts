import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('a clerk names a colleague on a record; the colleague comes by the bell, and the clerk’s open page says what they changed', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasReserved(
    { from: { type: 'DXB', code: 'DXB' }, to: { type: 'LHR', code: 'LHR' }, depart: inDays(63) },
    adult('Noura', 'Record', 'RC500001'),
    'noura.record@example.com',
  );
  const record = `/admin/orders/flights/${reference}`;

  const firstDesk = await newVisitor(browser);
  const clerk = await firstDesk.newPage();
  // An open record that asks for news has its script: before that a form leads to the page that works without one.
  const awake = clerk.waitForRequest(/\/news\?since=/);
  await signInStaff(clerk, 'flights@rihla.example', record);
  await awake;
  const main = clerk.getByRole('main');
  const notes = clerk.getByRole('region', { name: 'Notes' });
  // Somebody who may not open flight orders is refused in words, and what was typed stays.
  await main.getByLabel('Write a note').fill('Please look at this, @Grace Okafor');
  await main.getByRole('button', { name: 'Keep note' }).click();
  await expect(notes.getByRole('alert')).toContainText('Not everybody you named may open this record: Grace Okafor');
  await expect(main.getByLabel('Write a note')).toHaveValue('Please look at this, @Grace Okafor');
  await expect(clerk).toHaveURL(new RegExp(`${record}$`));
  await new BrowserTraveller(clerk).noBarriers('a refused note on a record');
  // What was not sent is there again after another page.
  await main.getByLabel('Write a note').fill('Please look at the fare, @Jun Villanueva');
  await main.getByRole('link', { name: 'Back to list' }).click();
  // The address changes before the page does: whoever goes back from the page has seen the list.
  await expect(main.getByRole('heading', { level: 1, name: 'Flight orders' })).toBeVisible();
  await clerk.goBack();
  await expect(main.getByLabel('Write a note')).toHaveValue('Please look at the fare, @Jun Villanueva');
  await main.getByRole('button', { name: 'Keep note' }).click();
  await expect(notes.getByRole('listitem').filter({ hasText: 'Please look at the fare' })).toContainText('asked: Jun Villanueva');
  await expect(main.getByLabel('Write a note')).toHaveValue('');
  await main.getByLabel('Choose a file').setInputFiles({ name: 'quote.png', mimeType: 'image/png', buffer: picture });
  await main.getByRole('button', { name: 'Keep file' }).click();
  await expect(clerk.getByRole('link', { name: 'quote.png' })).toBeVisible();

  const secondDesk = await newVisitor(browser);
  const colleague = await secondDesk.newPage();
  await signInStaff(colleague, 'support@rihla.example', '/admin/alerts?reason=mention');
  await colleague
    .getByRole('button', { name: `Open record: A colleague asks you to look at a note on ${reference}.` })
    .first()
    .click();
  await expect(colleague).toHaveURL(new RegExp(`${record}#note-`));
  // The clerk types on meanwhile.
  await main.getByLabel('Write a note').fill('Half a thought');
  const theirs = colleague.getByRole('main');
  await expect(theirs.getByRole('link', { name: 'quote.png' })).toBeVisible();
  await theirs.getByLabel('Write a note').fill('The fare is right.');
  await theirs.getByRole('button', { name: 'Keep note' }).click();
  await expect(theirs.getByRole('listitem').filter({ hasText: 'The fare is right.' }).first()).toBeVisible();

  await clerk.bringToFront();
  await expect(main.getByText(/^Jun Villanueva changed this record at \d\d:\d\d/)).toBeVisible({ timeout: 60_000 });
  await expect(main.getByText('Also open with: Jun Villanueva')).toBeVisible();
  await expect(main.getByText('The fare is right.')).toHaveCount(0);
  await new BrowserTraveller(clerk).noBarriers('a record that a colleague changed');
  await main.getByRole('button', { name: 'Show the new state' }).click();
  await expect(notes.getByRole('listitem').filter({ hasText: 'The fare is right.' })).toBeVisible();
  await expect(main.getByText(/changed this record at/)).toHaveCount(0);
  await expect(main.getByLabel('Write a note')).toHaveValue('Half a thought');
  await firstDesk.close();
  await secondDesk.close();
});
