import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { cutShortList } from '#app/ui/desk-list/short-list.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { contentChanges } from '#app/commerce/supply/content-changes.ts';
import { readAmount } from '#app/values/read-amount.ts';
import { slugOf } from '#app/commerce/supply/supply-fields.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { money } from '#app/values/money.ts';
import { addDays, calendarDate, type CalendarDate } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openDepartures, poolKeyOf, saveDeparture } from '../booking/departures-store.server.ts';
import { departuresOf } from '../departure-rules.ts';
import { todayAtDesk } from '../find-tours.server.ts';
import { departureList } from './departure-list.ts';
import { readDepartures } from './read-departures.server.ts';
import { holidayCharges, priceOnDay } from '../booking/holiday-price.ts';
import { loadTours } from '../load-tours.server.ts';
import {
  addDay,
  changedPrice,
  completeness,
  costPerPerson,
  marginOf,
  moveDay,
  newContent,
  removeDay,
  tourFaults,
  tourOf,
  type TourContent,
} from '../tour-content.ts';
import { findTour, findTourAsSold } from '../tours-store.server.ts';
import { changeTour, moveTour, startTour, submitPriceChange, workEdition } from './edit-tour.server.ts';
import { openTourRecord } from './open-tour-desk.server.ts';
import { openTourList } from './open-tour-list.server.ts';
import { tourList } from './tour-list.ts';
import { isDayOfYear, readTourPart } from './tour-form.ts';

const platform = await openTestPlatform();
const files = readCatalogueFiles('tours').filter(({ id }) => ['best-of-italy', 'best-of-portugal'].includes(id));
await loadTours(platform, files, { replace: false });
const [writer, checker] = ['staff-writer', 'staff-checker'];
const italy = 'best-of-italy';

const write = (tourId: string, version: number, change: (content: TourContent) => TourContent, staffId = writer) =>
  changeTour(platform, { tourId, staffId, version, part: 'facts', change });
const work = (tourId: string, what: 'submit' | 'send-back' | 'publish' | 'drop', staffId: string, version: number, reason = '') =>
  workEdition(platform, { tourId, staffId, version, work: what, reason });
const versionOf = async (tourId: string) => (await openTourRecord(platform, tourId, null))!.edition!.version;

/** A whole tour of two days, in English. */
function whole(content: TourContent): TourContent {
  const two = addDay(content);
  return {
    ...two,
    facts: {
      ...two.facts,
      countries: ['IT'],
      stops: [{ key: 'rome', latitude: 41.9, longitude: 12.5, nights: 1 }],
      price: money(300_000, 'AED'),
    },
    words: {
      ...two.words,
      en: {
        ...two.words.en,
        tagline: 'Two days',
        summary: 'Two days in the old town, on foot and unhurried.',
        highlights: ['One'],
        included: ['Bed'],
        notIncluded: ['Flights'],
        goodToKnow: ['Cobbles'],
        places: { rome: 'Rome' },
        days: [
          { title: 'First', text: 'Arrive' },
          { title: 'Second', text: 'Leave' },
        ],
      },
    },
  };
}

describe('a tour at the desk', () => {
  it('is written by one, put on sale by another, and then found in the shop', async () => {
    const started = await startTour(platform, { title: 'Rome for two days', staffId: writer });
    expect(started).toEqual({ ok: true, value: 'rome-for-two-days' });
    const id = 'rome-for-two-days';
    expect(await startTour(platform, { title: 'Rome, for two days!', staffId: checker })).toMatchObject({ refused: 'taken' });
    expect(await work(id, 'submit', writer, await versionOf(id))).toMatchObject({ refused: 'faults' });
    const saved = await write(id, 1, whole);
    expect(saved).toEqual({ ok: true, value: 2 });
    expect(await write(id, 1, whole)).toMatchObject({ refused: 'changed-meanwhile' });
    expect((await work(id, 'submit', writer, 2)).ok).toBe(true);
    const calls = async () => (await listOpenStaffTasks(platform.db, 99, ['tour-edition'])).map(({ detail }) => Object.values(detail)[0]);
    expect(await calls()).toContain(id);
    expect(await write(id, 3, (content) => newContent(content.words.en.title))).toMatchObject({ refused: 'not-possible' });
    expect(await work(id, 'publish', writer, 3)).toMatchObject({ refused: 'second-person' });
    expect(await findTour(platform.db, id, 'en')).toBeNull();
    expect((await work(id, 'publish', checker, 3)).ok).toBe(true);
    expect(await calls()).not.toContain(id);
    expect(await findTour(platform.db, id, 'ar')).toMatchObject({ price: money(300_000, 'AED'), words: { title: 'Rome for two days' } });
    expect((await openTourRecord(platform, id, null))!.status).toBe('published');
  });

  it('goes on selling what it sells while its next edition is written, sent back and taken up again', async () => {
    const begun = await write(italy, 0, (content) => ({ ...content, facts: { ...content.facts, price: money(999_000, 'AED') } }));
    expect(begun).toEqual({ ok: true, value: 1 });
    expect((await findTour(platform.db, italy, 'en'))!.price.amount).not.toBe(999_000);
    await work(italy, 'submit', writer, 1);
    expect(await work(italy, 'send-back', checker, 2)).toMatchObject({ refused: 'reason' });
    expect((await work(italy, 'send-back', checker, 2, 'Too dear')).ok).toBe(true);
    const record = (await openTourRecord(platform, italy, null))!;
    expect(record.edition).toMatchObject({ status: 'draft', reason: 'Too dear' });
    expect(record.changes.map(({ path }) => path.join('.'))).toEqual(['facts.price.amount']);
    // Whoever changes it at the last cannot put it on sale either.
    await write(italy, 3, (content) => ({ ...content, facts: { ...content.facts, stars: 5 } }), checker);
    await work(italy, 'submit', writer, 4);
    expect(await work(italy, 'publish', checker, 5)).toMatchObject({ refused: 'second-person' });
    // Nor whoever changed it in between, once somebody else was the last.
    expect((await work(italy, 'send-back', 'staff-third', 5, 'A comma')).ok).toBe(true);
    await write(italy, await versionOf(italy), (content) => ({ ...content, facts: { ...content.facts, stars: 3 } }));
    expect((await work(italy, 'submit', writer, await versionOf(italy))).ok).toBe(true);
    expect(await work(italy, 'publish', checker, await versionOf(italy))).toMatchObject({ refused: 'second-person' });
    expect((await work(italy, 'publish', 'staff-third', await versionOf(italy))).ok).toBe(true);
    expect(await findTour(platform.db, italy, 'ar')).toMatchObject({ price: money(999_000, 'AED'), stars: 3 });
    expect((await openTourRecord(platform, italy, null))!.versions.map(({ number, status }) => [number, status])).toEqual([
      [2, 'published'],
      [1, 'past'],
    ]);
  });

  it('keeps what staff published when the house catalogue is written anew', async () => {
    await loadTours(platform, files, { replace: true });
    expect((await findTour(platform.db, italy, 'en'))!.price.amount).toBe(999_000);
    expect((await findTour(platform.db, 'best-of-portugal', 'en'))!.price.amount).not.toBe(999_000);
  });

  it('is off sale while it is paused, also after a load, and its bookings still know it', async () => {
    expect((await moveTour(platform, { tourId: 'best-of-portugal', staffId: writer, event: 'pause' })).ok).toBe(true);
    await loadTours(platform, files, { replace: true });
    expect(await findTour(platform.db, 'best-of-portugal', 'en')).toBeNull();
    expect(await findTourAsSold(platform.db, 'best-of-portugal', 'en')).not.toBeNull();
    const list = await openTourList(platform, readListView(tourList, new URLSearchParams('find=portugal')), { language: 'en', most: 50 });
    expect(list.rows).toMatchObject([{ status: 'paused', languages: ['en', 'ar', 'tl', 'es', 'pt'] }]);
    expect((await moveTour(platform, { tourId: 'best-of-portugal', staffId: writer, event: 'resume' })).ok).toBe(true);
    expect(await findTour(platform.db, 'best-of-portugal', 'en')).not.toBeNull();
  });

  it('gets new prices by per cent only through a second person', async () => {
    const before = (await findTour(platform.db, 'best-of-portugal', 'en'))!.price.amount;
    const ask = { tourId: 'best-of-portugal', staffId: writer, hundredths: 500 };
    expect((await submitPriceChange(platform, ask)).ok).toBe(true);
    expect(await submitPriceChange(platform, ask)).toMatchObject({ refused: 'not-possible' });
    expect((await findTour(platform.db, 'best-of-portugal', 'en'))!.price.amount).toBe(before);
    expect((await work('best-of-portugal', 'publish', checker, await versionOf('best-of-portugal'))).ok).toBe(true);
    expect((await findTour(platform.db, 'best-of-portugal', 'en'))!.price.amount).toBe(changedPrice(before, 500));
  });
});

describe('what is written of a tour', () => {
  const tour = whole(newContent('Rome'));

  it('moves and leaves out a day in every language, with its meals', () => {
    const arabic = {
      ...tour.words.ar,
      days: [
        { title: 'أ', text: '' },
        { title: 'ب', text: '' },
      ],
    };
    const two = { ...tour, words: { ...tour.words, ar: arabic }, facts: { ...tour.facts, meals: ['B', 'D'] } };
    const moved = moveDay(two, 1, 0);
    expect([moved.words.en.days[0]!.title, moved.words.ar.days[0]!.title, moved.facts.meals]).toEqual(['Second', 'ب', ['D', 'B']]);
    expect(moveDay(two, 0, 2)).toBe(two);
    const one = removeDay(two, 0);
    expect([one.facts.days, one.facts.nights, one.words.ar.days[0]!.title, removeDay(one, 0)]).toEqual([1, 1, 'ب', one]);
  });

  it('is whole in a language when every line of the English is there, and only then goes on sale in it', () => {
    expect(completeness(tour, 'en')).toEqual({ percent: 100, missing: [] });
    expect(completeness(tour, 'es').percent).toBe(0);
    expect(Object.keys(tourOf('rome', tour).words)).toEqual(['en']);
    expect(Object.keys(tourOf('rome', { ...tour, words: { ...tour.words, es: tour.words.en } }).words)).toEqual(['en', 'es']);
  });

  it('names what is missing, and a price under its cost', () => {
    expect(tourFaults(newContent('Rome'), null)).toEqual(['english', 'countries', 'stops', 'price']);
    expect(tourFaults(tour, null)).toEqual([]);
    expect(tourFaults(tour, 300_001)).toEqual(['below-cost']);
  });

  it('reckons the cost of one person and the margin of a price', () => {
    const lines = [
      { what: 'Hotel', per: 'person', amount: 10_000, currency: 'EUR' },
      { what: 'Coach', per: 'group', amount: 80_000, currency: 'AED' },
    ] as const;
    const inFils = ({ amount, currency }: { amount: number; currency: string }) => (currency === 'EUR' ? amount * 4 : amount);
    expect(costPerPerson({ people: 8, lines }, inFils)).toBe(50_000);
    expect(costPerPerson({ people: 8, lines: [] }, inFils)).toBeNull();
    expect(costPerPerson({ people: 8, lines }, () => null)).toBeNull();
    expect(marginOf(100_000, 75_000)).toEqual({ amount: 25_000, percent: 2500 });
  });

  it('tells value by value what changed', () => {
    expect(contentChanges({ a: [1, 2], b: 'x' }, { a: [1, 3], b: 'x', c: true })).toEqual([
      { path: ['a', '1'], before: '2', after: '3' },
      { path: ['c'], before: null, after: 'true' },
    ]);
  });

  it('is read from forms', () => {
    const form = new FormData();
    for (const [name, value] of [
      ['own', '1'],
      ['price', '2,450.50'],
      ['single', '450'],
      ['from-0', '12-18'],
      ['until-0', '01-04'],
      ['season-0', '2800'],
      ['from-1', ''],
      ['until-1', ''],
      ['season-1', ''],
      ['child', '60'],
      ['infant', '10'],
      ['offers-data', 'on'],
      ['extra-data', '65'],
    ])
      form.set(name!, value!);
    const { content: read, unread } = readTourPart('prices', form, tour);
    expect(unread).toEqual([]);
    expect(read.facts.price.amount).toBe(245_050);
    expect(read.facts.singleSupplement.amount).toBe(45_000);
    expect(read.terms).toEqual({
      seasons: [{ from: '12-18', until: '01-04', price: 280_000 }],
      tripleLess: 0,
      childPercent: 60,
      infantPercent: 10,
      extras: { transfer: null, 'day-room': null, data: 6500 },
    });
    expect([isDayOfYear('02-29'), isDayOfYear('04-31'), readAmount('1.234', 'AED'), readAmount('-4', 'AED')]).toEqual([
      false,
      false,
      null,
      null,
    ]);
    expect(slugOf('Café & Córdoba: 3 días')).toBe('cafe-cordoba-3-dias');
  });
});

describe('prices of a tour with terms of its own', () => {
  const terms = {
    seasons: [{ from: '12-18', until: '01-04', price: 400_000 }],
    tripleLess: 20_000,
    childPercent: 50,
    infantPercent: 0,
    extras: { transfer: null, 'day-room': 10_000, data: 6500 },
  };
  const price = money(300_000, 'AED');

  it('follow its seasons over New Year, and no season of the house', () => {
    const on = (day: string) => priceOnDay(price, 'europe', calendarDate(day), terms.seasons).amount;
    expect([on('2026-12-18'), on('2027-01-04'), on('2027-01-05'), on('2027-07-01')]).toEqual([400_000, 400_000, 300_000, 300_000]);
    expect(priceOnDay(price, 'europe', calendarDate('2027-07-01')).amount).toBe(327_000);
  });

  it('take less of grown-ups in a room of three, and ask only for extras that are offered', () => {
    const trip = {
      adults: 4,
      childAges: [8],
      rooms: { double: 0, twin: 0, triple: 1, single: 1 },
      extras: ['transfer', 'day-room'],
    } as const;
    const charges = holidayCharges({ tourId: 'rome', price, singleSupplement: money(50_000, 'AED'), terms, trip });
    expect(charges.map(({ code, travellers, each }) => [code, travellers, each.amount])).toEqual([
      ['rome/adult', [0], 300_000],
      ['rome/adult-in-three', [1, 2, 3], 280_000],
      ['rome/child', [4], 150_000],
      ['rome/infant', [], 0],
      ['single', [0], 50_000],
      ['day-room', [0, 1, 2, 3, 4], 10_000],
    ]);
  });
});

describe('a form of a tour', () => {
  const typed = (fields: Readonly<Record<string, string>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };
  const stop = { 'stop-name-0': 'Rome', 'stop-lat-0': '41.9', 'stop-lon-0': '12.5' };

  it('keeps nothing where a field cannot be read, and names it', () => {
    const before: TourContent = {
      ...whole(newContent('Rome')),
      costs: { people: 8, lines: [{ what: 'Guide', amount: 90_000, currency: 'AED', per: 'group' }] },
    };
    const unreadOf = (part: 'facts' | 'prices' | 'costs', fields: Readonly<Record<string, string>>) => {
      const { content, unread } = readTourPart(part, typed(fields), before);
      expect(content).toBe(before);
      return unread;
    };
    for (const price of ['abc', '-5', '999999999', '']) expect(unreadOf('prices', { price, single: '100' })).toEqual(['price']);
    const own = { own: 'on', price: '100' };
    expect(unreadOf('prices', { ...own, 'offers-data': 'on', 'extra-data': 'sixty' })).toEqual(['extra-data']);
    expect(unreadOf('prices', { ...own, tripleLess: '1.005', child: '101' })).toEqual(['tripleLess', 'child']);
    expect(unreadOf('prices', { ...own, 'from-1': '02-30', 'until-1': '03-01', 'season-1': '' })).toEqual(['from-1', 'season-1']);
    for (const amount of ['-3', '100.555', '']) expect(unreadOf('costs', { 'what-0': 'Guide', 'amount-0': amount })).toEqual(['amount-0']);
    expect(unreadOf('facts', { ...stop, 'stop-lat-0': '95' })).toEqual(['stop-lat-0']);
    expect(unreadOf('facts', { ...stop, 'stop-name-1': '', 'stop-lat-1': '1' })).toEqual(['stop-name-1']);
    expect(unreadOf('facts', { ...stop, stars: '9' })).toEqual(['stars']);
    expect(unreadOf('facts', { ...stop, 'country-0': 'Emirates', 'country-1': 'QQ' })).toEqual(['country-0', 'country-1']);
    expect(unreadOf('facts', { ...stop, 'country-0': 'IT', 'country-1': '', 'country-2': 'XX' })).toEqual(['country-2']);
  });

  it('takes a blank row for no row', () => {
    const before = newContent('Rome');
    const blank = { 'from-0': '', 'until-0': '', 'season-0': '', 'what-0': ' ', 'amount-0': '', 'currency-0': 'AED', 'per-0': 'person' };
    const prices = readTourPart('prices', typed({ own: 'on', price: '100', ...blank }), before);
    expect([prices.unread, prices.content.terms!.seasons]).toEqual([[], []]);
    const costs = readTourPart('costs', typed(blank), before);
    expect([costs.unread, costs.content.costs.lines]).toEqual([[], []]);
    const facts = readTourPart('facts', typed({ ...stop, 'stop-name-1': '', 'stop-nights-1': '0' }), before);
    expect([facts.unread, facts.content.facts.stops.map(({ key }) => key)]).toEqual([[], ['rome']]);
  });
});

describe('the departures of all tours', () => {
  it('are those of the rule and those the desk has touched, with what is sold, guaranteed and at risk', async () => {
    const today = todayAtDesk(platform);
    const tour = (await findTourAsSold(platform.db, italy, 'en'))!;
    const [first, second] = departuresOf(tour.departures, today, 2) as [CalendarDate, CalendarDate];
    const near = addDays(today, 3);
    await transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      await openDepartures(tx, now, tour, [first, second, near]);
      await saveDeparture(tx, now, { tourId: italy, setsOff: first }, { guaranteedAt: new Date(now), priceAmount: 123_400 });
      await saveDeparture(tx, now, { tourId: italy, setsOff: second }, { cancelledAt: new Date(now) });
      await tx.execute(sql`
        insert into pools (key, capacity, held, allocated, created_at) values (${poolKeyOf(italy, near)}, ${tour.groupSize}, 0, 1, now())`);
    });
    const rows = await readDepartures(platform, 'en');
    const of = (setsOff: CalendarDate) => rows.find((row) => row.tourId === italy && row.setsOff === setsOff);
    expect(of(first)).toMatchObject({ guaranteed: true, price: money(123_400, 'AED'), sold: 0, left: tour.groupSize, state: 'open' });
    expect(of(second)).toMatchObject({ state: 'cancelled', atRisk: false });
    // Too near to be sold, and somebody is on it: nobody may overlook it.
    expect(of(near)).toMatchObject({ sold: 1, left: tour.groupSize - 1, atRisk: true });
    const asked = (query: string) => {
      const view = readListView(departureList, new URLSearchParams(query));
      return cutShortList(departureList, rows, view, { language: 'en' });
    };
    expect(asked('queue=risk').rows.map(({ setsOff }) => setsOff)).toEqual([near]);
    expect(asked('sale=some').rows).toHaveLength(1);
    expect(asked(`queue=guaranteed&month=${first.slice(0, 7)}`).rows.map(({ setsOff }) => setsOff)).toEqual([first]);
    expect(new Set(asked('find=portugal').rows.map(({ tourId }) => tourId))).toEqual(new Set(['best-of-portugal']));
  });
});
