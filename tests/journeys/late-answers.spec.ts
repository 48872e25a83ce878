import { expect, test, type Page } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';

test('a background save whose answer comes late leads nobody astray', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  await traveller.search({ from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(70) });
  await traveller.chooseFlights(1);
  const gate = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<void>();
  // What is saved in the background is answered only when the step is done; which page comes next, only after that.
  const inBackground = (body: string | null) => body?.includes('autosave') ?? false;
  await page.route('**/flight-passenger-details.data', async (route) => {
    if (inBackground(route.request().postData())) await gate.promise;
    await route.continue().catch(() => undefined);
  });
  await page.route(/__manifest\?.*flight-ticket-type/, async (route) => {
    await settled.promise;
    await route.continue();
  });
  // Given up by the browser, or taken for the end of the step: the page that it leads to is loaded.
  page.on('requestfailed', (request) => {
    if (inBackground(request.postData())) settled.resolve();
  });
  page.on('requestfinished', (request) => {
    if (request.method() === 'GET' && /flight-ticket-type\.data/.test(request.url())) settled.resolve();
  });
  const saving = page.waitForRequest((request) => inBackground(request.postData()));
  await traveller.typePassengers([adult('Late', 'Answer', 'LA900001')], 'late.answer@example.com');
  await saving;
  const done = page.waitForResponse((response) => response.request().postData()?.includes('intent=save') ?? false);
  await traveller.goOn('passengers');
  await done;
  gate.resolve();
  await settled.promise;
  await traveller.sees(traveller.say('booking:ticket.title'));
  await expect(page).toHaveURL(/flight-ticket-type/);
});

test('what was typed a moment before the page went out of sight is there when somebody comes back to it', async ({ page, context }) => {
  const traveller = new BrowserTraveller(page);
  await traveller.hasChosen({ from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(71) });
  await traveller.ready();
  const surname = (tab: Page) => tab.getByLabel(traveller.say('booking:fields.surname'), { exact: true });
  // In one go: no time is over in which it would have been sent of itself.
  await surname(page).evaluate((field: HTMLInputElement) => {
    field.focus();
    document.execCommand('insertText', false, 'Leaver');
    location.href = 'about:blank';
  });
  await expect(page).toHaveURL('about:blank');
  const later = await context.newPage();
  await expect(async () => {
    await later.goto('/flight-passenger-details');
    await expect(surname(later)).toHaveValue('Leaver', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
});

test('a page that waits for the bank is not asked for again before its last answer is there', async ({ page }) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page);
  await traveller.hasReserved(
    { from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(72) },
    adult('Lama', 'Patience', 'LA900002'),
    'lama.patience@example.com',
  );
  const isAsked = (address: string) => address.includes('/payment-success.data');
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const givenUp: string[] = [];
  page.on('requestfailed', (request) => isAsked(request.url()) && givenUp.push(request.url()));
  await page.route(
    (url) => isAsked(url.pathname),
    async (route) => {
      asked += 1;
      await gate.promise;
      await route.continue().catch(() => undefined);
    },
  );
  await traveller.toTheBank();
  await traveller.useCard('late-seconds');
  await expect(page).toHaveURL(/payment-success/);
  await expect.poll(() => asked).toBe(1);
  // The answer comes only after it was time to ask twice more.
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() > from + 7_000, since);
  gate.resolve();
  await traveller.isTicketed();
  expect(givenUp).toEqual([]);
});
