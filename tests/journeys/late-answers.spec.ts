import { expect, test } from '#tests/support/journey.ts';
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
