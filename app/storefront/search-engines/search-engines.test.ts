import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { shopPlaces } from '#app/site-map.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { posterVersion } from '#app/ui/poster/poster-version.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { isShopPage, publicPaths } from './public-addresses.server.ts';

const platform = await openCataloguePlatform();
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform);
}, 120_000);

const home = 'http://localhost:3999';
const page = async (path: string, cookie = '') => (await app.send(path, { cookie })).text();
const metaOf = (html: string, name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
/** Addresses of our own in `src` and `srcset` of the pictures of a page. */
const picturesOf = (html: string) =>
  [...html.matchAll(/<(?:img|source)\b[^>]*/g)]
    .flatMap(([tag]) => [...tag.matchAll(/\s(?:src|srcset|srcSet)="([^"]*)"/g)])
    .flatMap(([, list]) =>
      list!
        .replaceAll('&amp;', '&')
        .split(',')
        .map((one) => one.trim().split(' ')[0]!),
    )
    .filter((address) => address.startsWith('/'));
const canonicalOf = (html: string) => [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map((match) => match[1]);

describe('search engines', () => {
  test('have a title and a description of every place that is not hidden, in five languages', () => {
    const missing = languageCodes.flatMap((language) => {
      const { t } = textsFor(language);
      return shopPlaces
        .filter((place) => !place.hidden)
        .flatMap(({ id }) =>
          [`titles:${id}`, `descriptions:${id}`].filter((key) => t(key) === key || t(key) === id).map((key) => `${language} ${key}`),
        );
    });
    expect(missing).toEqual([]);
  });

  test('tell which addresses are pages of the shop, with what is on sale today', async () => {
    const told = async (addresses: readonly string[]) => Promise.all(addresses.map((address) => isShopPage(platform, address)));
    expect(await told(['/', '/holidays?region=asia', '/airtickets', '/tour/best-of-italy', '/account'])).toEqual(Array(5).fill(true));
    expect(await told(['/nowhere-at-all', '/tour/nothing-of-ours', '/admin', '/api/places', '/tour'])).toEqual(Array(5).fill(false));
  });

  test('find exactly what is public on the map of the site: every address answers, none is hidden, all describe themselves and show what is there', async () => {
    const paths = await publicPaths(platform);
    const xml = await page('/sitemap.xml');
    const listed = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]!.replaceAll('&#38;', '&'));
    expect(listed).toHaveLength(paths.length * languageCodes.length);
    expect(paths).toEqual(expect.arrayContaining(['/', '/flights', '/tour/best-of-italy', '/newsletter', '/contact']));
    for (const hidden of ['/checkout', '/admin', '/api', '/account', '/newsletter/'])
      expect(paths.filter((path) => path.startsWith(hidden))).toEqual([]);
    // Of the catalogue's kinds the first two stand for all.
    const tried = new Map<string, string[]>();
    for (const path of paths) {
      const kind = path
        .split('/')
        .slice(0, path.split('/').length - 1)
        .join('/');
      if (kind === '' || (tried.get(kind)?.length ?? 0) < 2) tried.set(kind, [...(tried.get(kind) ?? []), path]);
    }
    const pictures = new Map<string, string>();
    for (const path of [...tried.values()].flat()) {
      const response = await app.send(path);
      const html = await response.text();
      expect(response.status, path).toBe(200);
      expect(metaOf(html, 'description')?.length ?? 0, path).toBeGreaterThan(20);
      expect(canonicalOf(html), path).toEqual([home + path]);
      expect(html, path).not.toContain('content="noindex"');
      expect(html.match(/hrefLang="|hreflang="/g), path).toHaveLength(6);
      for (const address of picturesOf(html)) pictures.set(address, path);
    }
    // Browsers of the journeys draw no pictures: here each of them is fetched.
    expect(pictures.size).toBeGreaterThan(50);
    for (const [address, path] of pictures) {
      // A file of the build, which the server hands out before it asks the application.
      if (existsSync(join('build', 'client', address))) continue;
      const { status, headers } = await app.send(address);
      expect([status, headers.get('content-type')], `${address} on ${path}`).toEqual([200, expect.stringMatching(/^image\//)]);
    }
  }, 120_000);

  test('see other languages at addresses of their own, which are their own canonical ones', async () => {
    const response = await app.send('/contact?lang=ar');
    const html = await response.text();
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(canonicalOf(html)).toEqual([`${home}/contact?lang=ar`]);
    expect(response.headers.getSetCookie().join()).toContain('language=ar');
    expect(canonicalOf(await page('/contact', 'language=ar'))).toEqual([`${home}/contact?lang=ar`]);
    const chosen = await app.send('/contact?lang=ar', { cookie: 'language=ar' });
    expect(chosen.headers.getSetCookie()).toEqual([]);
    expect(await page('/contact?lang=xx')).toContain('<html lang="en"');
  });

  test('are led to the plain address by one with filters', async () => {
    expect(canonicalOf(await page('/contact?about=group&adults=12'))).toEqual([`${home}/contact`]);
  });

  test('are told to leave out what is hidden and what is not there', async () => {
    for (const path of ['/checkout', '/no/such/page', '/tour/no-such-tour']) {
      const html = await page(path);
      expect(metaOf(html, 'robots'), path).toBe('noindex');
      expect(canonicalOf(html), path).toEqual([]);
    }
  });

  test('read at a second address what the page is, and which address is the first', async () => {
    for (const [second, first] of [
      ['/help', '/help-center'],
      ['/cancellation', '/terms'],
    ] as const) {
      const html = await page(second);
      expect(metaOf(html, 'description'), second).toBe(metaOf(await page(first), 'description'));
      expect(canonicalOf(html), second).toEqual([home + first]);
    }
  });

  test('get a real 404 where there is nothing, and people the address that was probably meant', async () => {
    const lost = await app.send('/tour/best-of-itali/');
    const near = await app.send('/holidais');
    expect(near.status).toBe(404);
    const html = await near.text();
    expect(html).toMatch(/Did you mean.*href="\/holidays"/s);
    expect(html).toContain('action="/help-center"');
    expect(lost.status).toBe(404);
    const scanner = await app.send('/wp-login.php');
    expect(scanner.status).toBe(404);
    expect(await scanner.text()).not.toContain('Did you mean');
  });

  test('may not look into the desk', async () => {
    const robots = await page('/robots.txt');
    expect(robots).toContain('Disallow: /admin');
    expect(robots).toContain(`Sitemap: ${home}/sitemap.xml`);
  });

  test('a language that was chosen in the menu is not undone by the address it was chosen on', async () => {
    const answer = await app.send('/preferences', { form: { language: 'en', back: '/contact?lang=ar&about=group' } });
    expect(answer.headers.get('location')).toBe('/contact?about=group');
  });
});

describe('a share card', () => {
  test('is a PNG of 1200 by 630 of the place on the page', async () => {
    const card = metaOf(await page('/tour/best-of-italy'), 'og:image')!;
    expect(card).toMatch(/^http:\/\/localhost:3999\/share-cards\/[\w-]+\.png$/);
    const response = await app.send(card.slice(home.length));
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test('has strict names: another crop, another seed or an invented scene is a 404, an old version leads to today', async () => {
    const name = (crop: string, version: string, scene = 'desert') => `/share-cards/${scene}-dusk-none-${crop}-1f-${version}.png`;
    expect((await app.send(name('landscape', posterVersion))).status).toBe(200);
    expect((await app.send(name('wide', posterVersion))).status).toBe(404);
    expect((await app.send(name('landscape', posterVersion, 'moon'))).status).toBe(404);
    expect((await app.send(name('landscape', '00000000'))).headers.get('location')).toBe(name('landscape', posterVersion));
  });
});
