import { draftStorageKey, type FlightBooking } from '#app/products/flights/booking/booking-draft.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { expect, test, type Page } from '#tests/support/journey.ts';

const kept = async (page: Page) => {
  const text = await page.evaluate((key) => sessionStorage.getItem(key), draftStorageKey);
  return text === null ? null : (JSON.parse(text) as FlightBooking);
};
const wish = { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(64) };

test('a booking in progress is kept in the tab with each step, in the specified shape, and goes when it is given up', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  await page.goto('/flights');
  await expect.poll(() => kept(page)).toBeNull();
  await traveller.search(wish);
  await traveller.chooseFlights(1);
  await expect.poll(async () => (await kept(page))?.currentStep).toBe(2);
  const begun = (await kept(page))!;
  expect(Object.keys(begun).toSorted()).toEqual(
    [
      'searchParams',
      'selectedOutboundFlight',
      'selectedReturnFlight',
      'passengerDetails',
      'contactInfo',
      'ticketType',
      'extras',
      'seatSelections',
      'totalPrice',
      'currentStep',
    ].toSorted(),
  );
  expect(begun).toMatchObject({
    searchParams: { passengers: { adults: 1, children: 0, infants: 0 } },
    selectedOutboundFlight: { summary: { from: 'DXB', to: 'LHR' } },
    selectedReturnFlight: null,
    contactInfo: null,
    extras: { mealPreferences: {}, fastTrack: false, insurance: false },
    seatSelections: {},
  });

  await traveller.fillPassengers([adult('Huda', 'Karim', 'CA100071')], 'huda.kept@example.com');
  await expect.poll(async () => (await kept(page))?.currentStep).toBe(3);
  expect(await kept(page)).toMatchObject({ contactInfo: { email: 'huda.kept@example.com' }, passengerDetails: [{ surname: 'KARIM' }] });
  // Nothing of it that a stranger at this tab could misuse.
  expect(JSON.stringify(await kept(page))).not.toMatch(/CA100071|birthDate/);

  await page.reload();
  expect((await kept(page))?.passengerDetails).toHaveLength(1);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page).toHaveURL(/\/flights/);
  // Where the button was quicker than the script of its page, that of the next one forgets it.
  await expect.poll(() => kept(page)).toBeNull();
  await expect(page.getByRole('main')).not.toContainText('Go on with it');
});

test('whatever stands in the tab in place of a kept booking, every step opens, and a new booking is kept over it', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault.stack)));
  page.on('response', (answer) => void (answer.status() >= 500 && faults.push(`${answer.status()} ${answer.url()}`)));
  const traveller = new BrowserTraveller(page);
  const steps = ['/flight-passenger-details', '/flight-ticket-type', '/flight-extras', '/flight-seat-selection', '/checkout'];
  const wrong = [
    '{"searchParams":',
    'null',
    '[]',
    '"a flight"',
    '{}',
    '{"searchParams":{"slices":[{"from":"ZZZ","to":7}],"passengers":{"adults":-1}},"currentStep":99,"selectedOutboundFlight":{"offerId":"x"}}',
    JSON.stringify({
      searchParams: null,
      passengerDetails: 'nobody',
      seatSelections: [],
      extras: null,
      totalPrice: 'free',
      currentStep: 'six',
    }),
  ];
  await page.goto('/about');
  for (const [at, text] of wrong.entries()) {
    await page.evaluate(([key, kept]) => sessionStorage.setItem(key, kept), [draftStorageKey, text] as const);
    const step = steps[at % steps.length]!;
    expect((await page.goto(step))!.status(), `${step} with ${text}`).toBeLessThan(400);
    await traveller.ready();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(faults).toEqual([]);
  await traveller.hasChosen(wish);
  await traveller.ready();
  await expect.poll(async () => (await kept(page))?.selectedOutboundFlight?.summary.to).toBe('LHR');
});

test('the button of the browser goes back through the steps with what was typed, and on again', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  await traveller.hasChosen(wish);
  await traveller.fillPassengers([adult('Huda', 'Karim', 'CA100072')], 'huda.back@example.com');
  await traveller.keepTicketType();
  await traveller.skipExtras();
  const { say } = traveller;
  await page.goBack();
  await traveller.sees(say('booking:extras.title'));
  await page.goBack();
  await traveller.sees(say('booking:ticket.title'));
  await page.goBack();
  await traveller.sees(say('booking:passengers.title'));
  const first = page.getByRole('region', { name: say('booking:passengers.traveller', { number: 1 }) });
  await expect(first.getByLabel(say('booking:fields.surname'), { exact: true })).toHaveValue('Karim');
  await expect(page.getByLabel(say('booking:contact.email'), { exact: true })).toHaveValue('huda.back@example.com');
  for (const step of ['ticket', 'extras', 'seats']) {
    await page.goForward();
    await traveller.sees(say(`booking:${step}.title`));
  }
  await traveller.seatByAirline();
  const reference = traveller.reference();
  // What is held is not booked a second time from a step that was left behind: it is said which order holds it.
  await page.goBack();
  await traveller.sees(say('booking:seats.title'));
  await page.goto('/checkout');
  await traveller.sees(say('orders:checkout.title'));
  await traveller.payButton().click();
  await expect(traveller.main).toContainText(say('orders:refused.duplicate-booking', { reference }));
  await traveller.main.getByRole('link', { name: say('orders:checkout.track') }).click();
  await expect(page).toHaveURL(new RegExp(`/track\\?order=${reference}`));
  await expect(traveller.main.locator(`a[href*="/checkout/${reference}"]`).first()).toBeVisible();
});
