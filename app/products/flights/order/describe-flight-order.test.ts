import { describe, expect, test } from 'vitest';
import { money } from '#app/values/money.ts';
import { describeFlights, type DescriptionNames, type FlightsToDescribe } from './describe-flight-order.ts';
import type { ChosenSeat } from '../flight-price.ts';
import type { Layover, Offer, PassengerType, Segment, Slice } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';

const names: DescriptionNames = {
  place: (code) => ({ city: `City of ${code}`, airport: `${code} Airport` }),
  airline: (code) => code,
  country: (code) => code,
  countryOf: (airport) => ({ MAN: 'GB', DXB: 'AE', AUH: 'AE', CAI: 'EG' })[airport] ?? null,
  day: (local) => local,
  checkIn: () => null,
  bagSizes: () => null,
  date: (day) => day,
  exitTasks: () => [],
  words: (key) => key,
};
const first = anOffer().slices[0]!.segments[0]!;
const plain: Layover = {
  airport: 'LHR',
  departsFrom: 'LHR',
  minutes: 200,
  grade: 'ok',
  overnight: false,
  airportChange: false,
  terminalChange: false,
  selfTransfer: false,
};

const onward = (more: Partial<Segment> = {}): Segment => ({ ...first, flight: 'BA2', airline: 'BA', from: 'LHR', to: 'MAN', ...more });

function described(
  layover: Partial<Layover>,
  next: Segment,
  people: readonly PassengerType[] = ['adult'],
  offer: Partial<Offer> = {},
  said = names,
  seats: readonly Pick<ChosenSeat, 'segment' | 'passenger' | 'designator'>[] = [],
) {
  const slice: Slice = {
    from: 'DXB',
    to: 'MAN',
    segments: [first, next],
    layovers: [{ ...plain, ...layover }],
    minutes: 900,
    stops: 1,
    dayShift: 0,
  };
  const one: Offer = { ...anOffer(), slices: [slice], ...offer };
  const flights: FlightsToDescribe = {
    contracts: [{ offer: one, brand: one.brands[0]!, locator: null, familyName: 'Light' }],
    people: people.map((type) => ({ type, title: 'MS', givenNames: 'Layla', surname: 'Haddad', document: null })),
    seats: seats as readonly ChosenSeat[],
    tickets: new Map(),
    requests: new Map(),
    posterOf: { place: 'MAN', art: 'city' } as unknown as FlightsToDescribe['posterOf'],
  };
  return describeFlights(flights, said);
}

describe('the ground between two flights', () => {
  test('feels as the results say: what may go wrong first, then little time or much, and nothing where it is easy', () => {
    const feels = (layover: Partial<Layover>) => described(layover, onward()).slices[0]!.segments[1]!.layover!.feels;
    expect(feels({})).toBeUndefined();
    expect([feels({ grade: 'tight' }), feels({ grade: 'long' })]).toEqual(['tight', 'long']);
    expect([feels({ grade: 'tight', risk: 'last' }), feels({ risk: 'closed', overnight: true })]).toEqual(['last', 'closed']);
    // Of a change that an airline has made too short, that is what is said.
    expect(feels({ grade: 'tight', selfTransfer: true, minutes: 100 })).toBeUndefined();
  });

  test('is told with its other airport', () => {
    const { slices } = described(
      { departsFrom: 'LGW', airportChange: true, terminalChange: true },
      onward({ from: 'LGW', fromTerminal: 'N' }),
    );
    expect(slices[0]!.segments[1]!.layover).toEqual({
      minutes: 200,
      overnight: false,
      arrivesAt: 'LHR',
      airportChange: true,
      terminals: null,
      selfTransfer: false,
    });
    expect(slices[0]!.segments[0]!.layover).toBeNull();
  });

  test('is told with its change of terminal, where both are known', () => {
    const terminals = (more: Partial<Segment>) =>
      described({ terminalChange: true }, onward(more)).slices[0]!.segments[1]!.layover!.terminals;
    expect(terminals({ fromTerminal: '5' })).toEqual({ from: '3', to: '5' });
    expect(terminals({ fromTerminal: null })).toBeNull();
    expect(terminals({ fromTerminal: '3' })).toBeNull();
  });

  test('is told as separate tickets, which are counted', () => {
    const own = described({ selfTransfer: true, overnight: true }, onward(), ['adult'], { tickets: 2 });
    expect(own.slices[0]!.segments[1]!.layover).toMatchObject({ selfTransfer: true, overnight: true });
    expect([own.contracts.length, own.separateTickets]).toEqual([1, 2]);
    expect(described({}, onward()).separateTickets).toBe(1);
    const shortOf = (minutes: number, selfTransfer = true) =>
      described({ selfTransfer, minutes }, onward()).slices[0]!.segments[1]!.layover!.short;
    expect([shortOf(179), shortOf(180), shortOf(60, false)]).toEqual([true, undefined, undefined]);
  });
});

describe('the baggage of a baby on a lap', () => {
  const bagOf = (people: readonly PassengerType[], bag?: Offer['brands'][number]['lapInfantBag']) => {
    const brand = { ...anOffer().brands[0]!, ...(bag === undefined ? {} : { lapInfantBag: bag }) };
    return described({}, onward(), people, { brands: [brand] }).contracts[0]!.lapInfantBag;
  };

  test('is told only where one travels', () => {
    expect(bagOf(['adult', 'child'], { pieces: null, kilograms: 10 })).toBeUndefined();
    expect(bagOf(['adult', 'infant'], { pieces: null, kilograms: 10 })).toEqual({ pieces: null, kilograms: 10 });
    expect(bagOf(['adult', 'infant'], null)).toBeNull();
  });

  test('is not known where the airline does not say', () => {
    expect(bagOf(['adult', 'infant'])).toEqual({ pieces: null, kilograms: null });
  });
});

describe('where an order of flights is', () => {
  const leg = (from: string, to: string): Slice => ({
    from,
    to,
    segments: [{ ...first, from, to }],
    layovers: [],
    minutes: 400,
    stops: 0,
    dayShift: 0,
  });
  const where = (...slices: Slice[]) => described({}, onward(), ['adult'], { slices }).where;
  const dubai = { city: 'City of DXB', country: 'AE' };

  test('is where it flies to, and not the home it comes back to', () => {
    const there = { countries: ['GB'], city: 'City of MAN', setsOff: dubai, permit: false };
    expect(where(leg('DXB', 'MAN'))).toEqual(there);
    expect(where(leg('DXB', 'MAN'), leg('MAN', 'DXB'))).toEqual(there);
  });

  test('is called by every city it goes to, and not by the home it ends at', () => {
    const routes: Record<string, string>[] = [];
    const noting: DescriptionNames = { ...names, words: (key, values) => (key === 'journey.route' && values && routes.push(values), key) };
    described({}, onward(), ['adult'], { slices: [leg('DXB', 'LHR'), leg('LHR', 'MAN'), leg('MAN', 'DXB')] }, noting);
    expect(routes).toEqual([{ from: 'City of DXB', to: 'City of LHR\u00A0· City of MAN' }]);
  });

  test('leads to the visas of the country with the days of the journey, to all of them for several, and nowhere at home', () => {
    const visaOf = (...slices: Slice[]) => described({}, onward(), ['adult'], { slices }).next.find(({ icon }) => icon === 'visa')?.to;
    const [arrives, leaves] = [first.arrives.local.slice(0, 10), first.departs.local.slice(0, 10)];
    expect(visaOf(leg('DXB', 'MAN'))).toBe(`/e-visa?to=GB&arrives=${arrives}`);
    expect(visaOf(leg('DXB', 'MAN'), leg('MAN', 'DXB'))).toBe(`/e-visa?to=GB&arrives=${arrives}&leaves=${leaves}`);
    expect(visaOf(leg('DXB', 'MAN'), leg('MAN', 'CAI'))).toBe('/visa-services');
    expect(visaOf(leg('DXB', 'AUH'))).toBeUndefined();
    expect(visaOf(leg('DXB', 'XXX'))).toBe('/visa-services');
  });

  test('says of bags on how many flights they are carried, and whose rules hold where several airlines fly', () => {
    const saying: DescriptionNames = { ...names, words: (key, values) => [key, ...Object.values(values ?? {})].join(' ') };
    const [two] = described({}, onward(), ['adult'], {}, saying).contracts;
    expect([two!.flown, two!.bagNotes]).toEqual([2, [expect.stringMatching(/^terms.bags.significant \w\w DXB MAN$/), expect.any(String)]]);
    const [one] = described({}, onward(), ['adult'], { slices: anOffer().slices }, saying).contracts;
    expect([one!.flown, one!.bagNotes!.join()]).toEqual([1, 'terms.bags.sizeUnknown EK']);
  });

  test('says what comes back of the taxes, and nothing where nothing would', () => {
    const [brand] = anOffer().brands;
    const taxes = [{ code: 'AE', nameKey: 'fares:tax.passenger-service', amount: money(7_500, 'AED') }];
    const taxed = { ...brand!, fares: brand!.fares.map((fare) => ({ ...fare, taxes })) };
    expect(described({}, onward(), ['adult'], { brands: [taxed] }).contracts[0]!.taxesBack).toEqual(money(7_500, 'AED'));
    expect(described({}, onward()).contracts[0]).not.toHaveProperty('taxesBack');
    // Two were booked and one has left: the taxes of one are left to come back.
    const ofTwo = { ...taxed, fares: taxed.fares.map((fare) => ({ ...fare, count: 2 })) };
    expect(described({}, onward(), ['adult'], { brands: [ofTwo] }).contracts[0]!.taxesBack).toEqual(money(7_500, 'AED'));
  });

  test('speaks of seats given at check-in only while somebody has none', () => {
    const seatsTold = (chosen: number, people: readonly PassengerType[]) => {
      const seats = Array.from({ length: chosen }, (_, index) => ({
        segment: index % 2,
        passenger: Math.floor(index / 2),
        designator: '20A',
      }));
      return described({}, onward(), people, {}, names, seats).next.some(({ icon }) => icon === 'seat');
    };
    expect([seatsTold(0, ['adult']), seatsTold(3, ['adult', 'child'])]).toEqual([true, true]);
    expect([seatsTold(2, ['adult', 'infant']), seatsTold(4, ['adult', 'child', 'infant'])]).toEqual([false, false]);
  });

  test('leaves out an airport whose country nobody knows', () => {
    expect(where(leg('DXB', 'XXX'), leg('XXX', 'MAN'))).toEqual({ countries: ['GB'], city: 'City of MAN', setsOff: dubai, permit: false });
  });
});
