import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';

test.use({ timezoneId: 'Asia/Manila' });

test('the end of a hold is told in Dubai time, and on the clock of the reader once the browser is awake', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  await traveller.hasReserved(
    { from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(95) },
    adult('Luz', 'Manilena', 'CA320001'),
    'luz.clock@example.com',
  );
  const hold = traveller.main.getByText(/held until \d\d:\d\d Dubai time\. \(.*where you are\)/).first();
  await expect(hold).toBeVisible();
  // Manila is four hours ahead all year.
  const [, dubai, own] = /until (\d\d:\d\d) Dubai time\. \((?:.*, )?(\d\d:\d\d) where/.exec(await hold.innerText())!;
  expect((Number(dubai!.slice(0, 2)) + 4) % 24).toBe(Number(own!.slice(0, 2)));
});
