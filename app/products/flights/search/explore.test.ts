import { beforeAll, describe, expect, it } from 'vitest';
import { calendarDate as day } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { openFlights } from '../flights.server.ts';
import { exploreDays, monthsOnSale, readBudget, readExplore, withinBudget } from './explore-rules.ts';

const today = day('2026-11-21');

describe('what a sum buys in a month', () => {
  it('is asked of four days that are on sale, with the way back on sale too', () => {
    expect(exploreDays('2026-11', false, today)).toEqual(['2026-11-25']);
    expect(exploreDays('2027-01', false, today)).toEqual(['2027-01-04', '2027-01-11', '2027-01-18', '2027-01-25']);
    expect(exploreDays('2027-10', true, today)).toEqual(['2027-10-04', '2027-10-11']);
    expect(exploreDays('2027-10', false, today)).toEqual(['2027-10-04']);
    expect([monthsOnSale(today)[0], monthsOnSale(today).at(-1)]).toEqual(['2026-11', '2027-10']);
  });
  it('is a whole sum of dirhams, in any digits', () => {
    expect(['1500', 'AED 1,500', '١٥٠٠', '1٬500'].map(readBudget)).toEqual([150_000, 150_000, 150_000, 150_000]);
    expect(['', '0', '-5', '1e5', '12.5', '100001', 'a lot'].map(readBudget)).toEqual(Array.from({ length: 7 }, () => null));
  });
  it('is nothing before somebody asked', () => {
    expect(readExplore(new URLSearchParams('from=DXB'))).toBeNull();
    expect(readExplore(new URLSearchParams('budget='))).toMatchObject({ budget: '' });
  });
  it('is the cheapest first, to the last dirham of the budget, and tells the next above it', () => {
    const at = (to: string, dirhams: number) => ({ to, date: day('2027-01-04'), total: money(dirhams * 100, 'AED') });
    const found = withinBudget([at('LHR', 1500), at('BAH', 700), at('MCT', 1000), at('AMM', 700)], 100_000);
    expect(found.within.map(({ to }) => to)).toEqual(['AMM', 'BAH', 'MCT']);
    expect(found.above?.to).toBe('LHR');
    expect(withinBudget([], 100_000)).toEqual({ within: [], above: null });
  });
});

describe('the section of the flights page', () => {
  let app: TestApp;
  beforeAll(async () => {
    const platform = await openCataloguePlatform();
    app = await openTestApp(platform, await openFlights(platform));
  }, 120_000);
  const page = async (query: string) => {
    const answer = await app.send(`/flights?${query}`);
    return { status: answer.status, html: await answer.text() };
  };
  const section = (html: string) => html.slice(html.indexOf('id="explore"'), html.indexOf('id="routes"'));

  it('lists places within the sum in order of price, each leading to the direct flights of its day, and says how it asked', async () => {
    const { status, html } = await page('from=DXB&budget=1500&month=2027-01');
    expect(status).toBe(200);
    const shown = section(html);
    const prices = [...shown.slice(shown.indexOf('fl-explored')).matchAll(/AED\s?([\d,]+)/g)].map(([, price]) =>
      Number(price!.replaceAll(',', '')),
    );
    const listed = prices.slice(0, -1);
    expect(listed.length).toBeGreaterThan(2);
    expect(listed).toEqual(listed.toSorted((a, b) => a - b));
    expect(Math.max(...listed)).toBeLessThanOrEqual(1500);
    expect(shown).toMatch(/flight-search-results\?[^"]*direct=1/);
    expect(shown).toContain('direct flights on four days of January 2027');
  });
  it('says what is cheapest where nothing is within the sum', async () => {
    const { html } = await page('from=DXB&budget=5&month=2027-01');
    expect(section(html)).toContain('Nothing is within this budget');
    expect(section(html)).toContain('The cheapest place is');
  });
  it.each([
    ['from=Atlantis&budget=1500&month=2027-01', 'We do not know this airport or city'],
    ['from=DXB&budget=lots&month=2027-01', 'Write a whole sum in dirhams'],
    ['from=DXB&budget=1500&month=2019-01', 'Choose one of the months on sale'],
    ['from=DXB&budget=&month=', 'Write a whole sum in dirhams'],
  ])('says beside the field what is wrong with %s', async (query, words) => {
    const { status, html } = await page(query);
    expect([status, section(html).includes(words)]).toEqual([400, true]);
  });
  it('asks nobody while nobody asked it', async () => {
    const { status, html } = await page('');
    expect([status, section(html).includes('fl-explored')]).toEqual([200, false]);
  });
});
