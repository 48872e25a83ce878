import { expect, type Browser, type Page } from '@playwright/test';
import { newVisitor } from './journey.ts';
import { inDays, type BrowserTraveller } from './browser-traveller.ts';
import { signInStaff } from './desk.ts';
import { passportPage, portrait, visaPdf } from './visa-papers.ts';

/** Who applies at a counter. */
export interface CounterApplicant {
  readonly given: string;
  readonly surname: string;
  readonly passport: string;
}

/** Letters that are new each time: the same person is not sold the same visa twice. */
export const freshMark = (): string => [...String(Date.now() % 1_000_000)].map((digit) => String.fromCharCode(65 + Number(digit))).join('');

async function fillForm(page: Page, traveller: BrowserTraveller, person: CounterApplicant) {
  const field = (name: string) => page.getByLabel(traveller.say(`evisas:fields.${name}`), { exact: true });
  await field('givenNames').fill(person.given);
  await field('surname').fill(person.surname);
  await field('birthDate').fill('1989-05-04');
  await field('sex').selectOption('F');
  await field('nationality').selectOption('PH');
  await field('residence').selectOption('AE');
  await field('number').fill(person.passport);
  await field('issuedBy').selectOption('PH');
  await field('issuedOn').fill('2023-01-15');
  await field('expires').fill('2032-01-14');
  for (const code of ['occupation', 'employer', 'marital', 'birth-place', 'home-address', 'stay-address', 'refused-before'])
    await page.locator(`#${code}`).fill('teacher');
  await page.getByRole('button', { name: traveller.say('evisas:form.next'), exact: true }).click();
  await expect(page).toHaveURL(/step=trip/);
}

/** From a country's page to an order that waits for its payment. Returns its reference. */
export async function placeCase(page: Page, traveller: BrowserTraveller, person: CounterApplicant): Promise<string> {
  const { say } = traveller;
  await page.goto('/visa-assistance/greece');
  if (traveller.scripts) await traveller.noBarriers('the page of a country');
  await page.locator('#begin-region').selectOption('AE-DU');
  await page.getByLabel(say('assisted:begin.arrival'), { exact: true }).fill(inDays(90));
  await page.getByRole('button', { name: say('assisted:begin.button') }).click();
  await expect(page).toHaveURL(/visa-assistance\/apply\/.+traveller=1/);
  await fillForm(page, traveller, person);
  await page.getByLabel(say('evisas:trip.email'), { exact: true }).fill('amina.visa@example.com');
  await page.getByLabel(say('evisas:trip.phone'), { exact: true }).fill('+971501234567');
  // The courier is chosen beforehand: without a door nothing goes on, and what was typed stays.
  await page.getByRole('button', { name: say('evisas:trip.next') }).click();
  await expect(page.locator('#door-street-error')).toHaveText(say('delivery:fault.street'));
  await expect(page.getByLabel(say('evisas:trip.phone'), { exact: true })).toHaveValue('+971501234567');
  if (traveller.scripts) await traveller.noBarriers('the door that is missing');
  await page.locator('#door-name').fill(`${person.given} ${person.surname}`);
  await page.locator('#door-region').selectOption('AE-DU');
  await page.locator('#door-city').fill('Deira');
  await page.locator('#door-street').fill('12 Al Rigga Road, flat 5');
  await page.getByRole('button', { name: say('evisas:trip.next') }).click();
  await expect(page).toHaveURL(/step=review/);
  if (traveller.scripts) await traveller.noBarriers('the review');
  await page.locator('input[name="agree"]').check();
  await page.locator('button[value="place"]').click();
  await expect(page).toHaveURL(/checkout\//);
  return /checkout\/([\w-]+)/.exec(page.url())![1]!;
}

/** Pages of their own for members of staff, signed in one after the other. */
export async function openDesks(browser: Browser, emails: readonly string[]): Promise<Page[]> {
  const desks: Page[] = [];
  for (const email of emails) {
    const desk = await (await newVisitor(browser)).newPage();
    await signInStaff(desk, email);
    desks.push(desk);
  }
  return desks;
}

/** A placed case from its payment to the passport in its owner's hand, with two officers. */
export async function carryToOwner(
  page: Page,
  traveller: BrowserTraveller,
  [first, second]: readonly Page[],
  { reference, person }: { readonly reference: string; readonly person: CounterApplicant },
): Promise<void> {
  if (!first || !second) throw new Error('A case needs two officers');
  await page.getByRole('button', { name: /^Pay / }).click();
  await traveller.useCard('approved');
  await expect(page.getByRole('heading', { name: 'We wait for you' }).first()).toBeVisible({ timeout: 60_000 });
  await page.goto(`/track?order=${reference}`);
  await page.getByRole('status').getByRole('link', { name: 'Send papers' }).click();
  await expect(page.getByRole('heading', { name: 'Your checklist' })).toBeVisible();
  const files = page.locator('input[type="file"]');
  for (let at = 0; at < (await files.count()); at += 1) {
    const name = await files.nth(at).getAttribute('name');
    await files.nth(at).setInputFiles(name === 'paper.photo' ? portrait() : passportPage());
  }
  await page.getByRole('button', { name: 'Send these papers' }).click();
  await expect(page).toHaveURL(/saved=papers/);
  await traveller.noBarriers('a case');

  const open = async (staff: Page) => {
    await staff.goto(`/admin/sticker-visa-management?queue=all&find=${reference}`);
    await staff.getByRole('link', { name: new RegExp(person.given, 'i') }).click();
    await expect(staff.getByRole('heading', { level: 1 })).toContainText(person.given);
  };
  const press = async (staff: Page, name: string) => {
    // What was done stands in the address: before it is there, a form sent without scripts is still on its way.
    const before = staff.url();
    await staff.getByRole('button', { name, exact: true }).click();
    await expect(staff).not.toHaveURL(before);
    await expect(staff.getByRole('status').filter({ visible: true }).first()).toBeVisible();
  };
  await open(first);
  await press(first, 'Take this case');
  await open(second);
  await press(second, 'Confirm the file as second person');
  await open(first);
  await press(first, 'Begin the appointment hunt');
  await first.locator('select[name="outcome"]:not([id^="rn-"])').selectOption('seen');
  await first.locator('input[name="firstFree"]').fill(inDays(5));
  await press(first, 'Record the look');
  await first.locator('input[name="at"]').fill(`${inDays(5)}T09:30`);
  await first.locator('input[name="reference"]').fill('GR-77812');
  await first.locator('input[name="letter"]').setInputFiles(visaPdf());
  await press(first, 'Record the booked slot');

  await page.reload();
  await expect(page.getByText('GR-77812')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Letter of the appointment' })).toBeVisible();

  await press(first, 'Appointment kept');
  await first.locator('input[name="reference"]').fill('GRDXB-2026-1');
  await press(first, 'Filed at the counter');
  await page.reload();
  await expect(page.getByText('At the visa centre').first()).toBeVisible();
  await first.locator('select[name="outcome"]:not([id^="rn-"])').selectOption('granted');
  await press(first, 'Record the decision');
  const collect = first.locator('form', { has: first.getByRole('button', { name: 'Passport collected' }) });
  await collect.locator('input[name="proof"]').fill('Slip 4711');
  await collect.locator('input[name="seal"]').fill('B-2026-77');
  await collect.locator('input[name="spot"]').fill('Shelf 1');
  await press(first, 'Passport collected');
  const sticker = first.locator('form', { has: first.getByRole('button', { name: 'Record what the sticker says' }) });
  await sticker.locator('input[name="number"]').fill('C0042');
  await sticker.locator('input[name="surname"]').fill(person.surname);
  await sticker.locator('input[name="givenNames"]').fill(person.given);
  await sticker.locator('input[name="passport"]').fill(person.passport);
  await sticker.locator('input[name="validFrom"]').fill(inDays(60));
  await sticker.locator('input[name="validUntil"]').fill(inDays(240));
  await sticker.locator('input[name="stay"]').fill('30');
  await sticker.locator('select[name="entries"]').selectOption('multiple');
  await sticker.locator('input[name="photo"]').setInputFiles(passportPage());
  await press(first, 'Record what the sticker says');
  await first.locator('input[name="tracking"]').fill('AWB0099812');
  await first.locator('input[name="insured"]').fill('1000');
  await press(first, 'Give it to the courier');
  await expect(first.locator('.dc-address')).toContainText('12 Al Rigga Road, flat 5');
  const slip = await first.request.get((await first.getByRole('link', { name: 'Courier slip' }).getAttribute('href'))!);
  expect([slip.status(), slip.headers()['content-type']]).toEqual([200, 'application/pdf']);
  const door = first.locator('form', { has: first.getByRole('button', { name: 'Courier has handed it over' }) });
  await door.locator('input[name="proof"]').fill('Code 118822');
  await press(first, 'Courier has handed it over');

  await page.goto(`/track?order=${reference}`);
  await expect(page.getByRole('heading', { name: 'Done', exact: true })).toBeVisible();
  await expect(page.getByText('Returned to you').first()).toBeVisible();
}
