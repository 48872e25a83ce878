import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visitOf } from '#app/commerce/traffic/visit-rules.ts';
import { formatResultsAddress, readResultsAddress } from './results-address.ts';

const read = (query: string) => readResultsAddress(new URLSearchParams(query));

describe('the address of the results page', () => {
  test('reads filters, order, page and choices', () => {
    expect(
      read(
        'stops=0&stops=1&max=4200&leaves=morning&airline=EK&airline=FZ&via=BAH&wait=4&bag=1&refund=1&nights=1&sort=cheapest&page=2&out=EK332-20261205&compare=FZ1-20261205',
      ),
    ).toEqual({
      filter: {
        stops: [0, 1],
        maxPrice: 420_000,
        departs: { from: 360, to: 719 },
        airlines: ['EK', 'FZ'],
        via: ['BAH'],
        layover: { from: 0, to: 240 },
        checkedBag: true,
        refundable: true,
        noOvernight: true,
      },
      sort: 'cheapest',
      page: 2,
      chosen: ['EK332-20261205'],
      why: null,
      compare: ['FZ1-20261205'],
      view: 'list',
      month: null,
      passport: null,
    });
  });

  test('leaves out what makes no sense instead of failing', () => {
    const plain = read('');
    for (const query of [
      'stops=7',
      'max=-1',
      'max=1e9',
      'leaves=toString',
      'airline=%00',
      'sort=constructor',
      'page=0',
      'page=-3',
      'out=../../etc',
      'compare=<b>',
      'view=year',
      'month=2026-13',
      'bag=yes please',
    ]) {
      expect(read(query), query).toEqual(plain);
    }
  });

  test('compares four at most', () => {
    expect(read([1, 2, 3, 4, 5].map((number) => `compare=EK${number}-20261205`).join('&')).compare).toHaveLength(4);
  });

  test('reads back what it wrote, and never throws', () => {
    const names = [
      'stops',
      'max',
      'leaves',
      'lands',
      'airline',
      'via',
      'wait',
      'hours',
      'bag',
      'sort',
      'page',
      'out',
      'why',
      'view',
      'month',
      'transit',
      'passport',
    ];
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('0', '1', '2', 'night', 'EK', 'BAH', 'EK332-20261205', 'cheapest', '2027-02', 'month', 'PK.AE'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value)), (pairs) => {
        const address = readResultsAddress(new URLSearchParams(pairs));
        expect(readResultsAddress(formatResultsAddress(address))).toEqual(address);
      }),
    );
  });
});

test('writes nothing beside a search that would be counted as another search', () => {
  const asked =
    'stops=0&max=900&leaves=morning&lands=evening&airline=EK&alliance=star&at=DXB&into=LHR&via=DOH&wait=3&hours=9&bag=1&refund=1&change=1' +
    '&aircraft=388&nights=1&same=1&transit=1&passport=PH-AE&sort=cheapest&page=2&out=EK1-2026-12-05&why=EK1-2026-12-05&compare=EK1-2026-12-05' +
    '&view=month&month=2026-12';
  const search = 'from=DXB&to=LHR&depart=2026-12-05&adults=1';
  expect(visitOf('/flight-search-results', `?${search}`)?.step).toBe('search');
  const names = new Set([
    ...formatResultsAddress(readResultsAddress(new URLSearchParams(asked))).keys(),
    ...new URLSearchParams(asked).keys(),
  ]);
  expect(names.size).toBeGreaterThan(20);
  for (const name of [...names, 'patient', 'gone', 'prices'])
    expect([name, visitOf('/flight-search-results', `?${search}&${name}=1`)]).toEqual([name, null]);
  // Words of other lists that ask for something new.
  expect(visitOf('/staycations', '?city=dubai&nights=2')?.step).toBe('search');
});
