import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller, bornYearsAgo, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

const kayak = 'abu-dhabi-mangrove-kayak';

test('one more comes to a booked visit, asked for by its traveller; the desk takes two out again', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  // Far enough away that no reminder of what is due moves the order while somebody has its page open.
  await page.goto(`/experience/${kayak}?date=${inDays(36)}&adult=2`);
  await page.getByRole('link', { name: traveller.say('experiences:visit.book'), exact: true }).click();
  await expect(page).toHaveURL(/\/book\?/);
  await traveller.ready();
  await page.locator('#givenNames').fill('Salma');
  await page.locator('#surname').fill('Qassim');
  await page.locator('#email').fill('salma.party@example.com');
  await page.locator('#phone').fill('0501234567');
  await page.locator('form button.btn--go').click();
  await expect(page).toHaveURL(/checkout\//);
  const reference = traveller.reference();
  await page.locator('form button[value="pay"]').click();
  await traveller.useCard('approved');
  await expect(page.getByText(traveller.say('orders:experience.states.confirmed.title')).first()).toBeVisible({ timeout: 60_000 });

  const visit = `/experience-visit/${reference}`;
  const form = page.locator('section[aria-labelledby="party"]');
  await page.goto(visit);
  await traveller.ready();
  await form.locator('select[name=adult]').selectOption('3');
  await form.getByRole('button', { name: traveller.say('visit:party.see') }).click();
  await expect(form.getByText(traveller.say('visit:party.more'))).toBeVisible();
  await traveller.ready();
  await traveller.noBarriers('what one more costs');
  // From a page that is old nothing is done, what was chosen stays, and it is said why.
  const version = form.locator('input[name=version]');
  const seen = await version.inputValue();
  await version.evaluate((field: HTMLInputElement) => (field.value = '0'));
  await form.locator('button[value=party]').click();
  await expect(form.getByText(traveller.say('visit:party.refused.changed-meanwhile'))).toBeVisible();
  await expect(form.locator('select[name=adult]')).toHaveValue('3');
  await version.evaluate((field: HTMLInputElement, before) => (field.value = before), seen);
  await form.locator('button[value=party]').click();
  await expect(page.getByText(traveller.say('visit:said.changed-unpaid'))).toBeVisible();
  await page.goto(`/track?order=${reference}`);
  await expect(page.getByRole('button', { name: /^Pay AED/ })).toBeVisible();

  const desk = await (await newVisitor(browser)).newPage();
  await signInStaff(desk, 'products@rihla.example', `/admin/orders/experiences/${reference}`);
  await desk.getByRole('link', { name: 'Change who comes' }).click();
  await expect(desk).toHaveURL(/\/party$/);
  await new BrowserTraveller(desk).ready();
  await desk.locator('select[name=adult]').selectOption('1');
  await desk.getByRole('button', { name: traveller.say('visit:party.see') }).click();
  await expect(desk.getByText(traveller.say('visit:party.back'), { exact: true })).toBeVisible();
  await new BrowserTraveller(desk).noBarriers('who comes, at the desk');
  await desk.locator('button[value=party]').click();
  await expect(desk.getByText('The booking is changed; its traveller is told.')).toBeVisible();
  await expect(async () => {
    await page.goto(`/track?order=${reference}`);
    await expect(page.locator('.order-refunds')).toContainText(traveller.say('orders:refunds.settled'), { timeout: 2000 });
  }).toPass({ timeout: 60_000 });
});

test('a child joins a booked tour; what is missing of it is told beside its field', async ({ page }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  await page.goto('/booking/best-of-portugal');
  await traveller.ready();
  const departures = page.getByLabel('Departure', { exact: true });
  const last = await departures.locator('option').last().getAttribute('value');
  await departures.selectOption(last!);
  await page.getByRole('button', { name: 'Continue to travellers' }).click();
  await expect(page).toHaveURL(/step=travellers/);
  await traveller.ready();
  for (const [position, given] of [
    [1, 'Amal'],
    [2, 'Karim'],
  ] as const) {
    await page.locator(`#givenNames${position}`).fill(given);
    await page.locator(`#surname${position}`).fill('Barakat');
    await page.locator(`#birthDate${position}`).fill(`${bornYearsAgo(36)}-02-12`);
    await page.locator(`#nationality${position}`).selectOption('LB');
  }
  await page.locator('#email').fill('amal.joins@example.com');
  await page.locator('#phone').fill('+971501234567');
  await page.getByRole('button', { name: 'Continue to review' }).last().click();
  await expect(page).toHaveURL(/step=review/);
  await traveller.ready();
  await page.locator('#plan-full').check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Hold the places and pay' }).click();
  await expect(page).toHaveURL(/checkout\//);
  const reference = traveller.reference();
  await page.getByRole('button', { name: /^Pay / }).click();
  await traveller.useCard('approved');
  await expect(page.getByRole('heading', { name: 'Confirmed' }).first()).toBeVisible({ timeout: 60_000 });

  await expect(async () => {
    await page.goto(`/booking/change/${reference}?setsOff=${last}&join=7&room-triple=1`);
    await expect(page.getByRole('button', { name: 'Change the booking' })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await traveller.ready();
  await traveller.noBarriers('who joins a tour');
  await page.locator('#givenNames1').fill('Rim');
  await page.getByRole('button', { name: 'Change the booking' }).click();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  await expect(page.locator('#givenNames1')).toHaveValue('Rim');
  await page.locator('#surname1').fill('Barakat');
  await page.locator('#birthDate1').fill(`${Number(last!.slice(0, 4)) - 7}-01-01`);
  await page.locator('#nationality1').selectOption('LB');
  await page.getByRole('button', { name: 'Change the booking' }).click();
  await expect(page).toHaveURL(/track\?order=/);
  await expect(traveller.main).toContainText(/BARAKAT \/ RIM/i);
});
