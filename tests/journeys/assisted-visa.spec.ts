import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { freshMark, placeCase } from '#tests/support/counter-journey.ts';
import { journeyBase } from '#tests/support/journey-servers.ts';

// With scripts and to its end a case is gone through where an advice call leads to it (`consultation.spec.ts`).
test.describe('in Arabic and without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a case is begun, filled in and placed', async ({ page, context, baseURL }) => {
    const traveller = new BrowserTraveller(page, { language: 'ar', scripts: false });
    await traveller.rememberLanguage(baseURL ?? journeyBase);
    const reference = await placeCase(page, traveller, { given: 'Amina', surname: `Mansouri${freshMark()}`, passport: 'P7700124' });
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.goto(`/track?order=${reference}`);
    await expect(page.getByText(traveller.say('orders:assisted-visa.states.held.title')).first()).toBeVisible();
    expect((await context.cookies()).length).toBeGreaterThan(0);
  });
});
