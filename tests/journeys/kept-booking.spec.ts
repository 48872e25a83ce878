import { draftStorageKey, type FlightBooking } from '#app/products/flights/booking-draft.ts';
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
