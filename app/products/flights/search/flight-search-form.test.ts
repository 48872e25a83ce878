import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '#app/values/dates.ts';
import { applyStep, checkSearch, fieldsOf, formatSearch, readSearchFields, type SearchWorld, groupPath } from './flight-search-form.ts';
import type { FlightSearch } from '../offer.ts';

const today = calendarDate('2026-11-23');
const cities: Record<string, string> = { DXB: 'DXB', DWC: 'DXB', LHR: 'LON', LGW: 'LON', LON: 'LON', MNL: 'MNL', IST: 'IST', GRU: 'SAO' };

const world: SearchWorld = {
  resolve(typed) {
    const code = typed.toUpperCase();
    if (cities[code]) return { kind: 'found', place: { code, city: cities[code] } };
    if (code === 'SAN JOSE') return { kind: 'ambiguous', options: ['SJC', 'SJO'] };
    return { kind: 'unknown' };
  },
  todayAt: () => today,
};

const check = (query: string) => checkSearch(readSearchFields(new URLSearchParams(query)), world);
const errorsOf = (query: string) => {
  const checked = check(query);
  return checked.ok ? {} : Object.fromEntries(Object.entries(checked.errors).map(([name, error]) => [name, error.code]));
};
const good = 'from=DXB&to=MNL&depart=2026-12-05&adults=1';

describe('a flight search in the address', () => {
  test('reads a return for a family', () => {
    const checked = check(
      'from=dxb&to=LON&depart=2026-12-05&return=2026-12-19&adults=2&children=2&ages=4,9&infants=1&cabin=business&flex=1&nearby=on&bags=1',
    );
    expect(checked).toEqual({
      ok: true,
      search: {
        slices: [
          { from: 'DXB', to: 'LON', date: '2026-12-05', flexDays: 3, nearby: true },
          { from: 'LON', to: 'DXB', date: '2026-12-19', flexDays: 3, nearby: true },
        ],
        passengers: { adults: 2, children: 2, infants: 1, childAges: [4, 9] },
        cabin: 'business',
        maxStops: 2,
        bags: true,
      },
    });
  });

  test('reads six legs and leaves out blank ones between', () => {
    const checked = check(
      'trip=multi&from1=DXB&to1=MNL&date1=2026-12-01&from3=MNL&to3=IST&date3=2026-12-09&from6=IST&to6=GRU&date6=2026-12-20&adults=1',
    );
    expect(checked.ok && checked.search.slices.map((slice) => `${slice.from}-${slice.to}`)).toEqual(['DXB-MNL', 'MNL-IST', 'IST-GRU']);
  });

  test('ignores unknown keys and takes the first of a repeated one', () => {
    const checked = check(`${good}&adults=7&utm_source=x&__proto__=1&constructor=2&from=LHR`);
    expect(checked.ok && [checked.search.passengers.adults, checked.search.slices[0]!.from]).toEqual([1, 'DXB']);
  });

  test('forgets ages beyond the number of children, as the form leaves them behind', () => {
    const checked = check(`${good}&children=1&ages=4&ages=9`);
    expect(checked.ok && checked.search.passengers.childAges).toEqual([4]);
  });

  test.each([
    ['from=&to=MNL&depart=2026-12-05', { from: 'place-missing' }],
    ['from=ZZZ&to=MNL&depart=2026-12-05', { from: 'place-unknown' }],
    ['from=DXB&to=san jose&depart=2026-12-05', { to: 'place-ambiguous' }],
    ['from=DXB&to=DXB&depart=2026-12-05', { to: 'same-city' }],
    ['from=LHR&to=LGW&depart=2026-12-05', { to: 'same-city' }],
    ['from=DXB&to=MNL', { depart: 'date-missing' }],
    ['from=DXB&to=MNL&depart=2027-02-29', { depart: 'date-impossible' }],
    ['from=DXB&to=MNL&depart=05/12/2026', { depart: 'date-impossible' }],
    ['from=DXB&to=MNL&depart=2026-11-22', { depart: 'date-past' }],
    [`from=DXB&to=MNL&depart=${addDays(today, 331)}`, { depart: 'date-too-far' }],
    ['from=DXB&to=MNL&depart=2026-12-05&return=2026-12-04', { return: 'return-before-departure' }],
    ['trip=return&from=DXB&to=MNL&depart=2026-12-05', { return: 'return-missing' }],
    ['trip=multi&from=DXB&to=MNL&depart=2026-12-05&from2=MNL&to2=IST&date2=2026-12-04', { date2: 'leg-before-previous' }],
    ['trip=multi&from=DXB&to=MNL&depart=2026-12-05&to2=IST', { from2: 'place-missing', date2: 'date-missing' }],
    [`${good.replace('adults=1', 'adults=0')}`, { adults: 'no-passengers' }],
    [`${good.replace('adults=1', 'adults=0')}&children=1`, { adults: 'child-needs-adult' }],
    [`${good.replace('adults=1', 'adults=7')}&children=3`, { adults: 'too-many-seats' }],
    [`${good.replace('adults=1', 'adults=-1')}`, { adults: 'count-not-a-number' }],
    [`${good.replace('adults=1', 'adults=1e3')}`, { adults: 'count-not-a-number' }],
    [`${good}&infants=2`, { infants: 'infants-over-adults' }],
    [`${good}&children=2&ages=4`, { ages: 'ages-missing' }],
    [`${good}&children=1&ages=12`, { ages: 'age-not-child' }],
    [`${good}&children=1&ages=four`, { ages: 'age-not-a-number' }],
    [`${good}&cabin=roof`, { cabin: 'cabin-unknown' }],
  ])('says what is wrong with %s', (query, errors) => {
    expect(errorsOf(query)).toEqual(errors);
  });

  test('finds all faults at once and keeps what was typed', () => {
    expect(errorsOf('trip=return&from=Atlantis&to=DXB&depart=2020-01-01&return=x&adults=1&infants=3')).toEqual({
      from: 'place-unknown',
      depart: 'date-past',
      return: 'date-impossible',
      infants: 'infants-over-adults',
    });
    expect(readSearchFields(new URLSearchParams('from=Atlantis&return=x')).legs[0]!.from).toBe('Atlantis');
  });

  test('reads dates, counts and ages in the digits of an Arabic keyboard', () => {
    const checked = check('from=DXB&to=MNL&depart=٢٠٢٦-١٢-٠٥&adults=٢&children=١&ages=٤');
    expect(checked.ok && checked.search).toMatchObject({
      slices: [{ date: '2026-12-05' }],
      passengers: { adults: 2, children: 1, childAges: [4] },
    });
  });

  test('accepts the last day of sale and today', () => {
    expect(errorsOf(`from=DXB&to=MNL&depart=${today}`)).toEqual({});
    expect(errorsOf(`from=DXB&to=MNL&depart=${addDays(today, 330)}`)).toEqual({});
  });

  test('never throws, whatever stands in the address', () => {
    const key = fc.constantFrom(
      'trip',
      'from',
      'to',
      'depart',
      'return',
      'from2',
      'to2',
      'date2',
      'adults',
      'children',
      'infants',
      'ages',
      'cabin',
      'flex',
    );
    const value = fc.oneof(fc.string(), fc.constantFrom('DXB', 'MNL', '2026-12-05', '9999-99-99', '-0', '٣', '__proto__', '1'));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 20 }), (pairs) => {
        const checked = checkSearch(readSearchFields(new URLSearchParams(pairs)), world);
        expect(checked.ok || Object.keys(checked.errors).length > 0).toBe(true);
      }),
    );
  });

  test('writes an address that reads back as the same search', () => {
    const code = fc.constantFrom('DXB', 'LHR', 'MNL', 'IST', 'GRU');
    const pair = fc.tuple(code, code).filter(([from, to]) => from !== to);
    const search: fc.Arbitrary<FlightSearch> = fc
      .record({
        pairs: fc.array(pair, { minLength: 1, maxLength: 6 }),
        adults: fc.integer({ min: 1, max: 5 }),
        ages: fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 4 }),
        cabin: fc.constantFrom('economy' as const, 'first' as const),
        direct: fc.boolean(),
        flex: fc.boolean(),
      })
      .map(({ pairs, adults, ages, cabin, direct, flex }) => ({
        slices: pairs.map(([from, to], index) => ({ from, to, date: addDays(today, index), ...(flex ? { flexDays: 3 as const } : {}) })),
        passengers: { adults, children: ages.length, infants: 0, ...(ages.length > 0 ? { childAges: ages } : {}) },
        cabin,
        maxStops: direct ? 0 : 2,
      }));
    fc.assert(
      fc.property(search, (value) => {
        expect(checkSearch(fieldsOf(value), world)).toEqual({ ok: true, search: value });
        expect(formatSearch(value).toString()).toBe(new URLSearchParams(formatSearch(value)).toString());
      }),
    );
  });
});

describe('the buttons of the form without a script', () => {
  const fields = readSearchFields(new URLSearchParams(good));

  test('swap the two places', () => {
    expect(applyStep(fields, 'swap').legs[0]).toMatchObject({ from: 'MNL', to: 'DXB' });
  });

  test('add a flight from where the last one landed, up to six', () => {
    const two = applyStep(fields, 'add-leg');
    expect([two.trip, two.legs.length, two.legs[1]!.from]).toEqual(['multi', 3, 'MNL']);
    let many = two;
    for (let index = 0; index < 9; index += 1) many = applyStep(many, 'add-leg');
    expect(many.legs).toHaveLength(6);
  });

  test('take the last flight away, and ignore a step nobody offered', () => {
    expect(applyStep(applyStep(fields, 'add-leg'), 'remove-leg').legs).toHaveLength(2);
    expect(applyStep(fields, 'format-disk')).toBe(fields);
  });
});

test('a group that is too large for a booking is asked about with what was typed', () => {
  const party = readSearchFields(new URLSearchParams('from=DXB&to=MNL&depart=2027-01-10&adults=12&children=3&infants=1&cabin=business'));
  expect(groupPath(party, {})).toContain('adults=12&children=3&infants=1&cabin=business');
  const fields = readSearchFields(new URLSearchParams('from=DXB&to=MNL&depart=2027-01-10&return=2027-01-20&adults=12&children=0'));
  expect(groupPath(fields, { DXB: 'Dubai (DXB)' })).toBe(
    '/contact?about=group&from=Dubai+%28DXB%29&to=MNL&startsOn=2027-01-10&endsOn=2027-01-20&adults=12&cabin=economy',
  );
});
