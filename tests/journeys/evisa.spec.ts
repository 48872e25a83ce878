import { expect, test, type Page } from '@playwright/test';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { answeredConsent, journeyBase } from '#tests/support/journey-servers.ts';
import { passportPage, portrait, visaPdf } from '#tests/support/visa-papers.ts';

interface Applicant {
  readonly given: string;
  readonly surname: string;
  readonly born: string;
  readonly passport: string;
}
const family: readonly Applicant[] = [
  { given: 'Rania', surname: 'Khalaf', born: '1987-04-02', passport: 'P1000001' },
  { given: 'Yusuf', surname: 'Khalaf', born: '1985-09-19', passport: 'P1000002' },
  { given: 'Dana', surname: 'Khalaf', born: '2016-02-11', passport: 'P1000003' },
  { given: 'Sami', surname: 'Khalaf', born: '2018-07-30', passport: 'P1000004' },
];

async function fill(page: Page, traveller: BrowserTraveller, person: Applicant, child: boolean) {
  const field = (name: string) => page.getByLabel(traveller.say(`evisas:fields.${name}`), { exact: true });
  await field('givenNames').fill(person.given);
  await field('surname').fill(person.surname);
  await field('birthDate').fill(person.born);
  await field('sex').selectOption('F');
  await field('nationality').selectOption('JO');
  await field('residence').selectOption('AE');
  await field('number').fill(person.passport);
  await field('issuedBy').selectOption('JO');
  await field('issuedOn').fill('2023-01-15');
  await field('expires').fill('2032-01-14');
  await page.locator('#occupation').fill(child ? 'pupil' : 'teacher');
  await page.locator('#stay-address').fill('Galle Face Hotel, Colombo');
  const paper = (code: string) => page.locator(`input[name="paper.${code}"]`);
  await paper('passport-page').setInputFiles(passportPage());
  await paper('photo').setInputFiles(portrait());
  const birth = paper('birth-certificate');
  const next = page.getByRole('button', { name: traveller.say('evisas:form.next'), exact: true });
  await next.click();
  if (child) {
    // That a child needs one is known once the birth date is.
    await expect(page).toHaveURL(/saved=faults/);
    await birth.setInputFiles(passportPage());
    await page.getByRole('button', { name: traveller.say('evisas:form.next'), exact: true }).click();
  }
}

test('a family of four: applied for, paid, one asked for more, granted, proof-read and in hand', async ({ page, browser }) => {
  test.setTimeout(300_000);
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
    await fill(page, traveller, person, index > 1);
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

  const desk = async () => {
    const storageState = { cookies: [], origins: [{ origin: journeyBase, localStorage: [answeredConsent] }] };
    return (await browser.newContext({ storageState })).newPage();
  };
  const [first, second] = [await desk(), await desk()];
  await signInStaff(first, 'visas@rihla.example');
  await signInStaff(second, 'admin@rihla.example');
  const openCase = async (staff: Page, index: number) => {
    await staff.goto(`/admin/orders/evisa?queue=all&find=${reference}`);
    await staff.getByRole('link', { name: new RegExp(family[index]!.given.toUpperCase(), 'i') }).click();
    await expect(staff.getByRole('heading', { level: 1 })).toContainText(new RegExp(family[index]!.given, 'i'));
  };
  const press = async (staff: Page, name: string) => {
    // What was done stands in the address: before it is there, a form sent without scripts is still on its way.
    const before = staff.url();
    await staff.getByRole('button', { name, exact: true }).click();
    await expect(staff).not.toHaveURL(before);
    await staff.waitForLoadState('networkidle');
    await expect(staff.getByRole('status').first()).toBeVisible();
  };

  for (const [index, person] of family.entries()) {
    await openCase(first, index);
    await press(first, 'Take this case');
    if (index === 3) {
      await first.getByRole('checkbox', { name: 'Portrait photo' }).check();
      await first.getByLabel('Words to the traveller, in their language').fill('The photo has a shadow.');
      await press(first, 'Send the request');
      await page.goto(`/track?order=${reference}`);
      await page.getByRole('link', { name: 'Answer what was asked' }).click();
      await expect(page.getByText('The photo has a shadow.')).toBeVisible();
      await page.locator('input[name="paper.photo"]').setInputFiles(portrait());
      await page.getByRole('button', { name: 'Send the answer' }).click();
      await expect(page.getByText('Thank you. Your officer has it')).toBeVisible();
    }
    await openCase(second, index);
    await press(second, 'Confirm as second person');
    await openCase(first, index);
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
  const stranger = await (await browser.newContext()).request.get(`${new URL(page.url()).origin}/documents/${reference}/visa-1.pdf`);
  expect(stranger.status()).toBe(404);
});
