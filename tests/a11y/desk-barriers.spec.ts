import { expect, test, type Page } from '#tests/support/journey.ts';
import { staffPlaces } from '#app/site-map.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { barriersOf } from '#tests/support/barriers.ts';
import { signInStaff, switchOn } from '#tests/support/desk.ts';

/*
 * Every page of the desk, as its owner sees it, on a phone and on a desk: each address without a part that names a record,
 * and of each kind of record the first that a page leads to. Part of `npm run test:a11y`.
 */
test.use({ screenshot: 'off' });

const languages = (process.env['A11Y_LANGUAGES'] ?? 'en').split(',').filter(isLanguageCode);
const widths = [390, 1440] as const;
const parts = 3;

const pages = staffPlaces.filter((place) => place.frame === 'backoffice' && !place.page.endsWith('-api.ts'));
/** About one day that the address names. */
const elsewhere = /\/session$/;
const plain = pages.filter(({ path }) => !path.includes(':') && !elsewhere.test(path)).map(({ path }) => `/${path}`);
const kinds = pages
  .filter(({ path }) => path.includes(':') && !elsewhere.test(path))
  .map(({ path }) => ({ path, pattern: new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}$`) }));

/** Kinds of record that this page leads to and that no other did before. */
async function newRecords(page: Page, known: Map<string, string>): Promise<string[]> {
  const links = await page.locator('main a[href^="/admin/"]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  const found: string[] = [];
  for (const link of links) {
    if (plain.includes(link)) continue;
    const kind = kinds.find(({ pattern }) => pattern.test(link));
    if (!kind || known.has(kind.path)) continue;
    known.set(kind.path, link);
    found.push(link);
  }
  return found;
}

for (const language of languages)
  for (const part of Array.from({ length: parts }, (_, at) => at))
    test(`no page of the desk keeps anyone out, in ${language}, ${part + 1} of ${parts}`, async ({ page, baseURL }) => {
      test.setTimeout(900_000);
      await signInStaff(page, 'admin@rihla.example', '/admin/dashboard');
      await switchOn(page, 'Support Tickets', 'Loyalty Program');
      await page.context().addCookies([{ name: 'language', value: language, url: baseURL! }]);
      const known = new Map<string, string>();
      const addresses = plain.filter((_, at) => at % parts === part);
      expect(addresses.length).toBeGreaterThan(20);
      const found: string[] = [];
      // It grows while it is walked.
      for (const address of addresses) {
        await page.setViewportSize({ width: widths[0], height: 844 });
        const answer = await page.goto(address);
        if (answer?.status() !== 200) {
          found.push(`${address}: ${answer?.status()}`);
          continue;
        }
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          if (sideways > 1) found.push(`${address} at ${width}: ${sideways} px wider than the window`);
          found.push(...(await barriersOf(page)).map((line) => `${address} at ${width}: ${line}`));
        }
        addresses.push(...(await newRecords(page, known)));
      }
      expect(found).toEqual([]);
    });
