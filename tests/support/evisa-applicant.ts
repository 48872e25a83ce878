import { expect, type Browser, type Page } from '@playwright/test';
import { newVisitor } from './journey.ts';
import type { BrowserTraveller } from './browser-traveller.ts';
import { inDays } from './browser-traveller.ts';
import { signInStaff } from './desk.ts';
import { passportPage, portrait } from './visa-papers.ts';

/** Somebody who applies for a visa of Sri Lanka in the browser. */
export interface Applicant {
  readonly given: string;
  readonly surname: string;
  readonly born: string;
  readonly passport: string;
}

/** The form of one traveller, sent. */
export async function fillApplicant(traveller: BrowserTraveller, person: Applicant, child = false): Promise<void> {
  const { page } = traveller;
  const field = (name: string) => page.getByLabel(traveller.say(`evisas:fields.${name}`), { exact: true });
  // The address is the next traveller's before their form is drawn; what is typed until then is lost with the old one.
  await expect(field('givenNames')).toHaveValue('');
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

/** From the page of the country to the paid order: one traveller, whatever the language. The order's reference. */
export async function applyAlone(traveller: BrowserTraveller, person: Applicant, email: string): Promise<string> {
  const { page, say } = traveller;
  const reference = await placeAlone(traveller, person, email);
  const [before] = say('orders:evisa.checkout.button', { amount: '|' }).split('|');
  await traveller.main.getByRole('button', { name: new RegExp(`^${before}`) }).click();
  await traveller.useCard('approved');
  await expect(page.getByRole('heading', { name: say('orders:evisa.states.accepted.title') }).first()).toBeVisible({ timeout: 60_000 });
  return reference;
}

/** From the page of the country to the checkout of its order. */
export async function placeAlone(traveller: BrowserTraveller, person: Applicant, email: string): Promise<string> {
  const { page, say } = traveller;
  await page.getByLabel(say('evisas:apply.arrival'), { exact: true }).fill(inDays(45));
  await page.getByRole('button', { name: say('evisas:apply.button') }).click();
  await expect(page).toHaveURL(/e-visa\/apply\/.+traveller=1/);
  await traveller.ready();
  await fillApplicant(traveller, person);
  await expect(page).toHaveURL(/step=trip/);
  await page.getByLabel(say('evisas:trip.email'), { exact: true }).fill(email);
  await page.getByLabel(say('evisas:trip.phone'), { exact: true }).fill('+971501234567');
  await page.getByRole('button', { name: say('evisas:trip.next') }).click();
  await expect(page.getByRole('heading', { name: say('evisas:review.title') })).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.locator('button[value=place]').click();
  await expect(page).toHaveURL(/checkout\//);
  return traveller.reference();
}

/** An officer with a browser of their own. */
export async function openOfficer(browser: Browser, email: string): Promise<Page> {
  const page = await (await newVisitor(browser)).newPage();
  await signInStaff(page, email);
  return page;
}

export async function openCase(staff: Page, reference: string, person: Applicant): Promise<void> {
  await staff.goto(`/admin/orders/evisa?queue=all&find=${reference}`);
  await staff.getByRole('link', { name: new RegExp(person.given, 'i') }).click();
  await expect(staff.getByRole('heading', { level: 1 })).toContainText(new RegExp(person.given, 'i'));
}

/** The second pair of eyes: each of the four checks is ticked, then the case is confirmed. */
export async function confirmCase(staff: Page): Promise<void> {
  for (const check of await staff.locator('input[name="check"]').all()) await check.check();
  await press(staff, 'Confirm as second person');
}

/** One step on a case, and what the page says of it. */
export async function press(staff: Page, name: string): Promise<void> {
  // What was done stands in the address: before it is there, a form sent without scripts is still on its way.
  const before = staff.url();
  await staff.getByRole('button', { name, exact: true }).click();
  await expect(staff).not.toHaveURL(before);
  await expect(staff.getByRole('status').or(staff.getByRole('alert')).filter({ visible: true }).first()).toBeVisible();
}
