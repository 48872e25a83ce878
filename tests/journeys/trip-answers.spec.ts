import { expect, newVisitor, test, type Browser } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { journeyBase } from '#tests/support/journey-servers.ts';

const onRequest = 'ras-al-jinz-turtles';
const stay = 'ghaf-lodge';

/** The desk of the operator of an order, as its link opens it. */
async function operatorOf(browser: Browser, reference: string) {
  const desk = await (await newVisitor(browser)).newPage();
  await signInStaff(desk, 'admin@rihla.example', `/admin/orders/${reference}`);
  await desk.locator('a[href^="/admin/supply/activities?order="]').click();
  const link = await desk.locator('a.sa-link').getAttribute('href');
  await desk.goto(new URL(link!).pathname);
  return desk;
}

async function fillBooker(traveller: BrowserTraveller, [given, surname, email]: readonly [string, string, string]) {
  const { page } = traveller;
  await expect(page).toHaveURL(/\/book\?/);
  await traveller.ready();
  await page.locator('#givenNames').fill(given);
  await page.locator('#surname').fill(surname);
  await page.locator('#email').fill(email);
  await page.locator('#phone').fill('0501234567');
  await page.locator('form button.btn--go').click();
  await expect(page).toHaveURL(/checkout\//);
  return traveller.reference();
}

test('an operator offers another time, the traveller says no in Arabic, and the reserved money is let go', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page, { language: 'ar' });
  await traveller.rememberLanguage(journeyBase);
  const book = page.locator(`a[href*="/experience/${onRequest}/book"]`);
  for (let ahead = 20; ahead < 40; ahead += 1) {
    await page.goto(`/experience/${onRequest}?date=${inDays(ahead)}&adult=2`);
    if ((await book.count()) > 0) break;
  }
  await book.first().click();
  const reference = await fillBooker(traveller, ['هدى', 'منصور', 'huda.turtles@example.com']);
  await page.locator('form button[value="pay"]').click();
  await traveller.useCard('approved');
  await expect(page.getByText(traveller.say('orders:experience.states.requested.title')).first()).toBeVisible({ timeout: 60_000 });

  const operator = await operatorOf(browser, reference);
  await operator.getByRole('button', { name: 'Offer it' }).first().click();
  await expect(operator.getByText('Offered. The guest decides.')).toBeVisible();

  await page.goto(`/experience-visit/${reference}`);
  await traveller.ready();
  await traveller.noBarriers('an offer of another time in Arabic');
  await expect(page.getByText(traveller.say('visit:offer.text'))).toBeVisible();
  await page.getByRole('button', { name: traveller.say('visit:offer.leave') }).click();
  await expect(page.getByText(traveller.say('visit:said.left'))).toBeVisible();

  await expect(async () => {
    await page.goto(`/track?order=${reference}`);
    await expect(page.getByRole('heading', { name: traveller.say('orders:states.released.title') })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await traveller.noBarriers('an order that was let go, in Arabic');
  // Nothing is taken or reserved any more, and no invoice was written.
  await expect(page.getByRole('heading', { name: traveller.say('orders:track.price'), exact: true })).toBeVisible();
  await expect(page.getByText(traveller.say('orders:money.paid'), { exact: true })).toHaveCount(0);
  await expect(page.getByText(/INV-\d/)).toHaveCount(0);
});

test('a stay that is cancelled late keeps the first night and returns the rest', async ({ page }) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page);
  // Inside the days in which cancelling is not free any more.
  await page.goto(`/staycations/${stay}?date=${inDays(2)}&nights=3`);
  await traveller.ready();
  await traveller.noBarriers('the rooms of a stay');
  await page.locator(`a[href*="/staycations/${stay}/book"][href*="plan=flex"]`).first().click();
  const reference = await fillBooker(traveller, ['Rania', 'Aziz', 'rania.late@example.com']);
  await page.locator('form button[value="pay"]').click();
  await traveller.useCard('approved');
  await expect(page.getByText(traveller.say('orders:staycation.states.confirmed.title')).first()).toBeVisible({ timeout: 60_000 });

  await page.goto(`/track?order=${reference}`);
  await page.getByRole('button', { name: traveller.say('orders:cancel.ask') }).click();
  await expect(page.getByRole('heading', { name: traveller.say('orders:cancel.quote') })).toBeVisible();
  await traveller.noBarriers('what a late cancellation brings');
  await expect(page.locator('#cancel')).toContainText(traveller.say('orders:cancel.kept'));
  const confirm = page.locator('button[value="confirm-cancel"]');
  const back = /AED ([\d,.]+)/.exec((await confirm.innerText()).replaceAll('\u00a0', ' '))![1]!;
  expect(Number(back.replaceAll(',', ''))).toBeGreaterThan(0);
  await confirm.click();
  await expect(async () => {
    await page.goto(`/track?order=${reference}`);
    const refund = page.locator('.order-refunds');
    await expect(refund).toContainText(back, { timeout: 2000 });
    await expect(refund).toContainText(traveller.say('orders:refunds.settled'), { timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await expect(traveller.main.getByText(/^CRN-|INV-/).first()).toBeVisible();
});
