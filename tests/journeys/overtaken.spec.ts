import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';

const wish = (days: number) => ({ from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(days) });

test('a flight that costs more than its card said is refused beside a list that was read anew', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  await traveller.search(wish(90));
  await traveller.ready();
  // The card of a page that was opened before the price rose.
  await page.route(/flight-search-results\.data/, async (route) => {
    const sent = route.request();
    if (sent.method() !== 'POST') return route.continue();
    const old = new URLSearchParams(sent.postData() ?? '');
    old.set('choice', old.get('choice')!.replace(/^\d+/, '100'));
    return route.continue({ postData: old.toString() });
  });
  const readAnew = page.waitForRequest((request) => request.method() === 'GET' && request.url().includes('flight-search-results.data'));
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: new RegExp(traveller.say('flights:card.choose')) })
    .click();
  await expect(traveller.main).toContainText('It now costs');
  await readAnew;
});

test('a seat that somebody else has taken meanwhile is told, shown as taken and no longer marked', async ({ page, browser }) => {
  const atSeats = async (traveller: BrowserTraveller, surname: string, passport: string) => {
    await traveller.isAt('seats', wish(91), adult('Maya', surname, passport), `maya.${surname}@example.com`);
    await traveller.ready();
  };
  const traveller = new BrowserTraveller(page);
  await atSeats(traveller, 'Slower', 'CA310001');
  const free = traveller.main.getByRole('radio', { name: /^\d+[A-K],/ }).and(page.locator(':enabled'));
  await expect(free.first()).toBeVisible();
  // From the back: the first rows are exits and walls, which are not for everybody.
  const seat = await free.last().inputValue();
  const radio = page.locator(`input[name=seat][value="${seat}"]`);

  const quicker = new BrowserTraveller(await (await newVisitor(browser)).newPage());
  await atSeats(quicker, 'Quicker', 'CA310002');
  await quicker.main.locator('label.seat', { has: quicker.page.locator(`input[value="${seat}"]`) }).click();
  await expect(quicker.main.getByRole('button', { name: new RegExp(`Maya Quicker.*${seat}`, 'i') })).toBeVisible();
  await quicker.page.getByRole('button', { name: 'Continue to payment' }).first().click();
  await quicker.sees('Review and pay');

  await expect(radio).toBeEnabled();
  await traveller.main.locator('label.seat', { has: radio }).click();
  await expect(traveller.main.getByRole('alert')).toContainText(seat);
  await expect(radio).toBeDisabled();
  await expect(radio).not.toBeChecked();
});

test('a form of flights that another tab has changed is shown beside the new ones, with everything that was typed', async ({
  page,
  context,
}) => {
  const traveller = new BrowserTraveller(page);
  await traveller.hasChosen(wish(92));
  const before = await page.locator('input[name=flights]').inputValue();
  // A save in the background that comes after the other tab would tell of it by itself, before the press is made: it is held.
  await page.route('**/flight-passenger-details*', (route) =>
    route.request().postData()?.includes('autosave') ? undefined : route.continue(),
  );
  await traveller.typePassengers([adult('Ines', 'Twotabs', 'CA310003')], 'ines.twotabs@example.com');

  const other = new BrowserTraveller(await context.newPage());
  await other.hasChosen(wish(93));

  await traveller.goOn('passengers');
  await expect(traveller.main).toContainText(traveller.say('booking:changedElsewhere'));
  await expect(page.locator('input[name=flights]')).not.toHaveValue(before);
  await expect(page.getByLabel(traveller.say('booking:fields.surname'), { exact: true })).toHaveValue('Twotabs');
  await traveller.goOn('passengers');
  await traveller.sees(traveller.say('booking:ticket.title'));
});
