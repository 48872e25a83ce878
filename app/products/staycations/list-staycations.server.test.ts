import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { narrowed } from '#app/values/narrow-list.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { stayFacetsOf, stayTests } from './filter-staycations.ts';
import { listStaycations } from './list-staycations.server.ts';
import { loadStaycations } from './load-staycations.server.ts';
import { readStaySearch, stayListAddress, stayPlanFaults } from './stay-search-form.ts';
import { findStaycation } from './staycations-store.server.ts';

const platform = await openTestPlatform();
const files = readCatalogueFiles('staycations');
const today = calendarDate('2026-11-23');

describe('the stays in the database', () => {
  it('are loaded once, and again only when asked to replace', async () => {
    expect(await loadStaycations(platform, files, { replace: false })).toBe(files.length);
    expect(await loadStaycations(platform, files, { replace: false })).toBe(0);
    expect(await loadStaycations(platform, files, { replace: true })).toBe(files.length);
  });

  it('open with rooms and words as they were written', async () => {
    const [first] = files;
    const found = await findStaycation(platform.db, first!.id, 'es');
    // What is paid at a house is written at the desk: the catalogue knows nothing of it.
    expect(found!.words).toEqual({ ...(first!.words as Record<string, object>)['es'], children: '', atHotel: {} });
    expect(found!.rooms.map((room) => room.key)).toEqual((first!.facts as { rooms: { key: string }[] }).rooms.map((room) => room.key));
    expect(await findStaycation(platform.db, 'no-such', 'es')).toBeNull();
  });

  it('are priced for the party and the nights, cheapest fitting room', async () => {
    const couple = await listStaycations(platform, 'en');
    const family = await listStaycations(platform, 'en', { arrival: null, nights: 3, party: { adults: 2, childAges: [14, 5] } });
    expect(couple.length).toBe(files.length);
    for (const stay of family) {
      const alone = couple.find((other) => other.id === stay.id)!;
      expect(stay.best.total.amount).toBe(stay.best.night.amount * 3);
      expect(stay.best.night.amount).toBeGreaterThanOrEqual(alone.best.night.amount);
    }
  });

  it('are counted as a click would narrow them', async () => {
    const all = await listStaycations(platform, 'en');
    const facets = stayFacetsOf(all, { beach: true });
    for (const { value, count } of facets.areas) expect(narrowed(stayTests, all, { beach: true, area: value })).toHaveLength(count);
    expect(facets.flags.find(({ value }) => value === 'pets')!.count).toBe(all.filter((stay) => stay.beach && stay.pets).length);
  });
});

describe('the address of the stays', () => {
  const read = (query: string) => readStaySearch(new URLSearchParams(query), today);

  it('is read back as it was written', () => {
    const search = read(
      'q=sea&where=fujairah&date=2026-12-10&nights=3&adults=3&ages=4,+9&kind=beach&board=half-board&max=900&pool=1&sort=price&page=2',
    );
    expect(search.party).toEqual({ adults: 3, childAges: [4, 9] });
    expect(read(stayListAddress(search).split('?')[1]!)).toEqual(search);
  });

  it('takes a country or an area as the place', () => {
    expect(read('where=OM').filter).toEqual({ country: 'OM' });
    expect(read('where=hatta').filter).toEqual({ area: 'hatta' });
  });

  it('leaves out what makes no sense', () => {
    expect(read('where=../x&date=2020-01-01&nights=0&adults=99&ages=40,-1,x&kind=moon&max=0.5&page=0')).toEqual({
      arrival: null,
      nights: 2,
      party: { adults: 2, childAges: [1] },
      filter: {},
      order: 'near',
      page: 1,
    });
    expect(read('ages=%D9%A4+%D9%A9').party.childAges).toEqual([4, 9]);
  });

  it('names what it could not read, so that nobody is told the price of another stay', () => {
    const faults = (query: string) => stayPlanFaults(new URLSearchParams(query), today);
    expect(faults('date=2026-12-10&nights=3&adults=3&ages=4,+9')).toEqual([]);
    expect(faults('date=&nights=&adults=&ages=')).toEqual([]);
    expect(faults('ages=%D9%A4%D8%8C+%D9%A9')).toEqual([]);
    expect(faults('date=2020-01-01&nights=0&adults=99&ages=40')).toEqual(['past', 'nights', 'adults', 'ages']);
    expect(faults('date=2026-13-45&nights=999')).toEqual(['date', 'nights']);
    for (const ages of ['4,20', 'abc', '-1', '1,2,3,4,5,6,7']) expect(faults(`ages=${ages}`)).toEqual(['ages']);
  });
});
