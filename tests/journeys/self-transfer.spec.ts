import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { checkPapers } from '#tests/support/papers.ts';

test('a change on separate tickets is offered when it is asked for alone, told as what it is, and ends as two bookings of one order', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  await page.goto(`/flight-search-results?from=CEB&to=LHR&depart=${inDays(75)}`);
  const told = page.getByRole('article').filter({ hasText: 'collect your bags and check in again' });
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(told).toHaveCount(0);

  await page.goto(`/flight-search-results?from=CEB&to=LHR&depart=${inDays(75)}&self=1`);
  const card = told.first();
  await expect(card).toBeVisible();
  await traveller.noBarriers('results with separate tickets');
  await traveller.ready();
  await card.getByRole('button', { name: new RegExp(traveller.say('flights:card.choose')) }).click();
  await traveller.sees(traveller.say('booking:passengers.title'));
  await traveller.fillPassengers([adult('Luz', 'Transfer', 'CA700001')], 'luz.transfer@example.com');
  // Each ticket has its own family of fares and its own rules.
  await expect(traveller.main).toContainText('This journey is 2 separate contracts.');
  await traveller.noBarriers('the ticket types of separate tickets');
  await traveller.keepTicketType();
  await traveller.skipExtras();
  await traveller.seatByAirline();
  const reference = traveller.reference();
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();

  const locators = async () => new Set(await traveller.main.getByText(/^[A-Z2-9]{6}$/).allTextContents());
  const tickets = async () => new Set((await traveller.main.innerText()).match(/\b\d{3}-\d{10}\b/g));
  expect((await locators()).size).toBe(2);
  expect((await tickets()).size).toBe(2);
  await checkPapers(page);
  await page.goto(`/track?order=${reference}`);
  await expect(traveller.main).toContainText('Separate tickets: collect your bags and check in again.');
  expect((await tickets()).size).toBe(2);
  await traveller.noBarriers('an order of separate tickets');
});
