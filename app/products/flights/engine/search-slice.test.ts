import { describe, expect, test } from 'vitest';
import { dayNumber } from './calendar.ts';
import type { CandidateSet } from './candidate-set.ts';
import { flag } from './candidate-set.ts';
import { seededNumbers, syntheticFares, syntheticTimetable, testDays, testFirstDay, worldOf } from './engine-testing.ts';
import type { TestFlight, TestWorld } from './engine-testing.ts';
import { candidateLines, exhaustiveReturns, exhaustiveSearch } from './exhaustive-testing.ts';
import { matchLaterSlices } from './combine-slices.ts';
import { nothingSold, SoldSeatMap } from './fare-model.ts';
import { airportsOfCode, buildIndex } from './flight-index.ts';
import type { FlightIndex } from './flight-index.ts';
import { SliceSearch } from './search-slice.ts';
import type { SliceQuery } from './search-slice.ts';

const date = '2026-12-05';

function names(index: FlightIndex, set: CandidateSet): string[] {
  const { timetable, row } = index;
  return Array.from({ length: set.count }, (_, at) =>
    [0, 1, 2]
      .map((leg) => set.flights[at * 3 + leg]!)
      .filter((flight) => flight >= 0)
      .map((flight) => `${timetable.airlines[timetable.airline[row[flight]!]!]!.code}${timetable.number[row[flight]!]}`)
      .join(' '),
  );
}

function search(world: TestWorld, from: string, to: string, more: Partial<SliceQuery> & { date?: string } = {}, sold = nothingSold) {
  const query: SliceQuery = {
    origins: airportsOfCode(world.index, from),
    destinations: airportsOfCode(world.index, to),
    day: dayNumber(more.date ?? date),
    party: { adults: 1, children: 0, infants: 0 },
    cabin: 0,
    maxStops: 2,
    selfTransfer: false,
    bags: false,
    notBefore: 0,
    ...more,
  };
  return new SliceSearch(world.index, world.fares).search(query, sold);
}

function found(flights: TestFlight[], from: string, to: string, more: Partial<SliceQuery> & { date?: string } = {}) {
  const world = worldOf(flights);
  return names(world.index, search(world, from, to, more));
}

describe('minimum connection times', () => {
  const out: TestFlight = { flight: 'EK1', from: 'MNL', to: 'DXB', at: '06:00', minutes: 540 }; // arrives 11:00 local
  test('connects two international flights after 75 minutes and not after 74', () => {
    expect(found([out, { flight: 'EK2', from: 'DXB', to: 'LHR', at: '12:15', minutes: 440 }], 'MNL', 'LHR')).toEqual(['EK1 EK2']);
    // The flight of 12:14 is caught a day later only within 24 hours, as nothing else exists.
    const late = worldOf([out, { flight: 'EK2', from: 'DXB', to: 'LHR', at: '12:14', minutes: 440, on: '6' }]);
    expect(search(late, 'MNL', 'LHR').count).toBe(0);
  });

  test('connects two domestic flights after 60 minutes and asks 90 where a border is crossed', () => {
    const domestic: TestFlight[] = [
      { flight: 'EK1', from: 'JFK', to: 'LAX', at: '08:00', minutes: 360, on: '6' }, // 11:00 local
      { flight: 'EK2', from: 'LAX', to: 'HNL', at: '12:00', minutes: 350, on: '6' },
    ];
    expect(found(domestic, 'JFK', 'HNL')).toEqual(['EK1 EK2']);
    const mixed: TestFlight[] = [
      { flight: 'BA1', from: 'DXB', to: 'LHR', at: '08:00', minutes: 450, on: '6' }, // 11:30 local
      { flight: 'BA2', from: 'LHR', to: 'EDI', at: '12:59', minutes: 80, on: '6' },
      { flight: 'BA3', from: 'LHR', to: 'EDI', at: '13:00', minutes: 80, on: '6' },
    ];
    expect(found(mixed, 'DXB', 'EDI')).toEqual(['BA1 BA3']);
  });

  test('asks half an hour more to change terminals, and nothing more where a terminal is not known', () => {
    const flights: TestFlight[] = [
      { ...out, on: '6' },
      { flight: 'EK2', from: 'DXB', to: 'LHR', at: '12:44', minutes: 440, on: '6' },
      { flight: 'FZ3', from: 'DXB', to: 'LHR', at: '12:44', minutes: 440, on: '6' },
      { flight: 'FZ5', from: 'DXB', to: 'LHR', at: '12:45', minutes: 440, on: '6', fare: 400 },
    ];
    const world = worldOf(flights, (airport, { code }) => (airport.iata === 'DXB' ? (code === 'FZ' ? '2' : '3') : null));
    expect(names(world.index, search(world, 'MNL', 'LHR')).toSorted()).toEqual(['EK1 EK2', 'EK1 FZ5']);
    const unknown = worldOf(flights, (_, { code }) => (code === 'FZ' ? '2' : null));
    expect(names(unknown.index, search(unknown, 'MNL', 'LHR'))).toContain('EK1 FZ5');
    expect(search(unknown, 'MNL', 'LHR').count).toBe(2);
  });

  test('asks three hours to change airports inside a city', () => {
    const flights: TestFlight[] = [
      { flight: 'BA1', from: 'DXB', to: 'LHR', at: '08:00', minutes: 450, on: '6' }, // 11:30 local
      { flight: 'BA2', from: 'LGW', to: 'JFK', at: '14:29', minutes: 480, on: '6' },
      { flight: 'BA3', from: 'LGW', to: 'JFK', at: '14:30', minutes: 480, on: '6' },
    ];
    const world = worldOf(flights);
    const set = search(world, 'DXB', 'JFK');
    expect(names(world.index, set)).toEqual(['BA1 BA3']);
    expect(set.flags[0]! & flag.airportChange).toBeTruthy();
  });
});

describe('which airlines share a ticket', () => {
  const legs = (first: string, second: string): TestFlight[] => [
    { flight: `${first}1`, from: 'MNL', to: 'DXB', at: '06:00', minutes: 540 },
    { flight: `${second}2`, from: 'DXB', to: 'LHR', at: '14:00', minutes: 440 },
  ];
  test('combines one airline, one alliance and listed partners from either side', () => {
    expect(found(legs('EK', 'EK'), 'MNL', 'LHR')).toHaveLength(1);
    expect(found(legs('QR', 'BA'), 'MNL', 'LHR')).toHaveLength(1);
    expect(found(legs('EK', 'QF'), 'MNL', 'LHR')).toHaveLength(1);
    expect(found(legs('QF', 'EK'), 'MNL', 'LHR')).toHaveLength(1);
  });

  test('never combines strangers unless a self-transfer is asked for', () => {
    expect(found(legs('EK', 'BA'), 'MNL', 'LHR')).toEqual([]);
    const world = worldOf(legs('EK', 'BA'));
    const set = search(world, 'MNL', 'LHR', { selfTransfer: true });
    expect(names(world.index, set)).toEqual(['EK1 BA2']);
    expect(set.flags[0]! & flag.selfTransfer).toBeTruthy();
  });

  test('leaves three hours for a self-transfer', () => {
    const hurried = legs('EK', 'BA').map((leg) => (leg.from === 'DXB' ? { ...leg, at: '13:59', on: '6' } : { ...leg, on: '6' }));
    expect(found(hurried, 'MNL', 'LHR', { selfTransfer: true })).toEqual([]);
  });

  test('asks that all three airlines of a journey agree, not only neighbours', () => {
    // EK lists QF, QF and BA are in one alliance, but EK and BA do not know each other.
    const flights: TestFlight[] = [
      { flight: 'EK1', from: 'MNL', to: 'SIN', at: '06:00', minutes: 220 },
      { flight: 'QF2', from: 'SIN', to: 'DXB', at: '12:00', minutes: 440 },
      { flight: 'BA3', from: 'DXB', to: 'LHR', at: '19:00', minutes: 440 },
    ];
    expect(found(flights, 'MNL', 'LHR')).toEqual([]);
    expect(found([...flights, { ...flights[0]!, flight: 'QR1' }], 'MNL', 'LHR')).toEqual(['QR1 QF2 BA3']);
  });
});

describe('nights and the calendar', () => {
  test('finds a connection after midnight and marks the night', () => {
    const world = worldOf([
      { flight: 'EK1', from: 'MNL', to: 'DXB', at: '17:00', minutes: 540, on: '6' }, // 22:00 local
      { flight: 'EK2', from: 'DXB', to: 'LHR', at: '07:30', minutes: 440, on: '7' },
    ]);
    const set = search(world, 'MNL', 'LHR');
    expect(names(world.index, set)).toEqual(['EK1 EK2']);
    expect(set.days[1]! - set.days[0]!).toBe(1);
    expect(set.flags[0]! & flag.overnight).toBeTruthy();
  });

  test('waits up to 24 hours only where nothing else exists', () => {
    const flights: TestFlight[] = [
      { flight: 'EK1', from: 'MNL', to: 'DXB', at: '06:00', minutes: 540, on: '6' }, // 11:00 local
      { flight: 'EK2', from: 'DXB', to: 'LHR', at: '05:00', minutes: 440, on: '7' },
    ];
    expect(found(flights, 'MNL', 'LHR')).toEqual(['EK1 EK2']);
    const direct: TestFlight = { flight: 'BA9', from: 'MNL', to: 'LHR', at: '23:00', minutes: 850, on: '6', fare: 9000 };
    expect(found([...flights, direct], 'MNL', 'LHR')).toEqual(['BA9']);
  });

  test('crosses the date line: arrives the day before, and connects there', () => {
    const world = worldOf([
      { flight: 'QF1', from: 'AKL', to: 'HNL', at: '09:00', minutes: 540, on: '6' }, // Friday 19:00 in Honolulu
      { flight: 'QF2', from: 'HNL', to: 'LAX', at: '21:00', minutes: 320, on: '5' },
    ]);
    const set = search(world, 'AKL', 'LAX');
    expect(names(world.index, set)).toEqual(['QF1 QF2']);
    expect(set.days[1]! - set.days[0]!).toBe(-1);
    expect(set.arrives[0]! - set.departs[0]!).toBe(540 + 120 + 320);
  });

  test('counts the night in which the clock springs forward as an hour shorter', () => {
    // London leaves winter time on 28 March 2027 at 01:00.
    const flights: TestFlight[] = [
      { flight: 'BA1', from: 'JFK', to: 'LHR', at: '12:00', minutes: 420 }, // 16:00 UTC + 7 h = 23:00 in London
      { flight: 'BA2', from: 'LHR', to: 'DXB', at: '06:00', minutes: 420 },
    ];
    const spring = search(worldOf(flights), 'JFK', 'DXB', { date: '2027-03-27' });
    const usual = search(worldOf(flights), 'JFK', 'DXB', { date: '2027-03-26' });
    expect(usual.arrives[0]! - usual.departs[0]!).toBe(420 + 7 * 60 + 420);
    expect(spring.arrives[0]! - spring.departs[0]!).toBe(420 + 6 * 60 + 420);
  });

  test('flies only on its weekdays, by the local date of departure', () => {
    const flights: TestFlight[] = [{ flight: 'EK1', from: 'DXB', to: 'LHR', at: '00:30', minutes: 440, on: '6' }];
    expect(found(flights, 'DXB', 'LHR')).toEqual(['EK1']); // Saturday in Dubai, still Friday in UTC
    expect(found(flights, 'DXB', 'LHR', { date: '2026-12-04' })).toEqual([]);
  });
});

test('no longer sells what has left', () => {
  const flights: TestFlight[] = [
    { flight: 'EK1', from: 'DXB', to: 'LHR', at: '08:00', minutes: 440 },
    { flight: 'EK3', from: 'DXB', to: 'LHR', at: '14:00', minutes: 440 },
  ];
  const nine = dayNumber(date) * 1440 + 5 * 60; // 09:00 in Dubai
  expect(found(flights, 'DXB', 'LHR', { notBefore: nine })).toEqual(['EK3']);
});

describe('seats and cabins', () => {
  test('leaves out a flight without enough open seats, counting what the house has sold', () => {
    const world = worldOf([
      { flight: 'EK1', from: 'DXB', to: 'LHR', at: '08:00', minutes: 440 },
      { flight: 'EK3', from: 'DXB', to: 'LHR', at: '14:00', minutes: 440, fare: 0 },
    ]);
    expect(names(world.index, search(world, 'DXB', 'LHR'))).toEqual(['EK1']);
    const sold = new SoldSeatMap();
    sold.add(0, dayNumber(date), 0, 8);
    const two = { party: { adults: 2, children: 0, infants: 0 } };
    expect(search(world, 'DXB', 'LHR', {}, sold).count).toBe(1);
    expect(search(world, 'DXB', 'LHR', two, sold).count).toBe(0);
    expect(search(world, 'DXB', 'LHR', { ...two, date: '2026-12-06' }, sold).count).toBe(1);
  });

  test('takes a lap infant without a seat', () => {
    const world = worldOf([{ flight: 'EK1', from: 'DXB', to: 'LHR', at: '08:00', minutes: 440 }]);
    const sold = new SoldSeatMap();
    sold.add(0, dayNumber(date), 0, 8);
    expect(search(world, 'DXB', 'LHR', { party: { adults: 1, children: 0, infants: 1 } }, sold).count).toBe(1);
  });

  test('mixes cabins only where a short feeder has no business class', () => {
    const feeder: TestFlight = { flight: 'EK1', from: 'EDI', to: 'LHR', at: '08:00', minutes: 80, aircraft: '738' };
    const long: TestFlight = { flight: 'EK2', from: 'LHR', to: 'DXB', at: '12:00', minutes: 420 };
    expect(found([feeder, long], 'EDI', 'DXB', { cabin: 2 })).toEqual(['EK1 EK2']);
    expect(found([feeder, { ...long, aircraft: '738' }], 'EDI', 'DXB', { cabin: 2 })).toEqual([]);
    expect(
      found(
        [
          { ...feeder, aircraft: '789' },
          { ...long, aircraft: '738' },
        ],
        'EDI',
        'DXB',
        { cabin: 2 },
      ),
    ).toEqual([]);
  });
});

describe('what is kept', () => {
  test('keeps every direct flight, however dear', () => {
    const flights = Array.from({ length: 12 }, (_, at): TestFlight => ({
      flight: `EK${at + 1}`,
      from: 'DXB',
      to: 'LHR',
      at: `${String(8 + Math.floor(at / 6)).padStart(2, '0')}:${at % 6}0`,
      minutes: 440 + at,
      fare: 500 + at * 100,
    }));
    expect(found(flights, 'DXB', 'LHR')).toHaveLength(12);
  });

  test('shows one-stops over every connecting airport beside cheaper direct flights', () => {
    const flights: TestFlight[] = [
      { flight: 'EK1', from: 'DXB', to: 'LHR', at: '08:00', minutes: 440, fare: 300 },
      { flight: 'TK2', from: 'DXB', to: 'IST', at: '08:00', minutes: 270 },
      { flight: 'TK3', from: 'IST', to: 'LHR', at: '14:00', minutes: 240 },
      { flight: 'QR4', from: 'DXB', to: 'DOH', at: '08:00', minutes: 70 },
      { flight: 'QR5', from: 'DOH', to: 'LHR', at: '12:00', minutes: 430 },
    ];
    expect(found(flights, 'DXB', 'LHR').toSorted()).toEqual(['EK1', 'QR4 QR5', 'TK2 TK3']);
  });

  test('drops a connection that is both dearer and longer than another of its bank', () => {
    const flights: TestFlight[] = [
      { flight: 'TK2', from: 'DXB', to: 'IST', at: '08:00', minutes: 270 },
      { flight: 'TK3', from: 'IST', to: 'LHR', at: '14:00', minutes: 240 },
      { flight: 'TK5', from: 'IST', to: 'LHR', at: '17:00', minutes: 240, fare: 600 },
      { flight: 'TK7', from: 'IST', to: 'LHR', at: '18:00', minutes: 240, fare: 400 },
    ];
    expect(found(flights, 'DXB', 'LHR').toSorted()).toEqual(['TK2 TK3', 'TK2 TK7']);
  });

  test('offers two stops only where they save money or time', () => {
    const chain: TestFlight[] = [
      { flight: 'TK1', from: 'MNL', to: 'SIN', at: '06:00', minutes: 220 },
      { flight: 'TK2', from: 'SIN', to: 'IST', at: '12:00', minutes: 660 },
      { flight: 'TK3', from: 'IST', to: 'LHR', at: '20:00', minutes: 240 },
    ];
    const direct: TestFlight = { flight: 'BA1', from: 'MNL', to: 'LHR', at: '07:00', minutes: 850, fare: 900 };
    expect(found(chain, 'MNL', 'LHR')).toEqual(['TK1 TK2 TK3']);
    expect(found([...chain, direct], 'MNL', 'LHR')).toEqual(['BA1']);
    expect(found([...chain, { ...direct, fare: 2000 }], 'MNL', 'LHR')).toContain('TK1 TK2 TK3');
  });

  test('goes no further round than 1.9 times the direct distance', () => {
    const round: TestFlight[] = [
      { flight: 'EK1', from: 'DXB', to: 'IST', at: '06:00', minutes: 280 },
      { flight: 'EK2', from: 'IST', to: 'DOH', at: '12:00', minutes: 250 },
    ];
    expect(found(round, 'DXB', 'DOH')).toEqual([]);
  });

  test('searches all airports of a city on both sides', () => {
    const flights: TestFlight[] = [
      { flight: 'EK1', from: 'DXB', to: 'LGW', at: '08:00', minutes: 440 },
      { flight: 'BA2', from: 'DWC', to: 'LHR', at: '08:00', minutes: 440 },
    ];
    expect(found(flights, 'DXB', 'LON').toSorted()).toEqual(['BA2', 'EK1']);
  });
});

describe('against brute force', () => {
  const timetable = syntheticTimetable(11, 60, 2600);
  const index = buildIndex(timetable, testFirstDay, testDays);
  const fares = syntheticFares(index);
  const engine = new SliceSearch(index, fares);

  const random = seededNumbers(5);
  const queries = Array.from({ length: 50 }, (_, at): SliceQuery => {
    const origin = Math.floor(random() * 60);
    const destination = (origin + 1 + Math.floor(random() * 58)) % 60;
    const cities = (airport: number) => index.cityAirports[index.cityOf[airport]!]!;
    return {
      origins: at % 3 ? [origin] : cities(origin),
      destinations: at % 3 ? [destination] : cities(destination),
      day: testFirstDay + 1 + Math.floor(random() * 329),
      party: { adults: 1 + (at % 2), children: at % 4 === 3 ? 1 : 0, infants: at % 5 === 4 ? 1 : 0 },
      cabin: at % 10 === 7 ? 2 : at % 10 === 8 ? 3 : 0,
      maxStops: 2,
      selfTransfer: at % 6 === 5,
      bags: at % 7 === 6,
      notBefore: 0,
    };
  }).filter(({ origins, destinations }) => index.cityOf[origins[0]!] !== index.cityOf[destinations[0]!]);

  test('gives exactly the itineraries that enumerating everything gives, for fifty pairs', { timeout: 60_000 }, () => {
    let itineraries = 0;
    for (const query of queries) {
      const mine = candidateLines(index, engine.search(query, nothingSold));
      expect(mine).toEqual(exhaustiveSearch(index, fares, query, nothingSold));
      itineraries += mine.length;
    }
    expect(queries.length).toBeGreaterThan(45);
    expect(itineraries).toBeGreaterThan(300);
  });

  test('gives each way there the cheapest way back that trying all of them gives, on the next day and a week later', () => {
    let [journeys, together, none] = [0, 0, 0];
    for (const [at, query] of queries.entries()) {
      const { origins, destinations, day, party } = query;
      const out = engine.search(query, nothingSold);
      const back = engine.search({ ...query, origins: destinations, destinations: origins, day: day + (at % 2 ? 7 : 1) }, nothingSold);
      const { price, matches } = matchLaterSlices(index, [], out, [back], party);
      expect([...price]).toEqual(exhaustiveReturns(index, out, back, party));
      journeys += price.length;
      none += price.filter((each) => each === Infinity).length;
      together += price.filter((each, way) => each < out.price[way]! + (back.price[matches[0]![way]!] ?? Infinity)).length;
    }
    // Some share a ticket, some arrive too late for any way back, and most do neither.
    expect([journeys > 300, together > 20, none > 0]).toEqual([true, true, true]);
  });
});
