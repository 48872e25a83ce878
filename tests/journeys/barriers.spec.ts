import { expect, test, type Page } from '#tests/support/journey.ts';
import { accountPlaces, shopPlaces } from '#app/site-map.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { demoPassword } from '#app/values/demo-accounts.ts';
import { barriersOf } from '#tests/support/barriers.ts';
import { inDays } from '#tests/support/browser-traveller.ts';

/**
 * Every public page and every page of an account, signed out and signed in, as wide as its window on a phone and on a desk.
 * Here English, each page checked in one of the two, in turns; `npm run test:a11y` checks all five languages in both.
 */
// A picture of the last page says nothing about the others.
test.use({ screenshot: 'off' });

const languages = (process.env['A11Y_LANGUAGES'] ?? 'en').split(',').filter(isLanguageCode);
const widths = [390, 1440] as const;

/** Pages that no search engine is told of: steps, outcomes, links that have gone stale, filters and an empty list. */
const unlisted = [
  `/flight-search-results?from=DXB&to=LHR&depart=${inDays(70)}`,
  `/flight-search-results?from=DXB&to=LHR&depart=${inDays(70)}&view=month`,
  '/flight-search-results?from=DXB&to=DXB&depart=2020-01-01',
  '/flight-passenger-details',
  '/checkout',
  '/checkout/AAAAA-AAAAA',
  '/payment-success',
  '/payment-failed',
  '/track',
  '/auth?tab=sign-up',
  '/auth/forgot-password',
  '/auth/check-mail',
  '/auth/confirm/stale',
  '/auth/reset-password/stale',
  '/newsletter/confirm/stale',
  '/newsletter/preferences/stale',
  '/newsletter/leave/stale',
  '/profile-edit',
  '/contact-edit',
  '/flight-preferences',
  '/booking/best-of-italy',
  '/help-center?q=refund',
  '/help-center?error=payment-declined',
  '/holidays?region=europe',
  '/experiences?q=nothing+is+called+this',
  '/contact?about=group&adults=12',
  '/icon-demo',
  '/no/such/page',
];

/** The address of every kind of public page, from the list that search engines get: of a catalogue, one of each kind. */
async function publicAddresses(page: Page): Promise<string[]> {
  const xml = await (await page.request.get('/sitemap.xml')).text();
  const paths = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => new URL(match[1]!)).filter((url) => url.search === '');
  const kinds = new Map<string, string>();
  for (const { pathname } of paths) {
    const [, first, second] = pathname.split('/');
    const kind = second && !shopPlaces.some((place) => `/${place.path}` === pathname) ? `/${first}/:` : pathname;
    if (!kinds.has(kind)) kinds.set(kind, pathname);
  }
  expect(kinds.size).toBeGreaterThan(25);
  return [...kinds.values()];
}

const own = accountPlaces.filter((place) => place.frame !== 'bare').map((place) => `/${place.path}`);

async function walk(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const inBoth = languages.length > 1;
  for (const [at, address] of addresses.entries()) {
    await page.setViewportSize({ width: widths[0], height: 844 });
    await page.goto(address);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (sideways > 1) found.push(`${address} at ${width}: ${sideways} px wider than the window`);
      if (inBoth || width === widths[at % 2]) found.push(...(await barriersOf(page)).map((line) => `${address} at ${width}: ${line}`));
    }
  }
  return found;
}

/** Two halves, so that two browsers share the work. */
const halves = <T>(all: readonly T[]): readonly (readonly T[])[] => [0, 1].map((half) => all.filter((_, index) => index % 2 === half));

async function arrive(page: Page, baseURL: string, language: LanguageCode): Promise<void> {
  await page.context().addCookies([
    { name: 'language', value: language, url: baseURL },
    { name: 'selectedCurrency', value: 'AED', url: baseURL },
  ]);
}

for (const language of languages) {
  for (const half of [0, 1])
    test(`no public page keeps anyone out, in ${language}, ${half + 1} of 2`, async ({ page, baseURL }) => {
      test.setTimeout(600_000);
      await arrive(page, baseURL!, language);
      expect(await walk(page, halves([...(await publicAddresses(page)), ...unlisted])[half]!)).toEqual([]);
    });

  test(`no page of an account keeps anyone out, in ${language}`, async ({ page, baseURL }) => {
    test.setTimeout(600_000);
    await arrive(page, baseURL!, language);
    await page.goto('/auth');
    await page.locator('input[type=email]').first().fill('traveller@rihla.example');
    await page.locator('input[type=password]').first().fill(demoPassword);
    await page.locator('input[type=password]').first().press('Enter');
    await expect(page).not.toHaveURL(/\/auth/);
    // Signed in, the frame and a few forms differ; in the long run every public page is walked again.
    const again =
      languages.length > 1
        ? [...(await publicAddresses(page)), ...unlisted]
        : ['/', '/contact', '/profile-edit', '/contact-edit', '/flight-preferences', '/booking/best-of-italy'];
    expect(await walk(page, [...own, '/add-traveler?traveller=new', ...again])).toEqual([]);
  });
}

test('in the colours of the system buttons keep an edge and the focus is seen, and nothing moves for whom motion is too much', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const address of ['/', `/flight-search-results?from=DXB&to=LHR&depart=${inDays(70)}`, '/auth', '/feedback']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const { edgeless, moving } = await page.evaluate(() => ({
      edgeless: [...document.querySelectorAll<HTMLElement>('.btn, input:is([type=text], [type=email], [type=password]), textarea')]
        .filter((one) => one.checkVisibility())
        .filter((one) => {
          // A field may stand in a box that has the edge.
          for (let each: HTMLElement | null = one, steps = 0; each && steps < 3; each = each.parentElement, steps += 1) {
            const { borderBottomStyle, borderBottomWidth } = getComputedStyle(each);
            if (borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) > 0) return false;
          }
          return true;
        })
        .map((one) => one.outerHTML.slice(0, 120)),
      moving: document
        .getAnimations()
        .filter((one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().duration ?? 0) > 20)
        .map((one) => String((one as CSSAnimation).animationName ?? 'transition')),
    }));
    found.push(...edgeless.map((html) => `${address}: no edge: ${html}`), ...moving.map((name) => `${address}: moves: ${name}`));
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const unseen = await page.evaluate(() => {
        const one = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2 ? one.outerHTML.slice(0, 120) : null;
      });
      if (unseen) found.push(`${address}: focus is not seen: ${unseen}`);
    }
  }
  expect(found).toEqual([]);
});
