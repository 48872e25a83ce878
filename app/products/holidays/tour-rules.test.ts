import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { nightPlaces } from './night-places.ts';
import { balanceDue, cancellationSteps, depositOf } from './tour-cancellation-rules.ts';
import { formatTourSearch, holidaysAddress, readTourSearch } from './tour-search-form.ts';

const price = money(645_000, 'AED');
const departure = calendarDate('2027-03-06');

describe('cancelling a tour', () => {
  test('costs nothing, the deposit, half and all, in steps that follow each other without a gap', () => {
    const steps = cancellationSteps(departure, calendarDate('2026-11-23'), price, 20);
    expect(steps.map(({ from, until, lose, amount }) => [from, until, lose, amount.amount])).toEqual([
      [null, '2027-01-20', 'nothing', 0],
      ['2027-01-21', '2027-02-04', 'deposit', 129_000],
      ['2027-02-05', '2027-02-19', 'half', 322_500],
      ['2027-02-20', null, 'all', 645_000],
    ]);
    expect(balanceDue(departure)).toBe('2027-02-04');
    expect(depositOf(price, 20)).toEqual(money(129_000, 'AED'));
  });

  test('shows no step that is over', () => {
    const steps = cancellationSteps(departure, calendarDate('2027-02-10'), price, 20);
    expect(steps.map((step) => step.lose)).toEqual(['half', 'all']);
  });
});

describe('nights', () => {
  test('are placed along the route, or nowhere when the stops do not account for all of them', () => {
    expect(nightPlaces([{ nights: 2 }, { nights: 0 }, { nights: 1 }], 3)).toEqual([0, 0, 2]);
    expect(nightPlaces([{ nights: 2 }], 3)).toEqual([null, null, null]);
  });
});

describe('the address of a list', () => {
  test('leaves out what makes no sense', () => {
    const read = readTourSearch(
      new URLSearchParams(
        'q=++&region=mars&region=asia&country=xx1&country=jp&month=2027-13&length=forever&budget=-1&style=nude&group=all&sort=up&page=0',
      ),
    );
    expect(read).toEqual({ filter: { regions: ['asia'], countries: ['JP'] }, order: 'house', page: 1 });
    expect(holidaysAddress({})).toBe('/holidays');
  });

  test('reads back as it was written, whatever it was read from', () => {
    const name = fc.constantFrom('q', 'region', 'country', 'month', 'length', 'budget', 'style', 'group', 'sort', 'page');
    const value = fc.oneof(
      fc.constantFrom('asia', 'europe', 'JP', '2027-03', 'week', '6000', 'rail', 'family', 'private', 'price', '3', 'كيوتو'),
      fc.string({ maxLength: 100 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), (pairs) => {
        const params = new URLSearchParams();
        for (const [key, content] of pairs) params.append(key, content.toWellFormed());
        const once = readTourSearch(params);
        expect(readTourSearch(new URLSearchParams(formatTourSearch(once)))).toEqual(once);
      }),
    );
  });
});
