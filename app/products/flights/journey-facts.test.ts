import { expect, test } from 'vitest';
import { journeyFacts } from './journey-facts.ts';
import type { Layover, Offer, Segment } from './offer.ts';
import { anOffer } from './offer-testing.ts';

const countries: Readonly<Record<string, string>> = { DXB: 'AE', LHR: 'GB', LGW: 'GB', MAN: 'GB', JFK: 'US' };

const staysWith = (layover: Partial<Layover>, to: string) => factsWith(layover, to).stays;

function factsWith(layover: Partial<Layover>, to: string) {
  const offer = anOffer();
  const first = offer.slices[0]!.segments[0]!;
  const next: Segment = {
    ...first,
    flight: 'VS3',
    from: layover.departsFrom ?? 'LHR',
    to,
    departs: { local: '2026-12-06T09:00', utc: '2026-12-06T09:00:00Z', zone: 'Europe/London' },
    arrives: { local: '2026-12-06T12:00', utc: '2026-12-06T17:00:00Z', zone: 'America/New_York' },
  };
  const ground: Layover = {
    airport: 'LHR',
    departsFrom: 'LHR',
    minutes: 1295,
    grade: 'long',
    overnight: true,
    airportChange: false,
    terminalChange: false,
    selfTransfer: false,
    ...layover,
  };
  const connecting: Offer = { ...offer, slices: [{ ...offer.slices[0]!, to, segments: [first, next], layovers: [ground] }] };
  return journeyFacts([connecting], ['adult'], (airport) => countries[airport] ?? null);
}

const there = { country: 'US', arrives: '2026-12-06', leaves: null };
const onTheWay = { country: 'GB', arrives: '2026-12-05', leaves: '2026-12-06' };

test('a change of flights airside is no stay', () => {
  expect(staysWith({}, 'JFK')).toEqual([there]);
});

test('a change of flights airside is a transit of a third country, and none where one enters it, at home or at the end', () => {
  expect(factsWith({}, 'JFK').transits).toEqual([onTheWay]);
  for (const none of [
    factsWith({ selfTransfer: true }, 'JFK'),
    factsWith({ airportChange: true, departsFrom: 'LGW' }, 'JFK'),
    factsWith({}, 'MAN'),
  ])
    expect(none.transits).toEqual([]);
});

test('a stop where bags are collected or the airport is changed is one, before the one where the journey leads', () => {
  expect(staysWith({ selfTransfer: true }, 'JFK')).toEqual([onTheWay, there]);
  expect(staysWith({ airportChange: true, departsFrom: 'LGW' }, 'JFK')).toEqual([onTheWay, there]);
});

test('a stop in the country where the journey leads is told with its end', () => {
  expect(staysWith({ selfTransfer: true }, 'MAN')).toEqual([{ country: 'GB', arrives: '2026-12-06', leaves: null }]);
});
