import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { priceFavorites } from '#app/storefront/favorites/price-favorites.server.ts';
import { wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { flightsOver } from '../flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import { pagePatienceMs, quickMs } from '../search/page-patience.ts';
import { restMs } from '../supplier/circuit-rules.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { supplierTimeout } from '../supplier/search-suppliers.server.ts';
import { theWorld } from '../world/open-world.server.ts';
import { readResultsAddress } from '../search/results-address.ts';

/** A source that answers, has nothing, says no, is silent, or keeps whoever asks waiting, as it is told. */
class Moody extends ScriptedSupplier {
  mood: 'well' | 'empty' | 'refusing' | 'silent' | 'hanging' = 'well';
  /** Called when it is asked. */
  heard: () => void = () => undefined;
  /** Until when it thinks. */
  thinks: Promise<void> | null = null;
  override async search(...[request, call]: Parameters<ScriptedSupplier['search']>) {
    await this.thinks;
    const answer = await super.search(request, call);
    this.heard();
    if (this.mood === 'hanging') return new Promise<never>(() => undefined);
    if (this.mood === 'silent') throw new Error('HTTP 503');
    if (this.mood === 'refusing') return { outcome: 'refused', refused: 'not-offered' } as const;
    // It flies on one day only.
    const flies = request.search.slices[0]!.date === '2026-12-05' && this.mood === 'well';
    return flies || answer.outcome !== 'ok' ? answer : { outcome: 'ok' as const, value: { ...answer.value, facts: [] } };
  }
}

const platform = await openCataloguePlatform();
const one = new Moody({ code: 'one', offers: [{ ...anOffer({ supplier: 'one', flight: 'EK1', dirhams: 1500 }), id: 'one.1' }] });
const other = new Moody({ code: 'other', offers: [{ ...anOffer({ supplier: 'other', flight: 'BA106', dirhams: 1400 }), id: 'other.1' }] });
const flights = flightsOver(await theWorld(), [one, other]);
const app = await openTestApp(platform, flights);

const query = 'from=DXB&to=LHR&depart=2026-12-05&adults=1';
const page = async (path: string) => {
  const answer = await app.send(path);
  const html = await answer.text();
  return { status: answer.status, headers: answer.headers, html, words: wordsOf(html.replace(/<script[\s\S]*?<\/script>/g, '')) };
};
const results = (more = '') => page(`/flight-search-results?${query}${more}`);
const both = (mood: Moody['mood']) => [one, other].forEach((source) => (source.mood = mood));
/** What nobody has claimed while somebody is silent. */
const claims = /No airline we ask sells|no flight\b|No flights|\b0 flights/;

beforeEach(() => {
  both('well');
  one.calls.length = 0;
  // What was kept is over, and circuits have rested.
  platform.clock.advance(11 * 60_000);
});

describe('while one source thinks', () => {
  it('the page leads to one that waits for it, with the same list otherwise', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    other.thinks = promise;
    const begun = await app.send(`/flight-search-results?${query}&stops=2`);
    const text = new TextDecoder();
    let html = '';
    for await (const part of begun.body!) {
      html += text.decode(part, { stream: true });
      // What came so far is there; the rest comes when the source has thought.
      if (html.includes('Wait for all of them')) resolve();
    }
    other.thinks = null;
    const link = /href="([^"]+)"[^>]*>Wait for all of them/.exec(html)![1]!.replaceAll('&amp;', '&');
    expect(link).toContain('&patient=1');
    const whole = await page(`/flight-search-results${link}`);
    expect(whole.words).toMatch(/2 of 2 sources in/);
    const filterOf = (address: string) => readResultsAddress(new URLSearchParams(address)).filter;
    expect(filterOf(link)).toEqual(filterOf(`?${query}&stops=2`));
  });
});

describe('while one source is silent', () => {
  it('the list shows what the others have, says what is missing, is kept by nobody, and is asked for anew', async () => {
    await results();
    platform.clock.advance(restMs + 1);
    one.calls.length = 0;
    other.mood = 'silent';
    const shown = await results();
    expect([shown.status, shown.headers.get('cache-control'), shown.headers.get('etag')]).toEqual([200, 'no-store', null]);
    expect(shown.words).toContain('1 source did not answer. The flights below are from the others, and may not be all there are.');
    expect(shown.words).toContain('1 of 2 sources in · 1 flight');
    expect(shown.html).toMatch(/<a [^>]*href="\?from=DXB[^"]*"[^>]*>Search again<\/a>/);
    other.mood = 'well';
    const again = await results();
    expect(again.words).toMatch(/2 of 2 sources in/);
    expect(again.words).not.toContain('did not answer');
    expect([again.headers.get('cache-control'), again.headers.has('etag'), one.calls.length]).toEqual([
      'private, max-age=0, must-revalidate',
      true,
      2,
    ]);
  });

  it('and the others have nothing, it is not said that there are no flights', async () => {
    both('empty');
    one.mood = 'silent';
    const { status, headers, words } = await results();
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '30', 'no-store']);
    expect(words).toContain('We could not search everything just now');
    expect(words).toContain('One source did not answer, and the others have nothing for this journey.');
    expect(words).not.toMatch(claims);
  });

  it('a direction that was chosen is not called gone', async () => {
    both('empty');
    const back = `/flight-search-results?${query}&return=2026-12-12&out=EK1-20261205`;
    expect((await page(back)).headers.get('location')).toContain('gone=1');
    one.mood = 'silent';
    platform.clock.advance(restMs + 1);
    const { status, words } = await page(back);
    expect(status).toBe(503);
    expect(words).toContain('We could not search everything just now');
  });
});

describe('while all sources are silent', () => {
  beforeEach(() => both('silent'));

  it('the page says that the search could not be done, keeps what was typed and offers to ask again', async () => {
    const { status, headers, html, words } = await results();
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '30', 'no-store']);
    expect(words).toContain('We could not search just now');
    expect(words).toContain('None of our sources of flights answered.');
    expect(words).not.toMatch(claims);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(words).toContain('Sat 5 Dec');
    expect(html).toContain(`href="/flights?${query.replaceAll('&', '&amp;')}"`);
    const [, again] = /<a [^>]*href="([^"]*)"[^>]*>Search again<\/a>/.exec(html)!;
    both('well');
    const found = await page(`/flight-search-results${again!.replaceAll('&amp;', '&')}`);
    expect([found.status, found.words.includes('2 of 2 sources in · 2 flights')]).toEqual([200, true]);
  });

  it('a browser that goes there by script is told the same', async () => {
    const answer = await app.send(`/flight-search-results.data?${query}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(await answer.text()).toContain('"list"');
  });

  it('no day of the strip or the month is without flights', async () => {
    const month = await results('&view=month&month=2026-12');
    expect([month.status, month.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(month.words).toContain('31 days could not be asked just now');
    expect(month.words).not.toMatch(claims);
    const days = (await (await app.send(`/api/flight-days?${query}`)).json()) as { totals: object };
    expect(days.totals).toEqual({});
    const strip = await results('&prices=1');
    expect(strip.words).toContain('not known');
    expect(strip.words).not.toMatch(claims);
  });

  it('no month, place or kept flight is without flights, and what costs nothing known is not priced', async () => {
    const { words } = await page('/flights?from=DXB&to=LHR&trip=one-way&budget=5000&month=2027-01');
    expect(words).toContain('could not be asked just now');
    expect(words).not.toMatch(/no flight\b|Nothing is within this budget/);
    const alert = await page('/price-alert?thing=DXB-LHR-2026-12-05');
    expect(alert.words).toContain('We could not ask for today');
    expect(alert.words).not.toContain('No flights to be had today');
    const favorite = { kind: 'flight', thing: 'DXB-LHR-2026-12-05' } as const;
    const asked = () => priceFavorites(platform, flights, [favorite], { language: 'en', shopper: null });
    expect([...(await asked())]).toEqual([]);
    both('empty');
    platform.clock.advance(restMs + 1);
    expect([...(await asked()).values()]).toEqual([null]);
  });
});

describe('while a source keeps whoever asks waiting', () => {
  beforeEach(async () => {
    await results();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => void vi.useRealTimers());

  /** The page as it is after the patience of one page, counted from the first question. */
  const inPatience = async (path: string) => {
    const heard = new Promise<void>((resolve) => (one.heard = resolve));
    const asked = page(path);
    await heard;
    for (let passed = 0; passed <= pagePatienceMs + quickMs; passed += 10) {
      await vi.advanceTimersByTimeAsync(10);
      await new Promise((resume) => setImmediate(resume));
    }
    return asked;
  };
  const budget = 'from=DXB&to=LHR&trip=one-way&budget=5000&month=2027-01';

  it.each([
    ['the start page', '/', 'Popular'],
    ['the months and places of the flights page', `/flights?${budget}`, 'not known'],
    ['the month', `/flight-search-results?${query}&view=month&month=2026-12`, 'days could not be asked just now'],
    ['the strip', `/api/flight-days?${query}`, '{"totals":{"2026-12-05":{'],
    ['the price of a kept flight', '/price-alert?thing=DXB-LHR-2026-12-06', 'We could not ask for today'],
  ])('%s is there in time, says what is not known, and the circuit hears of it', async (_, path, said) => {
    one.mood = 'hanging';
    const { status, words } = await inPatience(path);
    expect([status, words.includes(said)]).toEqual([200, true]);
    expect(words).not.toMatch(claims);
    await vi.advanceTimersByTimeAsync(supplierTimeout);
    expect(flights.desk.circuits.show('one', platform.clock.now())).toMatchObject({ reason: 'timeout' });
  });
});

describe('while every source answers', () => {
  it('that they have nothing, or sell nothing now, is said as it is', async () => {
    for (const mood of ['empty', 'refusing'] as const) {
      both(mood);
      platform.clock.advance(11 * 60_000);
      const { status, words } = await results();
      expect([mood, status]).toEqual([mood, 200]);
      expect(words).toContain('No airline we ask sells this journey on this day');
      expect(words).toContain('2 of 2 sources in · 0 flights');
      expect(words).not.toContain('did not answer');
    }
  });

  it('a month says which days have flights, which have none, and nothing of silence', async () => {
    const { status, words } = await results('&view=month&month=2026-12');
    expect(status).toBe(200);
    expect(words).toContain('no flight');
    expect(words).not.toMatch(/not known|could not be asked/);
  });
});
