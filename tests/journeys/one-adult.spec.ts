import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { readMail } from '#tests/support/mailbox.ts';
import { checkPapers } from '#tests/support/papers.ts';

// Each is the whole way, page after page.
test.describe.configure({ timeout: 240_000 });

const wish = (days: number) => ({
  from: { type: 'dubai', code: 'DXB' },
  to: { type: 'heathrow', code: 'LHR' },
  depart: inDays(days),
});

test('one adult flies one way: found, booked, paid, ticketed, papers, mail, tracked as a guest', async ({ page, browser }) => {
  const traveller = new BrowserTraveller(page);
  const email = 'mariam.one@example.com';
  const reference = await traveller.reserve(wish(60), [adult('Mariam', 'Farouk', 'CA100001')], email);
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();
  await expect(traveller.main.getByText(/^[A-Z2-9]{6}$/).first()).toBeVisible();
  await expect(traveller.main.getByText(/\b\d{3}-\d{10}\b/)).toBeVisible();
  await checkPapers(page);
  await page.goto('/');
  const cards = page.getByRole('list', { name: 'Where you were' });
  await expect(cards.getByRole('link', { name: /Dubai to London/ })).toHaveCount(1);
  await expect(cards.locator('a[href="/checkout"]')).toHaveCount(0);

  const guest = await newVisitor(browser);
  const other = await guest.newPage();
  await other.goto('/track-booking');
  await other.getByLabel('Reference').fill(reference);
  await other.getByLabel('E-mail or last name').fill('farouk');
  await other.getByRole('button', { name: 'Find the booking' }).click();
  await expect(other.getByRole('heading', { name: 'Confirmed, tickets issued' })).toBeVisible();

  await readMail(email, new RegExp(reference));
});

test('the same in Arabic, from right to left, with every word in Arabic', async ({ page, baseURL }) => {
  const traveller = new BrowserTraveller(page, { language: 'ar' });
  await traveller.rememberLanguage(baseURL!);
  await page.goto('/flights');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const steps = async (name: string) => {
    await expect(traveller.main).not.toContainText(/[a-z]+\.[a-z]+\.[a-z]+/i, { useInnerText: true });
    await traveller.noBarriers(`${name} in Arabic`);
  };
  await steps('the search');
  await traveller.search({ ...wish(61), from: { type: 'دبي', code: 'DXB' }, to: { type: 'لندن', code: 'LHR' } });
  await expect(traveller.page.getByRole('article').first()).toBeVisible();
  await steps('the results');
  await traveller.chooseFlights(1);
  await steps('the travellers');
  await traveller.fillPassengers([adult('Salma', 'Darwish', 'CA100002')], 'salma.ar@example.net');
  await steps('the ticket');
  await traveller.keepTicketType();
  await steps('the extras');
  await traveller.skipExtras();
  await steps('the seats');
  await traveller.seatByAirline();
  await steps('the checkout');
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await traveller.noBarriers('the success page in Arabic');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the same with scripts switched off in the browser', async ({ page }) => {
    const traveller = new BrowserTraveller(page, { scripts: false });
    await traveller.reserve(wish(62), [adult('Ines', 'Carvalho', 'CA100003')], 'ines.plain@example.com');
    await traveller.toTheBank();
    await traveller.useCard('approved');
    // The page asks again by itself until the tickets are there.
    await traveller.isTicketed();
    await checkPapers(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('the same on a phone, with the bar at the foot of the screen', async ({ page }) => {
    const traveller = new BrowserTraveller(page);
    await traveller.reserve(wish(63), [adult('Noura', 'Haddad', 'CA100004')], 'noura.phone@example.com');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide, 'the checkout scrolls sideways').toBeLessThanOrEqual(0);
    await traveller.toTheBank();
    await traveller.useCard('approved');
    await traveller.isTicketed();
  });
});
