import { beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { findHomeTours } from './home-tours.server.ts';

const platform = await openCataloguePlatform();
let app: TestApp;
let html: string;
beforeAll(async () => {
  app = await openTestApp(platform);
  html = await (await app.send('/', { cookie: 'language=en; selectedCurrency=AED' })).text();
}, 120_000);

describe('the tours of the home page', () => {
  it('begin with the three top trips of the specification, in its order', async () => {
    const { top } = await findHomeTours(platform, 'en');
    expect(top.map((tour) => tour.title)).toEqual(['Best of Italy', 'Best of Portugal', 'Spanish Wonder']);
  });

  it('fill every one of the six regions, and show no tour twice', async () => {
    const { top, itineraries, regions } = await findHomeTours(platform, 'en');
    expect(regions).toHaveLength(6);
    for (const region of regions) expect(region.tours, region.id).toBeGreaterThan(0);
    const ids = [...top, ...itineraries].map((tour) => tour.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('can be looked for in the twelve months that come, over the turn of the year', async () => {
    const { months } = await findHomeTours(platform, 'en');
    expect(months).toHaveLength(12);
    expect(new Set(months).size).toBe(12);
    expect(months.toSorted()).toEqual(months);
    for (const month of months) expect(month).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/);
  });
});

describe('the home page', () => {
  it('holds a form for each product that works without a script', () => {
    for (const action of ['/flight-search-results', '/holidays', '/e-visa', '/visa-assistance', '/staycations', '/experiences'])
      expect(html).toContain(`action="${action}"`);
  });

  it('leads to each region, each booking and all tours', () => {
    for (const region of ['africa-middle-east', 'europe', 'usa-canada', 'australia-new-zealand', 'asia', 'latin-america'])
      expect(html).toContain(`/holidays?region=${region}`);
    expect(html).toMatch(/href="\/booking\/[\w-]+"[^>]*>Book Now</);
    expect(html).toMatch(/href="\/holidays"[^>]*>View All Tours</);
  });

  it('names only pictures that there are', async () => {
    const pictures = new Set([...html.matchAll(/src="(\/(?:posters|maps)\/[^"]+)"/g)].map((match) => match[1]!));
    expect(pictures.size).toBeGreaterThan(8);
    for (const picture of pictures) {
      const answer = await app.send(picture);
      expect([answer.status, answer.headers.get('content-type')], picture).toEqual([200, 'image/svg+xml']);
    }
  });
});
