import type { Page } from '@playwright/test';
import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

/** A sheet of A4 within its margins of 10 mm, in CSS pixels: across, and upright. */
const across = { width: 1047, height: 718 };
const upright = { width: 718, height: 1047 };

/** What ends beyond the right edge of the sheet, and what can only be pressed. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => one.checkVisibility());
    const named = (one: HTMLElement) => `${one.tagName} ${one.className}: ${one.textContent.slice(0, 40)}`;
    return {
      cut: shown
        .filter((one) => !one.closest('.sr-only, svg') && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map(named),
      pressed: shown.filter((one) => one.matches('button, .bo-btn, nav, input[type=file]')).map(named),
    };
  });

/** Width and height of the sheets of a print, in points. */
async function sheetsOf(page: Page): Promise<(readonly [number, number])[]> {
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ]);
}

test('the desk prints what a page says: no menu, nothing to press, a list across the sheet and a record upright, nothing cut', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasReserved(
    { from: { type: 'DXB', code: 'DXB' }, to: { type: 'LHR', code: 'LHR' }, depart: inDays(66) },
    adult('Wilhelmina', 'Featherstonehaugh', 'PR500001'),
    'wilhelmina.featherstonehaugh@example.com',
  );
  const clerk = await (await newVisitor(browser)).newPage();
  await signInStaff(clerk, 'flights@rihla.example', '/admin/orders/flights');
  const main = clerk.getByRole('main');
  const around = [
    clerk.getByRole('navigation', { name: 'Areas' }),
    clerk.getByRole('search', { name: 'Go to an order or a page' }),
    main.getByRole('search'),
    main.getByRole('navigation'),
  ];

  await expect(around[0]!).toBeVisible();
  await clerk.setViewportSize(across);
  await clerk.emulateMedia({ media: 'print' });
  await expect(main.getByRole('heading', { level: 1, name: 'Flight orders' })).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: reference })).toContainText('FEATHERSTONEHAUGH');
  for (const one of around) await expect(one.filter({ visible: true })).toHaveCount(0);
  expect(await faultsOf(clerk)).toEqual({ cut: [], pressed: [] });
  for (const sheet of await sheetsOf(clerk)) expect(sheet).toEqual([842, 595]);

  await clerk.emulateMedia({ media: 'screen' });
  await main.getByRole('link', { name: reference }).click();
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Dubai to London');
  await clerk.setViewportSize(upright);
  await clerk.emulateMedia({ media: 'print' });
  // All of its head: who asked is the last of the facts.
  for (const fact of ['Reference', 'Money', 'Customer'])
    await expect(main.getByRole('term').filter({ hasText: fact }).first()).toBeVisible();
  for (const one of around) await expect(one.filter({ visible: true })).toHaveCount(0);
  expect(await faultsOf(clerk)).toEqual({ cut: [], pressed: [] });
  for (const sheet of await sheetsOf(clerk)) expect(sheet).toEqual([595, 842]);
});

test('a step of an order that is done is a tick in ink, since paper takes no grounds', async ({ page }) => {
  test.setTimeout(120_000);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasTickets(
    { from: { type: 'DXB', code: 'DXB' }, to: { type: 'LHR', code: 'LHR' }, depart: inDays(67) },
    adult('Noor', 'Paper', 'PR500002'),
    'noor.paper@example.com',
  );
  await page.goto(`/track?order=${reference}`);
  await page.emulateMedia({ media: 'print' });
  const marks = page.locator('.order-stages__step--done .order-stages__mark');
  await expect(marks.first()).toBeVisible();
  for (const mark of await marks.all()) {
    await expect(mark.getByRole('img')).toBeVisible();
    const [ink, ground] = await mark.evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]);
    expect([ink === 'rgb(255, 255, 255)', ground]).toEqual([false, 'rgba(0, 0, 0, 0)']);
  }
});
