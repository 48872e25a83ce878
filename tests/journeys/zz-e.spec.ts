import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { fillApplicant, openOfficer } from '#tests/support/evisa-applicant.ts';
import { signInStaff } from '#tests/support/desk.ts';

const out = '/tmp/shots-e';
test('pictures', async ({ page, browser }) => {
  test.setTimeout(400_000);
  const traveller = new BrowserTraveller(page);
  const email = 'takes.back@example.com';
  const book = async (days: number) => {
    await page.goto(`/experience/abu-dhabi-mangrove-kayak?date=${inDays(days)}&adult=2`);
    await page.getByRole('link', { name: traveller.say('experiences:visit.book'), exact: true }).click();
    await traveller.ready();
    await page.locator('#givenNames').fill('Rana');
    await page.locator('#surname').fill('Backer');
    await page.locator('#email').fill(email);
    await page.locator('#phone').fill('0501234567');
    await page.locator('form button.btn--go').click();
    await expect(page).toHaveURL(/checkout\//);
    const reference = /checkout\/([\w-]+)/.exec(page.url())![1]!;
    await traveller.toTheBank();
    const bank = page.url();
    await traveller.useCard('approved');
    return { reference, bank };
  };
  const evisa = async () => {
    await page.goto('/e-visa/sri-lanka');
    await page.getByLabel('Arrival', { exact: true }).fill(inDays(45));
    await page.getByRole('button', { name: 'Start the application' }).click();
    await traveller.ready();
    await fillApplicant(traveller, { given: 'Rania', surname: 'Khalaf', born: '1987-04-02', passport: 'P1000091' }, false);
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Phone', { exact: true }).fill('+971501234567');
    await page.getByRole('button', { name: 'Continue to the review' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /Place the order/ }).click();
    await expect(page).toHaveURL(/checkout\//);
    const reference = /checkout\/([\w-]+)/.exec(page.url())![1]!;
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect(page).toHaveURL(/sandbox-bank\/pay/);
    const bank = page.url();
    await traveller.useCard('approved');
    await expect(page.getByRole('heading', { name: 'We are working on it' }).first()).toBeVisible({ timeout: 60_000 });
    return { reference, bank };
  };
  const dispute = async (bank: string) => {
    await expect(async () => {
      await page.goto(bank);
      await page.locator('button[value=dispute]').click({ timeout: 1_000 });
    }).toPass();
    await expect(page.locator('button[value=lost]')).toBeVisible();
  };
  const first = await book(20);
  await dispute(first.bank);
  const context = await browser.newContext();
  const desk = await context.newPage();
  await signInStaff(desk, 'finance@rihla.example', `/admin/orders/experiences/${first.reference}`);
  const seen = async (name: string, url: string) => {
    for (const language of ['en', 'ar'] as const)
      for (const width of [390, 1440]) {
        await context.addCookies([
          { name: 'rihla.language', value: language, url: new URL(page.url()).origin },
          { name: 'language', value: language, url: new URL(page.url()).origin },
        ]);
        await desk.setViewportSize({ width, height: 900 });
        await desk.goto(url);
        await desk.waitForLoadState('networkidle');
        await desk.screenshot({ path: `${out}/${name}-${language}-${width}.png`, fullPage: true });
      }
  };
  await expect(async () => {
    await desk.reload();
    await expect(desk.getByRole('region', { name: 'The payment is disputed' })).toContainText('Open the dispute', { timeout: 1_000 });
  }).toPass();
  await seen('booking-disputed', `/admin/orders/experiences/${first.reference}`);
  await page.goto(first.bank);
  await page.locator('button[value=lost]').click();
  await expect(async () => {
    await desk.goto(`/admin/orders/experiences/${first.reference}`);
    await expect(desk.locator('#card-dispute')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  const next = await book(22);
  await expect(async () => {
    await desk.goto(`/admin/orders/experiences/${next.reference}`);
    await expect(desk.locator('#card-check')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await seen('booking-check', `/admin/orders/experiences/${next.reference}`);
  await seen('check-page', `/admin/orders/${next.reference}/payment-check`);
  const visa = await evisa();
  await dispute(visa.bank);
  await expect(async () => {
    await desk.goto(`/admin/orders/evisa?queue=all&find=${visa.reference}`);
    await desk.locator('a[href^="/admin/orders/evisa/"]').filter({ hasText: 'Khalaf' }).first().click({ timeout: 2_000 });
    await expect(desk.locator('#card-dispute')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await seen('visa', desk.url());
  void openOfficer;
});
