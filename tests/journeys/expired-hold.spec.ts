import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { onlyOurs, shortHoldsBase } from '#tests/support/journey-servers.ts';

test.use({ baseURL: shortHoldsBase });

test('a hold that ran out says so, charges nothing and offers the same flights again', async ({ page }) => {
  test.setTimeout(240_000);
  await onlyOurs(page);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller
    .reserve(
      { from: { type: 'DXB', code: 'DXB' }, to: { type: 'BOM', code: 'BOM' }, depart: inDays(40) },
      [adult('Petra', 'Lindqvist', 'CA400001')],
      'petra.expired@example.com',
    )
    .catch(() => traveller.reference());
  await expect(async () => {
    await page.goto(`/checkout/${reference}`);
    await expect(page.getByRole('heading', { level: 1, name: /^The hold ended at \d\d:\d\d Dubai time$/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(traveller.main).toContainText('nothing was charged');
  await traveller.noBarriers('the page of an ended hold');

  // A payment that is sent from a page that was left open is refused.
  const sent = await page.request.post(`/checkout/${reference}`, {
    form: { intent: 'pay', key: 'the-key-of-a-page-left-open' },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(sent.url()).not.toContain('sandbox-bank');
  expect(await sent.text()).toContain('The hold ended at');

  await traveller.main.getByRole('link', { name: 'Ask for the same flights again' }).click();
  await traveller.sees('Review and pay');
  await expect(traveller.payButton()).toBeVisible();
});
