import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
