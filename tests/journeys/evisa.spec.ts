import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { fillApplicant, confirmCase, openCase, openOfficer, press, type Applicant } from '#tests/support/evisa-applicant.ts';
import { portrait, visaPdf } from '#tests/support/visa-papers.ts';

const family: readonly Applicant[] = [
  { given: 'Rania', surname: 'Khalaf', born: '1987-04-02', passport: 'P1000001' },
  { given: 'Yusuf', surname: 'Khalaf', born: '1985-09-19', passport: 'P1000002' },
  { given: 'Dana', surname: 'Khalaf', born: '2016-02-11', passport: 'P1000003' },
  { given: 'Sami', surname: 'Khalaf', born: '2018-07-30', passport: 'P1000004' },
];

test('a family of four: applied for, paid, one asked for more, granted, proof-read and in hand', async ({ page, browser }) => {
  test.setTimeout(600_000);
  const traveller = new BrowserTraveller(page);
  await page.goto('/e-visa/sri-lanka');
  await traveller.sees(/Sri Lanka/);
  await traveller.noBarriers('the page of a country');
  await page.getByLabel('Travellers', { exact: true }).selectOption('4');
  await page.getByLabel('Arrival', { exact: true }).fill(inDays(45));
  await page.getByRole('button', { name: 'Start the application' }).click();
  await expect(page).toHaveURL(/e-visa\/apply\/.+traveller=1/);
  for (const [index, person] of family.entries()) {
    await expect(page).toHaveURL(new RegExp(`traveller=${index + 1}`));
    await traveller.ready();
    await fillApplicant(traveller, person, index > 1);
  }
  await expect(page).toHaveURL(/step=trip/);
  await page.getByLabel('E-mail', { exact: true }).fill('rania.visa@example.com');
  await page.getByLabel('Phone', { exact: true }).fill('+971501234567');
  await page.getByRole('button', { name: 'Continue to the review' }).click();
  await expect(page.getByRole('heading', { name: 'Check everything once more' })).toBeVisible();
  await traveller.noBarriers('the review');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /Place the order/ }).click();
  await expect(page).toHaveURL(/checkout\//);
  const reference = /checkout\/([\w-]+)/.exec(page.url())![1]!;
  await page.getByRole('button', { name: /^Pay / }).click();
  await traveller.useCard('approved');
  await expect(page.getByRole('heading', { name: 'We are working on it' }).first()).toBeVisible({ timeout: 60_000 });
  await traveller.noBarriers('paid');

  const [first, second] = [await openOfficer(browser, 'visas@rihla.example'), await openOfficer(browser, 'admin@rihla.example')];

  for (const [index, person] of family.entries()) {
    await openCase(first, reference, person);
    await press(first, 'Take this case');
    if (index === 3) {
      await first.getByRole('checkbox', { name: 'Portrait photo' }).check();
      await first.getByLabel('Words to the traveller, in their language').fill('The photo has a shadow.');
      await press(first, 'Send the request');
      await page.goto(`/track?order=${reference}`);
      await page.getByRole('status').getByRole('link', { name: 'Answer what was asked' }).click();
      await expect(page.getByText('The photo has a shadow.')).toBeVisible();
      await page.locator('input[name="paper.photo"]').setInputFiles(portrait());
      await page.getByRole('button', { name: 'Send the answer' }).click();
      await expect(page.getByText('Thank you. Your officer has it')).toBeVisible();
    }
    await openCase(second, reference, person);
    await confirmCase(second);
    await openCase(first, reference, person);
    await first.getByLabel('Reference of the authority').fill(`LK-${index}-77812`);
    await press(first, 'Filed with the authority');
    await first.getByLabel('Visa number').fill(`ETA${index}900`);
    await first.getByLabel('Surname').fill(person.surname);
    await first.getByLabel('Given names').fill(person.given);
    // One comes with a wrong passport number, and does not reach its traveller.
    await first
      .getByLabel('Passport number')
      .last()
      .fill(index === 0 ? 'P9999999' : person.passport);
    await first.getByLabel('Valid from').fill(inDays(1));
    await first.getByLabel('Valid until').last().fill(inDays(170));
    await first.getByLabel('Stay in days').fill('30');
    await first.getByLabel('Number of entries').selectOption('multiple');
    await first.locator('input[name="visa"]').setInputFiles(visaPdf());
    await press(first, 'Record the visa');
    if (index === 0) {
      await first.getByRole('button', { name: 'Release to the traveller' }).click();
      await expect(first.getByRole('alert')).toContainText('differs');
      await press(first, 'Send back for correction');
      await first.getByLabel('Visa number').fill('ETA0901');
      await first.getByLabel('Surname').fill(person.surname);
      await first.getByLabel('Given names').fill(person.given);
      await first.getByLabel('Passport number').last().fill(person.passport);
      await first.getByLabel('Valid from').fill(inDays(1));
      await first.getByLabel('Valid until').last().fill(inDays(170));
      await first.getByLabel('Stay in days').fill('30');
      await first.getByLabel('Number of entries').selectOption('multiple');
      await first.locator('input[name="visa"]').setInputFiles(visaPdf());
      await press(first, 'Record the corrected visa');
    }
    await press(first, 'Release to the traveller');
  }

  await page.goto(`/track?order=${reference}`);
  await expect(page.getByRole('heading', { name: 'Done', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Visa, RANIA KHALAF/ })).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^Visa, RANIA KHALAF/ }).click()]);
  expect(download.suggestedFilename()).toBe('visa-1.pdf');
  const stranger = await (await newVisitor(browser)).request.get(`${new URL(page.url()).origin}/documents/${reference}/visa-1.pdf`);
  expect(stranger.status()).toBe(404);
});
