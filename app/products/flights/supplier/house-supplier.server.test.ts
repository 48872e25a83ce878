import { beforeAll, describe, expect, test } from 'vitest';
import { dayNumber } from '../engine/calendar.ts';
import { combine, leastStay, pricedSlice } from '../engine/combine-slices.ts';
import { nothingSold, SoldSeatMap } from '../engine/fare-model.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { flightOnDay } from '../engine/flight-index.ts';
import { sliceQuery } from '../engine/search-journey.ts';
import type { DayFare } from '../search/offer-facts.ts';
import type { FlightSearch, Passengers } from '../offer.ts';
import { theWorld } from '../world/open-world.server.ts';
import type { OfferSet, SupplierOutcome } from './flight-supplier.ts';
import { HouseShopping, untouchedStock } from './house-supplier.server.ts';

const now = Date.UTC(2026, 10, 21, 8);
const one: Passengers = { adults: 1, children: 0, infants: 0 };
const family: Passengers = { adults: 2, children: 2, childAges: [4, 9], infants: 1 };
let house: HouseShopping;

beforeAll(async () => {
  house = new HouseShopping(await theWorld(), untouchedStock);
}, 60_000);

function oneWay(from: string, to: string, date = '2026-12-05', more: Partial<FlightSearch> = {}): FlightSearch {
  return { slices: [{ from, to, date }], passengers: one, cabin: 'economy', maxStops: 2, ...more };
}

function roundTrip(from: string, to: string, out: string, back: string, more: Partial<FlightSearch> = {}): FlightSearch {
  return oneWay(from, to, out, {
    slices: [
      { from, to, date: out },
      { from: to, to: from, date: back },
    ],
    ...more,
  });
}

async function list(search: FlightSearch, chosen: string[] = []): Promise<OfferSet> {
  return value(await house.search({ search, chosen }, { now }));
}

function value<T>(outcome: SupplierOutcome<T>): T {
  if (outcome.outcome !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

describe('the list and the price are one', () => {
  test.each([
    ['one-way with connections', oneWay('MNL', 'LON')],
    ['a family with a lap infant', oneWay('DXB', 'MNL', '2026-12-20', { passengers: family })],
    ['business class with feeders', oneWay('COK', 'LHR', '2027-03-28', { cabin: 'business' })],
    ['a return with the cheapest way back', roundTrip('DXB', 'LIS', '2027-04-01', '2027-04-11')],
    [
      'three cities',
      oneWay('DXB', 'JED', '2027-02-05', {
        slices: [
          { from: 'DXB', to: 'JED', date: '2027-02-05' },
          { from: 'RUH', to: 'CAI', date: '2027-02-09' },
          { from: 'CAI', to: 'DXB', date: '2027-02-12' },
        ],
      }),
    ],
  ])('for %s every option costs what its id is priced at again', async (_, search) => {
    const set = await list(search);
    expect(set.facts.length).toBeGreaterThan(5);
    for (const facts of set.facts) {
      const offer = set.offer(facts.at);
      const again = value(await house.price(offer.id, search.passengers, { now }));
      expect(again.brands[0]!.fareTotal.amount).toBe(facts.price);
      expect(again.slices).toEqual(offer.slices);
      expect(offer.slices).toHaveLength(search.slices.length);
    }
  });

  test('adds up: the total of a fare family is its fares and taxes by passenger', async () => {
    const set = await list(oneWay('DXB', 'LHR', '2026-12-20', { passengers: family }));
    for (const { at } of set.facts) {
      for (const brand of set.offer(at).brands) {
        const sum = brand.fares.reduce(
          (total, { count, base, taxes }) => total + count * (base.amount + taxes.reduce((tax, line) => tax + line.amount.amount, 0)),
          0,
        );
        expect(brand.fareTotal.amount).toBe(sum);
      }
      const totals = set.offer(at).brands.map(({ fareTotal }) => fareTotal.amount);
      expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    }
  });

  test('with bags asked for the list shows the cheapest family that has one', async () => {
    const set = await list(oneWay('DXB', 'BOM', '2027-02-05', { bags: true }));
    const lowCost = set.facts.find(({ airlines }) => airlines[0] === '6E')!;
    const offer = set.offer(lowCost.at);
    const withBag = offer.brands.find(({ checkedBag }) => checkedBag !== null)!;
    expect(lowCost.price).toBe(withBag.fareTotal.amount);
    expect(withBag.code).not.toBe(offer.brands[0]!.code);
    expect(
      set.facts.every(({ price, families, fares }) => price === fares[families.findIndex(({ checkedBag }) => checkedBag)]!.party),
    ).toBe(true);
  });

  test('with bags on a return every price is that of one family with a bag both ways', async () => {
    const set = await list(roundTrip('DXB', 'BOM', '2027-02-05', '2027-02-09', { bags: true, passengers: family }));
    expect(new Set(set.facts.map(({ at }) => set.offer(at).brands.findIndex(({ checkedBag }) => checkedBag !== null))).size).toBe(2);
    for (const { at, price } of set.facts) {
      expect(price).toBe(set.offer(at).brands.find(({ checkedBag }) => checkedBag !== null)!.fareTotal.amount);
    }
  });

  test('local times are true: Manila a day later, and no duration below zero', async () => {
    const set = await list(oneWay('DXB', 'MNL'));
    const ek332 = set.facts.map(({ at }) => set.offer(at)).find(({ id }) => id.includes('EK332-20261205.'))!;
    const [slice] = ek332.slices;
    const segment = slice!.segments[0]!;
    expect(segment.departs.zone).toBe('Asia/Dubai');
    expect(Date.parse(segment.arrives.utc) - Date.parse(segment.departs.utc)).toBe(segment.minutes * 60_000);
    expect(Date.parse(`${segment.departs.local}:00Z`) - Date.parse(segment.departs.utc)).toBe(4 * 3_600_000);
    expect(Date.parse(`${segment.arrives.local}:00Z`) - Date.parse(segment.arrives.utc)).toBe(8 * 3_600_000);
    for (const { at, minutes } of set.facts) {
      expect(minutes).toBeGreaterThan(0);
      for (const layover of set.offer(at).slices[0]!.layovers) expect(layover.minutes).toBeGreaterThanOrEqual(60);
    }
  });
});

describe('a return', () => {
  test.each([
    ['weeks apart', '2027-01-10', '2027-01-20'],
    ['the same day', '2027-01-10', '2027-01-10'],
  ])('lists each way out with the cheapest way back, %s', async (_, out, back) => {
    const search = roundTrip('DXB', 'BOM', out, back, { passengers: family });
    const set = await list(search);
    const engine = house.engineAt(now);
    const [going, coming] = search.slices.map((slice) =>
      engine.search.search(sliceQuery(engine, search, slice, now / 60_000)!, nothingSold),
    );
    const ways = (found: typeof going) =>
      Array.from({ length: found!.count }, (_unused, at) => pricedSlice(engine.index, found!, at, search.passengers));
    const backs = ways(coming);
    const cheapest = ways(going).map((first) =>
      Math.min(
        ...backs
          .filter((second) => second.departs >= first.arrives + leastStay)
          .map((second) => combine(engine.index, [first, second], search.passengers).price),
      ),
    );
    expect(set.facts.length).toBeGreaterThan(10);
    for (const { at, price } of set.facts) expect(price).toBe(cheapest[at]);
  });

  test('after the way out is chosen lists the ways back with the price of both', async () => {
    const search = roundTrip('DXB', 'LHR', '2027-01-10', '2027-01-20');
    const first = await list(search);
    const best = first.facts[0]!;
    const second = await list(search, [first.sliceKey(best.at)]);
    expect(Math.min(...second.facts.map(({ price }) => price))).toBe(best.price);
    const offer = second.offer(second.facts[0]!.at);
    expect(offer.id).toContain(first.sliceKey(best.at));
    expect(offer.slices[1]!.from).toBe('LHR');
  });

  test('on airlines that do not know each other says that it is two tickets', async () => {
    const offer = value(await house.price('h1.PR659-20261205.5J14-20261219.Y', one, { now }));
    expect(offer.tickets).toBe(2);
  });
});

test('tells emissions against what is usual on every direction, whichever is being chosen', async () => {
  const out = await list(oneWay('DXB', 'LHR', '2027-01-10'));
  const back = await list(oneWay('LHR', 'DXB', '2027-01-20'));
  const usual = (set: OfferSet) => set.offer(set.facts[0]!.at).co2.usualKilograms!;
  const search = roundTrip('DXB', 'LHR', '2027-01-10', '2027-01-20');
  const first = await list(search);
  expect(usual(first)).toBe(usual(out) + usual(back));
  const second = await list(search, [first.sliceKey(first.facts[0]!.at)]);
  expect(usual(second)).toBe(usual(first));
  const { slices } = search;
  const three = { ...search, slices: [...slices, { from: 'DXB', to: 'BOM', date: '2027-01-25' }] };
  expect(usual(await list(three))).toBe(usual(first) + usual(await list(oneWay('DXB', 'BOM', '2027-01-25'))));
  expect(value(await house.price(first.offer(first.facts[0]!.at).id, one, { now })).co2.usualKilograms).toBeNull();
});

describe('the calendar', () => {
  const leastOf = (fares: readonly DayFare[]) => (fares.length ? Math.min(...fares.map(({ fare }) => fare.party)) : null);

  test('shows for each day of a month what the list of that day starts at', async () => {
    const search = oneWay('DXB', 'CEB', '2027-03-15');
    const days = value(await house.calendar({ search, kind: 'month' }, { now }));
    expect(days).toHaveLength(31);
    for (const { date, fares } of days.slice(10, 20)) {
      const set = await list(oneWay('DXB', 'CEB', date));
      expect(leastOf(fares)).toBe(set.facts.length ? Math.min(...set.facts.map((facts) => facts.price)) : null);
    }
  });

  test('shows for three days either side of a return what the list of that pair starts at', async () => {
    const search = roundTrip('AUH', 'IST', '2027-03-15', '2027-03-17');
    const pairs = value(await house.calendar({ search, kind: 'flex' }, { now }));
    expect(pairs).toHaveLength(49);
    for (const { date, returnDate, fares } of pairs.filter((_, at) => at % 4 === 0)) {
      const set = await list(roundTrip('AUH', 'IST', date, returnDate!));
      const least = returnDate! < date || set.facts.length === 0 ? null : Math.min(...set.facts.map((facts) => facts.price));
      expect(leastOf(fares)).toBe(least);
    }
  });
});

describe('nearby airports', () => {
  test('joins Sharjah to Dubai only when asked', async () => {
    const airports = (set: OfferSet) => new Set(set.facts.map(({ from }) => from));
    expect(airports(await list(oneWay('SHJ', 'KTM', '2027-02-05')))).toEqual(new Set(['SHJ']));
    const near = oneWay('SHJ', 'KTM', '2027-02-05', { slices: [{ from: 'SHJ', to: 'KTM', date: '2027-02-05', nearby: true }] });
    expect(airports(await list(near))).toContain('DXB');
  });
});

describe('what is refused', () => {
  test.each([
    ['an unknown place', oneWay('ZZZ', 'LHR')],
    ['one city twice', oneWay('LHR', 'LGW')],
    ['a past date', oneWay('DXB', 'LHR', '2026-11-01')],
    ['a date beyond 330 days', oneWay('DXB', 'LHR', '2027-12-01')],
    ['a date that is none', oneWay('DXB', 'LHR', '2027-02-31')],
    ['ten seats', oneWay('DXB', 'LHR', '2026-12-05', { passengers: { adults: 9, children: 1, infants: 0 } })],
    ['nobody', oneWay('DXB', 'LHR', '2026-12-05', { passengers: { adults: 0, children: 0, infants: 0 } })],
  ])('refuses a search for %s', async (_, search) => {
    expect(await house.search({ search, chosen: [] }, { now })).toEqual({ outcome: 'refused', refused: 'bad-request' });
  });

  test.each([
    ['a made-up flight', 'h1.EK9998-20261205.Y', 'not-offered'],
    ['flights that do not meet', 'h1.EK1-20261205_EK332-20261206.Y', 'not-offered'],
    ['a way back before arrival', 'h1.EK1-20261205.EK2-20261204.Y', 'not-offered'],
    ['a flight that has left', 'h1.EK1-20261120.Y', 'departed'],
    ['another format', 'h2.EK1-20261205.Y', 'bad-request'],
    ['garbage', 'h1.<script>.Y', 'bad-request'],
  ])('refuses an id with %s', async (_, id, refused) => {
    expect(await house.price(id, one, { now })).toEqual({ outcome: 'refused', refused });
  });

  test('refuses a flight whose seats the house has sold', async () => {
    const sold = new SoldSeatMap();
    const stock = {
      soldSeats: (index: FlightIndex) => {
        if (sold.size === 0) sold.add(index.row[flightOnDay(index, 'EK', 1, dayNumber('2026-12-05'))]!, dayNumber('2026-12-05'), 0, 600);
        return sold;
      },
      takenSeats: () => new Set<string>(),
    };
    const soldOut = new HouseShopping(await theWorld(), stock);
    expect(await soldOut.price('h1.EK1-20261205.Y', one, { now })).toEqual({ outcome: 'refused', refused: 'sold-out' });
    const set = value(await soldOut.search({ search: oneWay('DXB', 'LHR'), chosen: [] }, { now }));
    expect(set.facts.map(({ at }) => set.sliceKey(at))).not.toContain('EK1-20261205');
  });
});

describe('the seat map', () => {
  test('shows the cabins of the aircraft, and the seats of our travellers as taken', async () => {
    const query = { offerId: 'h1.EK1-20261205.Y', slice: 0, segment: 0 };
    const free = value(await house.seatMap(query, { now }));
    const open = free.rows.flatMap(({ seats }) => seats.flatMap((seat) => (seat?.state === 'open' ? seat.designator : [])));
    expect(open.length).toBeGreaterThan(50);
    const stock = { ...untouchedStock, takenSeats: () => new Set([open[0]!]) };
    const sold = value(await new HouseShopping(await theWorld(), stock).seatMap(query, { now }));
    const states = sold.rows.flatMap(({ seats }) => seats).filter((seat) => seat?.designator === open[0]);
    expect(states.map((seat) => seat!.state)).toEqual(['taken']);
  });

  test('never gives back a taken seat as departure comes nearer', async () => {
    const query = { offerId: 'h1.EK332-20261205.Y', slice: 0, segment: 0 };
    const taken = (map: Awaited<ReturnType<typeof house.seatMap>>) =>
      value(map).rows.flatMap(({ seats }) => seats.flatMap((seat) => (seat?.state === 'taken' ? seat.designator : [])));
    const early = taken(await house.seatMap(query, { now }));
    const late = new Set(taken(await house.seatMap(query, { now: now + 10 * 86_400_000 })));
    expect(early.every((designator) => late.has(designator))).toBe(true);
    expect(late.size).toBeGreaterThan(early.length);
  });
});
