import { describe, expect, test } from 'vitest';
import { groupTrips } from './group-trips.ts';
import type { DescribedPlace } from './order-description.ts';

const order = (name: string, where: DescribedPlace, departsAt: string, returnsAt: string) => ({
  name,
  departsAt: `${departsAt}:00Z`,
  returnsAt: `${returnsAt}:00Z`,
  description: { where },
});
const countryOf: Readonly<Record<string, string>> = {
  Dubai: 'AE',
  Manila: 'PH',
  Cebu: 'PH',
  London: 'GB',
  Paris: 'FR',
  Malé: 'MV',
  Moscow: 'RU',
  Riyadh: 'SA',
  Jeddah: 'SA',
  Dammam: 'SA',
};
const flight = (from: string, to: string): DescribedPlace => ({
  countries: [countryOf[to]!],
  city: to,
  setsOff: { city: from, country: countryOf[from]! },
  permit: false,
});
const stay = (city: string, country = 'AE'): DescribedPlace => ({ countries: [country], city, setsOff: null, permit: false });
const outing = stay;
const tour = (...countries: string[]): DescribedPlace => ({ countries, city: null, setsOff: null, permit: false });
const visa = (country: string): DescribedPlace => ({ countries: [country], city: null, setsOff: null, permit: true });

const now = Date.parse('2026-11-23T07:42:00Z');
const names = (...orders: ReturnType<typeof order>[]) => groupTrips(orders, now).map((trip) => trip.orders.map(({ name }) => name));

describe('orders are one trip', () => {
  test('when one flies on from where the other landed, within a day', () => {
    expect(
      names(
        order('out', flight('Dubai', 'Manila'), '2026-12-01T08:00', '2026-12-01T14:00'),
        order('back', flight('Cebu', 'Dubai'), '2026-12-02T10:00', '2026-12-02T16:00'),
        order('later', flight('Manila', 'Dubai'), '2026-12-05T10:00', '2026-12-05T16:00'),
      ),
    ).toEqual([['out', 'back'], ['later']]);
  });

  test('when they go to the same country: a flight, a hotel, an outing, a tour and the visa for it', () => {
    expect(
      names(
        order('visa', visa('PH'), '2026-12-01T00:00', '2026-12-31T00:00'),
        order('flight', flight('Dubai', 'Manila'), '2026-12-01T08:00', '2026-12-01T14:00'),
        order('hotel', stay('Makati', 'PH'), '2026-12-01T16:00', '2026-12-03T09:00'),
        order('outing', outing('Tagaytay', 'PH'), '2026-12-03T10:00', '2026-12-03T14:00'),
        order('tour', tour('PH', 'MY'), '2026-12-04T08:00', '2026-12-09T12:00'),
      ),
    ).toEqual([['visa', 'flight', 'hotel', 'outing', 'tour']]);
  });

  test('when two book the same journey apart', () => {
    expect(
      names(
        order('hers', flight('Dubai', 'London'), '2026-12-01T08:00', '2026-12-08T14:00'),
        order('his', flight('Dubai', 'London'), '2026-12-01T12:00', '2026-12-08T18:00'),
      ),
    ).toEqual([['hers', 'his']]);
  });

  test('when they share a night, wherever that is', () => {
    expect(
      names(
        order('journey', flight('Dubai', 'London'), '2026-12-01T08:00', '2026-12-10T14:00'),
        order('detour', stay('Montmartre', 'FR'), '2026-12-04T14:00', '2026-12-06T09:00'),
        order('tailor-made', tour(), '2026-12-07T08:00', '2026-12-09T09:00'),
      ),
    ).toEqual([['journey', 'detour', 'tailor-made']]);
  });

  test('when a visitor flies on after a stay in the city of their landing', () => {
    expect(
      names(
        order('in', flight('Moscow', 'Dubai'), '2026-12-01T08:00', '2026-12-01T14:00'),
        order('stay', stay('Palm Jumeirah'), '2026-12-01T16:00', '2026-12-04T08:00'),
        order('on', flight('Dubai', 'Malé'), '2026-12-04T18:00', '2026-12-04T22:00'),
      ),
    ).toEqual([['in', 'stay', 'on']]);
  });

  test('when a later one joins two that stood alone until then', () => {
    expect(
      names(
        order('tour', tour('IT'), '2026-12-01T08:00', '2026-12-02T20:00'),
        order('hotel', stay('Nice', 'FR'), '2026-12-03T08:00', '2026-12-04T09:00'),
        order('both', tour('IT', 'FR'), '2026-12-03T12:00', '2026-12-03T18:00'),
      ),
    ).toEqual([['tour', 'hotel', 'both']]);
  });

  test('when they are flown within one country, one on from the other', () => {
    expect(
      names(
        order('out', flight('Riyadh', 'Jeddah'), '2026-12-01T08:00', '2026-12-01T10:00'),
        order('hotel', stay('Al Hamra', 'SA'), '2026-12-01T12:00', '2026-12-02T09:00'),
        order('back', flight('Jeddah', 'Riyadh'), '2026-12-02T12:00', '2026-12-02T14:00'),
      ),
    ).toEqual([['out', 'hotel', 'back']]);
  });
});

describe('orders are trips of their own', () => {
  test('when all they have in common is a day', () => {
    expect(
      names(
        order('safari', outing('Dubai'), '2026-12-01T05:00', '2026-12-01T09:00'),
        order('flight', flight('Dubai', 'London'), '2026-12-01T14:00', '2026-12-08T21:00'),
        order('dive', outing('Fujairah'), '2026-12-01T06:00', '2026-12-01T10:00'),
      ),
    ).toEqual([['safari'], ['dive'], ['flight']]);
  });

  test('when one begins at home on the day that another comes home', () => {
    expect(
      names(
        order('out', flight('Dubai', 'Manila'), '2026-12-01T08:00', '2026-12-01T14:00'),
        order('back', flight('Manila', 'Dubai'), '2026-12-02T10:00', '2026-12-02T16:00'),
        order('safari', outing('Dubai'), '2026-12-02T18:00', '2026-12-02T19:00'),
        order('next', flight('Dubai', 'London'), '2026-12-03T08:00', '2026-12-07T14:00'),
      ),
    ).toEqual([['out', 'back'], ['safari'], ['next']]);
  });

  test('when somebody else leaves home while one lasts, by night too', () => {
    expect(
      names(
        order('hers', flight('Dubai', 'London'), '2026-12-01T18:00', '2026-12-02T02:00'),
        order('mothers', flight('Dubai', 'Manila'), '2026-12-01T19:00', '2026-12-09T14:00'),
        order('cousins', flight('Riyadh', 'Dammam'), '2026-12-10T08:00', '2026-12-10T09:00'),
        order('uncles', flight('Riyadh', 'Jeddah'), '2026-12-10T09:00', '2026-12-10T10:00'),
      ),
    ).toEqual([['hers'], ['mothers'], ['cousins'], ['uncles']]);
  });

  test('when one is a visa for another country, whose time covers the days of the other', () => {
    expect(
      names(
        order('visa', visa('IN'), '2026-12-01T00:00', '2026-12-31T00:00'),
        order('flight', flight('Dubai', 'Manila'), '2026-12-05T08:00', '2026-12-12T14:00'),
      ),
    ).toEqual([['visa'], ['flight']]);
  });

  test('when nobody wrote down where they are, and they share no night', () => {
    expect(
      names(
        order('tailor-made', tour(), '2026-12-01T08:00', '2026-12-03T09:00'),
        order('another', tour(), '2026-12-03T12:00', '2026-12-05T09:00'),
      ),
    ).toEqual([['tailor-made'], ['another']]);
  });
});

test('shows the nearest coming trip first and the latest past one before older ones', () => {
  expect(
    names(
      order('old', tour('IT'), '2025-01-01T08:00', '2025-01-09T08:00'),
      order('recent', tour('IT'), '2026-10-01T08:00', '2026-10-09T08:00'),
      order('far', tour('IT'), '2027-03-01T08:00', '2027-03-09T08:00'),
      order('near', tour('IT'), '2026-12-01T08:00', '2026-12-09T08:00'),
    ),
  ).toEqual([['near'], ['far'], ['recent'], ['old']]);
});

test('is not past while it lasts', () => {
  expect(groupTrips([order('now', tour('IT'), '2026-11-20T08:00', '2026-11-25T08:00')], now)[0]!.past).toBe(false);
});

describe('a visa', () => {
  const until = '2027-01-30T00:00';
  const spans = (...orders: ReturnType<typeof order>[]) => groupTrips(orders, now).map(({ startsAt, endsAt }) => [startsAt, endsAt]);

  test('makes no trip longer that it is for: it lasts from the first journey to the last return', () => {
    expect(
      spans(
        order('visa', visa('PH'), '2026-11-28T00:00', until),
        order('flight', flight('Dubai', 'Manila'), '2026-12-01T08:00', '2026-12-01T14:00'),
        order('hotel', stay('Makati', 'PH'), '2026-12-01T16:00', '2026-12-03T09:00'),
      ),
    ).toEqual([['2026-12-01T08:00:00.000Z', '2026-12-03T09:00:00.000Z']]);
  });

  test('keeps no trip from being past when everybody is home', () => {
    const [home] = groupTrips(
      [
        order('visa', visa('PH'), '2026-11-01T00:00', until),
        order('flight', flight('Dubai', 'Manila'), '2026-11-02T08:00', '2026-11-09T14:00'),
      ],
      now,
    );
    expect([home!.past, home!.orders.length]).toEqual([true, 2]);
  });

  test('joins no two journeys to its country: it goes with the first while it is good', () => {
    expect(
      names(
        order('before', flight('Dubai', 'Manila'), '2026-11-24T08:00', '2026-11-30T14:00'),
        order('visa', visa('PH'), '2026-12-01T00:00', until),
        order('first', flight('Dubai', 'Cebu'), '2026-12-04T08:00', '2026-12-09T14:00'),
        order('second', flight('Dubai', 'Manila'), '2027-01-04T08:00', '2027-01-09T14:00'),
      ),
    ).toEqual([['before'], ['visa', 'first'], ['second']]);
  });

  test('goes with each of two who took theirs apart for one journey', () => {
    expect(
      names(
        order('hers', visa('PH'), '2026-12-01T00:00', until),
        order('flight', flight('Dubai', 'Manila'), '2026-12-02T08:00', '2026-12-09T14:00'),
        order('his', visa('PH'), '2026-12-02T00:00', until),
      ),
    ).toEqual([['hers', 'his', 'flight']]);
  });

  test('goes with a landing on the evening before the day that it was asked for', () => {
    expect(
      names(
        order('flight', flight('Dubai', 'Manila'), '2026-11-30T08:00', '2026-11-30T14:00'),
        order('visa', visa('PH'), '2026-12-01T00:00', until),
        order('back', flight('Manila', 'Dubai'), '2026-12-05T08:00', '2026-12-05T14:00'),
      ),
    ).toEqual([['flight', 'visa'], ['back']]);
  });

  test('does not go with another of a different country, and is one trip with another of the same', () => {
    expect(
      names(
        order('hers', visa('PH'), '2026-12-01T00:00', until),
        order('his', visa('PH'), '2026-12-02T00:00', until),
        order('other', visa('IN'), '2026-12-03T00:00', until),
      ),
    ).toEqual([['hers', 'his'], ['other']]);
  });

  test('that nothing is booked for yet is a trip as long as it is good', () => {
    expect(spans(order('visa', visa('PH'), '2026-12-01T00:00', until))).toEqual([['2026-12-01T00:00:00.000Z', '2027-01-30T00:00:00.000Z']]);
  });
});
