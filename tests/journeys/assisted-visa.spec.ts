import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { carryToOwner, freshMark, openDesks, placeCase } from '#tests/support/counter-journey.ts';
import { journeyBase } from '#tests/support/journey-servers.ts';

const mark = freshMark();

test('an assisted visa from the country’s page to the passport in its owner’s hand', async ({ page, browser }) => {
  test.setTimeout(300_000);
  const traveller = new BrowserTraveller(page);
  const person = { given: 'Amina', surname: `Rahimi${mark}`, passport: 'P7700123' };
  const reference = await placeCase(page, traveller, person);
  await carryToOwner(page, traveller, await openDesks(browser, ['visas@rihla.example', 'admin@rihla.example']), { reference, person });
});

test.describe('in Arabic and without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a case is begun, filled in and placed', async ({ page, context, baseURL }) => {
    const traveller = new BrowserTraveller(page, { language: 'ar', scripts: false });
    await traveller.rememberLanguage(baseURL ?? journeyBase);
    const reference = await placeCase(page, traveller, { given: 'Amina', surname: `Mansouri${mark}`, passport: 'P7700124' });
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.goto(`/track?order=${reference}`);
    await expect(page.getByText(traveller.say('orders:assisted-visa.states.held.title')).first()).toBeVisible();
    expect((await context.cookies()).length).toBeGreaterThan(0);
  });
});
