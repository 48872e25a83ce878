import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff, untilOrdersAre } from '#tests/support/desk.ts';
import { placeAlone } from '#tests/support/evisa-applicant.ts';

const wish = { from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(53) };

test('a card whose limit is below the price pays a part, another one the rest, and both are charged once', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasReserved(wish, adult('Mona', 'Tannous', 'CA300004'), 'mona.two@example.com');
  await traveller.toTheBank();
  await traveller.useCard('insufficient-funds');
  await traveller.sees('The payment did not go through');

  const first = traveller.main.getByLabel('On the first card');
  await first.fill('1');
  await traveller.main.getByRole('button', { name: 'Reserve it on the first card' }).click();
  await expect(traveller.main.getByText('That is too little for the first card').first()).toBeVisible();
  await expect(first).toHaveValue('1');
  await first.fill('400');
  await traveller.main.getByRole('button', { name: 'Reserve it on the first card' }).click();
  await expect(page).toHaveURL(/sandbox-bank\/pay/);
  await traveller.useCard('approved');
  await expect(traveller.main.getByText('400.00 is reserved on the card ending 4242')).toBeVisible();
  await expect(traveller.main).toContainText('is left to pay with another card. Nothing is taken before that.');

  await traveller.main.getByRole('button', { name: /^Pay the rest/ }).click();
  await expect(page).toHaveURL(/sandbox-bank\/pay/);
  await traveller.useCard('approved');
  await traveller.isTicketed();
  await untilOrdersAre(browser, 'Tannous', [{ reference, state: 'Ticketed', invoices: 1, captured: 2 }]);
});

test('an e-visa lies on one card until another pays the rest, and is taken on then', async ({ page }) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page);
  await page.goto('/e-visa/sri-lanka');
  const person = { given: 'Hind', surname: 'Zoghbi', born: '1990-03-05', passport: 'P1000031' };
  await placeAlone(traveller, person, 'hind.two@example.com');
  await traveller.ready();
  await traveller.main.getByText('Pay with two cards', { exact: true }).click();
  await expect(traveller.main).toContainText('both cards are charged together when we take the application on.');
  await traveller.main.getByLabel('On the first card').fill('100');
  await traveller.main.getByRole('button', { name: 'Reserve it on the first card' }).click();
  await expect(page).toHaveURL(/sandbox-bank\/pay/);
  await traveller.useCard('approved');
  await expect(traveller.main.getByText('100.00 is reserved on the card ending 4242')).toBeVisible({ timeout: 60_000 });
  await expect(traveller.main).toContainText('Your order and its price are kept until');
  await traveller.noBarriers('the checkout of a visa with one card reserved');
  await traveller.main.getByRole('button', { name: /^Pay the rest/ }).click();
  await expect(page).toHaveURL(/sandbox-bank\/pay/);
  await traveller.useCard('approved');
  await expect(page.getByRole('heading', { name: traveller.say('orders:evisa.states.accepted.title') }).first()).toBeVisible({
    timeout: 60_000,
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    test('a visit that is asked of its operator lies on two cards until they say yes, and both are charged then', async ({
      page,
      browser,
    }) => {
      test.setTimeout(180_000);
      const traveller = new BrowserTraveller(page, { scripts: javaScriptEnabled });
      const day = inDays(javaScriptEnabled ? 31 : 32);
      const name = javaScriptEnabled ? 'Rana' : 'Dalia';
      const note = `${name} comes with a pram, ${Date.now()}`;
      await page.goto(`/experience/rome-early-colosseum?date=${day}&adult=2`);
      await traveller.ready();
      await page.getByRole('link', { name: traveller.say('experiences:visit.request'), exact: true }).click();
      await expect(page).toHaveURL(/\/book\?/);
      await traveller.ready();
      await page.locator('#givenNames').fill(name);
      await page.locator('#surname').fill('Two');
      await page.locator('#email').fill(`${name.toLowerCase()}.two@example.com`);
      await page.locator('#phone').fill('0501234567');
      await page.locator('#note').fill(note);
      await page.locator('form button.btn--go').click();
      await expect(page).toHaveURL(/checkout\//);
      const reference = traveller.reference();
      await traveller.ready();

      await traveller.main.getByText('Pay with two cards', { exact: true }).click();
      await traveller.main.getByLabel('On the first card').fill('250');
      await traveller.main.getByRole('button', { name: 'Reserve it on the first card' }).click();
      await expect(page).toHaveURL(/sandbox-bank\/pay/);
      await traveller.useCard('approved');
      await expect(traveller.main.getByText('250.00 is reserved on the card ending 4242')).toBeVisible({ timeout: 60_000 });
      await expect(traveller.main).toContainText('Your places are kept until');
      if (javaScriptEnabled) await traveller.noBarriers('a checkout with one card reserved');
      await traveller.main.getByRole('button', { name: /^Pay the rest/ }).click();
      await expect(page).toHaveURL(/sandbox-bank\/pay/);
      await traveller.useCard('approved');
      await expect(page.getByText('Asked of the operator').first()).toBeVisible({ timeout: 60_000 });

      const context = await browser.newContext({ javaScriptEnabled: true });
      const desk = await context.newPage();
      await signInStaff(desk, 'admin@rihla.example');
      const record = async () => {
        await desk.goto(`/admin/orders/experiences/${reference}`);
        await expect(desk.getByRole('main').getByText(/4242 · first of two cards/)).toBeVisible();
        const cards = await desk.locator('.br-plan > div').filter({ hasText: '•••• 4242' }).locator('dd').allInnerTexts();
        return cards.map((card) => /authorised|captured/.exec(card)?.[0]);
      };
      expect(await record()).toEqual(['authorised', 'authorised']);
      await desk.goto(`/admin/supply/activities?order=${reference}`);
      const link = await desk.locator('a.sa-link').getAttribute('href');
      await desk.goto(new URL(link!).pathname);
      // The operator is asked by others as well.
      const request = desk.locator('.op-request').filter({ hasText: note });
      await request.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(desk.getByText('Confirmed. The guest has been told.')).toBeVisible();
      await expect.poll(record, { timeout: 60_000 }).toEqual(['captured', 'captured']);
      await context.close();
      await page.goto(`/track?order=${reference}`);
      await expect(page.getByText('Your visit is confirmed').first()).toBeVisible();
    });
  });
}
