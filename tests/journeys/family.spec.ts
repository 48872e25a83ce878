import { readFile } from 'node:fs/promises';
import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, bornYearsAgo, BrowserTraveller, inDays, type Person, type Wish } from '#tests/support/browser-traveller.ts';

const people: readonly Person[] = [
  adult('Amina', 'Belhaj', 'CA200001'),
  { ...adult('Karim', 'Belhaj', 'CA200002'), title: 'MR', born: ['1986', '07', '21'] },
  { title: 'MSTR', given: 'Adam', surname: 'Belhaj', born: [bornYearsAgo(6), '01', '02'], nationality: 'PT', passport: 'CA200003' },
  { title: 'MISS', given: 'Lina', surname: 'Belhaj', born: [bornYearsAgo(1), '06', '15'], nationality: 'PT', passport: 'CA200004' },
];

test('a signed-in family of four flies there and back with seats, a meal and a bag, past 3-D Secure, and takes the trip along', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(420_000);
  const traveller = new BrowserTraveller(page);
  await page.goto('/auth');
  await page.getByLabel('E-mail').fill('traveller@rihla.example');
  await page.getByLabel('Password', { exact: true }).fill('Rihla-demo-2026');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible();

  const trio = await seatFamily(traveller, people, {
    wish: { from: { type: 'DXB', code: 'DXB' }, to: { type: 'lisbon', code: 'LIS' }, depart: inDays(70), back: inDays(80) },
    email: 'traveller@rihla.example',
  });
  const main = traveller.main;
  await expect(main).toContainText(`seats ${trio.join(', ')}`);
  const reference = traveller.reference();
  await traveller.toTheBank();
  await traveller.useCard('secure');
  await traveller.isTicketed();
  // A ticket for each, and a document for what was paid beside the fare: seats are in the wider ticket.
  await expect(main.getByText(/\b\d{3}-\d{10}\b/)).toHaveCount(5, { timeout: 60_000 });

  for (const address of ['/order-management', '/bookings-trips', '/my-invoices']) {
    await page.goto(address);
    await expect(traveller.main.getByText(reference).first(), address).toBeVisible();
  }

  // Those at home see times and first names by a link.
  await page.goto(`/bookings-trips/${reference}`);
  await traveller.noBarriers('the page of a trip');
  await page.getByLabel('Who it is for').fill('Grandma');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByRole('link', { name: /\/shared-trip\// }).getAttribute('href');
  const stranger = await newVisitor(browser);
  const home = await stranger.newPage();
  await home.goto(new URL(link!).pathname);
  await expect(home.getByText('Amina, Karim, Adam, Lina')).toBeVisible();
  await expect(home.getByRole('main')).not.toContainText(/Belhaj/i);
  await new BrowserTraveller(home).noBarriers('a shared trip');
  await page.getByRole('button', { name: 'Withdraw the link for Grandma' }).click();
  await expect(page.getByText('Not opened yet')).toHaveCount(0);
  expect((await home.reload())!.status()).toBe(404);

  // Kept on the device, the trip and its papers open without a network.
  await page.goto(`/bookings-trips/${reference}`);
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  const kept = page.getByRole('list', { name: 'Trips on this device' }).getByRole('listitem');
  await expect(kept).toContainText(/With 5 papers, [\d,]+ KB, kept /, { timeout: 60_000 });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const worker = await page.request.get('/trip-worker.js');
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'x-content-type-options': 'nosniff',
  });
  await context.setOffline(true);
  await page.goto(`/bookings-trips/${reference}`);
  await expect(page.getByText(/^You are offline, as of /)).toBeVisible();
  await expect(page.getByText('BELHAJ / AMINA', { exact: false }).first()).toBeVisible();
  const [ticket] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /^E-ticket/ })
      .first()
      .click(),
  ]);
  expect((await readFile(await ticket.path())).subarray(0, 5).toString()).toBe('%PDF-');

  // Signing out takes it along.
  await context.setOffline(false);
  await page.goto('/bookings-trips');
  await expect(kept).toHaveCount(1);
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await context.setOffline(true);
  await expect(page.goto('/bookings-trips')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(false);
});

test.describe('on a phone, in Arabic', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a family of four flies there and back with seats, a meal and a bag, from right to left', async ({ page, baseURL }) => {
    test.setTimeout(420_000);
    const traveller = new BrowserTraveller(page, { language: 'ar' });
    await traveller.rememberLanguage(baseURL!);
    await seatFamily(traveller, people, {
      wish: { from: { type: 'دبي', code: 'DXB' }, to: { type: 'LHR', code: 'LHR' }, depart: inDays(71), back: inDays(81) },
      email: 'amina.phone@example.com',
      lookAt: async (step) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(wide, `${step} scrolls sideways`).toBeLessThanOrEqual(0);
        await traveller.noBarriers(`${step} of a family in Arabic on a phone`);
      },
    });
    await traveller.toTheBank();
    await traveller.useCard('approved');
    await traveller.isTicketed();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  });
});

/** From the search to the checkout: a bag for the first, a meal for the child, and three seats side by side. Returns the seats. */
async function seatFamily(
  traveller: BrowserTraveller,
  [first, second, child, infant]: readonly Person[],
  { wish, email, lookAt }: { wish: Wish; email: string; lookAt?: (step: string) => Promise<void> },
): Promise<string[]> {
  const { page, main, say } = traveller;
  const name = (person: Person) => `${person.given} ${person.surname}`;
  await traveller.search({ ...wish, adults: 2, children: [6], infants: 1 });
  await traveller.chooseFlights(2);
  await traveller.fillPassengers([first!, second!, child!, infant!], email);
  // A wider ticket, chosen and priced by the page, is the one that goes on.
  const wider = page.locator('label.family', { has: page.locator('input[name="family.0"]') }).nth(1);
  await wider.click();
  await expect(wider).toContainText(say('booking:families.chosen'));
  await traveller.keepTicketType();
  await page.goBack();
  await traveller.sees(say('booking:ticket.title'));
  await expect(wider.getByRole('radio')).toBeChecked();
  await expect(wider).toContainText(say('booking:families.chosen'));
  await traveller.keepTicketType();
  const extra = (key: string) =>
    main
      .getByRole('region')
      .or(main.locator('section'))
      .filter({ has: page.getByRole('heading', { level: 2, name: say(key), exact: true }) })
      .last();
  await extra('booking:extras.bagsTitle').getByLabel(name(first!)).first().selectOption('1');
  await extra('booking:extras.mealsTitle').getByLabel(name(child!)).first().selectOption({ index: 1 });
  await lookAt?.('the step of extras');
  await traveller.goOn('extras');
  await traveller.sees(say('booking:seats.title'));
  await expect(page.getByRole('complementary', { name: say('booking:money.title') })).toContainText(say('booking:lines.bag'));

  // The child sits beside a grown-up: three neighbours, the infant on a lap.
  const free = main.getByRole('radio', { name: /^\d+[A-K]/ }).and(page.locator(':enabled'));
  await expect(free.first()).toBeVisible();
  // From the back: the first rows are exits and walls, which are not for everybody.
  const seats = (await free.evaluateAll((all) => all.map((seat) => (seat as HTMLInputElement).value))).reverse();
  const trio = threeBeside(seats);
  for (const [index, who] of [first!, second!, child!].entries()) {
    await main.getByRole('button', { name: new RegExp(name(who), 'i') }).click();
    await expect(main.getByText(say('booking:seats.for', { name: name(who) }))).toBeVisible();
    // Pressed as a finger does: where the seat is seen, not on the radio button under it.
    await main.locator('label.seat', { has: page.locator(`input[value="${trio[index]}"]`) }).click();
    await expect(main.getByRole('button', { name: new RegExp(`${name(who)}.*${trio[index]}`, 'i') })).toBeVisible();
  }
  await lookAt?.('the step of seats');
  await traveller.goOn('seats');
  await traveller.sees(say('orders:checkout.title'));
  await lookAt?.('the checkout');
  return trio;
}

/** Three seats side by side in one row, without an aisle or another person between them by their letters. */
function threeBeside(seats: readonly string[]): string[] {
  const rows = Map.groupBy(seats, (seat) => seat.slice(0, -1));
  for (const block of ['ABC', 'DEF', 'DEG', 'EFG', 'HJK', 'HIJ'])
    for (const [row, inRow] of rows) {
      const trio = [...block].map((letter) => row + letter);
      if (trio.every((seat) => inRow.includes(seat))) return trio;
    }
  throw new Error(`No three seats side by side among ${seats.join(' ')}`);
}
