import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { expect, test } from '#tests/support/journey.ts';

test('every title of a traveller can be read whole in its field, in Arabic, on a phone, a tablet and a desk', async ({ page, baseURL }) => {
  const traveller = new BrowserTraveller(page, { language: 'ar' });
  await traveller.rememberLanguage(baseURL!);
  await traveller.hasChosen({ from: { type: 'AUH', code: 'AUH' }, to: { type: 'CDG', code: 'CDG' }, depart: inDays(94) });
  const select = page.getByRole('combobox', { name: traveller.say('booking:fields.title'), exact: true });
  for (const width of [390, 720, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await select.evaluate((element) => {
      const field = element as HTMLSelectElement;
      const style = getComputedStyle(field);
      const room = field.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = style.font;
      return [...field.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
    });
    expect(cut, `${width} px`).toEqual([]);
  }
});
