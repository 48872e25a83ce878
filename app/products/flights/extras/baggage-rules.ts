import type { BaggageAllowance, Segment, Slice } from '../offer.ts';

/*
 * Whose baggage rules hold on a direction that several airlines fly (IATA Resolution 302), and which way of counting bags an
 * allowance is made in. One ticket's bags are under one airline's rules from where they are given to where they are taken.
 */

/** IATA's areas with their parts; a country that is missing is of Africa (in area 2), as most that are left are. */
const subAreas: Readonly<Record<string, string>> = {
  '1-north': 'US CA MX PM GL',
  '1-central': 'BZ CR GT HN NI SV',
  '1-caribbean': 'AG AI AW BB BL BM BQ BS CU CW DM DO GD GF GP GY HT JM KN KY LC MF MQ MS PR SR SX TC TT VC VG VI',
  '1-south': 'AR BO BR CL CO EC FK PA PE PY UY VE',
  '2-europe':
    'AD AL AM AT AX AZ BA BE BG BY CH CY CZ DE DK DZ EE ES FI FO FR GB GE GG GI GR HR HU IE IM IS IT JE LI LT LU LV MA MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM TN TR UA VA XK',
  '2-middle-east': 'AE BH EG IL IQ IR JO KW LB OM PS QA SA SD SY YE',
  '3-south-asian': 'AF BD BT IN LK MV NP PK',
  '3-japan-korea': 'JP KP KR',
  '3-south-east': 'BN CC CN CX FM GU HK ID KG KH KZ LA MH MM MN MO MP MY PH PW SG TH TJ TL TM TW UZ VN',
  '3-south-west-pacific': 'AS AU CK FJ KI NC NF NR NU NZ PF PG PN SB TO TV VU WF WS',
};
const subAreaOf = new Map(Object.entries(subAreas).flatMap(([area, countries]) => countries.split(' ').map((country) => [country, area])));

export type Significance = 'only' | 'us-canada' | 'area' | 'sub-area' | 'border' | 'first';

export interface SignificantCarrier {
  readonly airline: string;
  /** Why it is this one. */
  readonly by: Significance;
}

type Flown = Pick<Segment, 'airline' | 'from' | 'to'>;

/**
 * The airline whose baggage rules hold on a direction; `journey` are all directions of the ticket: where one of them begins or
 * ends in the United States or Canada, its first airline's hold on all of it.
 */
export function significantCarrier(
  flights: readonly Flown[],
  journey: readonly (readonly Flown[])[],
  country: (airport: string) => string | null,
): SignificantCarrier {
  const [first] = flights;
  if (new Set(flights.map(({ airline }) => airline)).size === 1) return { airline: first!.airline, by: 'only' };
  const ends = journey.flatMap((way) => [way[0]!.from, way.at(-1)!.to]).map(country);
  if (ends.some((end) => end === 'US' || end === 'CA')) return { airline: journey[0]![0]!.airline, by: 'us-canada' };
  const part = (airport: string) => subAreaOf.get(country(airport) ?? '') ?? '2-africa';
  const area = (airport: string) => part(airport).slice(0, 1);
  const areas = new Set(flights.flatMap(({ from, to }) => [area(from), area(to)]));
  const crosses = (of: (airport: string) => string | null) => flights.find(({ from, to }) => of(from) !== of(to));
  // Over all three areas it is whoever crosses between the Americas and Europe, Africa or the Middle East.
  const atlantic = areas.size === 3 && flights.find(({ from, to }) => [area(from), area(to)].toSorted().join('') === '12');
  const by = [
    ['area', atlantic || crosses(area)],
    ['sub-area', crosses(part)],
    ['border', crosses(country)],
    ['first', first],
  ] as const;
  const [reason, flight] = by.find(([, one]) => one)!;
  return { airline: (flight as Flown).airline, by: reason };
}

/** Whose rules hold on each direction of a ticket; within one in which bags are collected and given anew it is one ticket each. */
export function bagCarriers(slices: readonly Pick<Slice, 'segments'>[], country: (airport: string) => string | null): SignificantCarrier[] {
  const journey = slices.map(({ segments }) => segments);
  return slices.map(({ segments }) => significantCarrier(segments, journey, country));
}

/** By the piece each bag is weighed for itself; by weight all of them together. Null: the airline does not say. */
export function bagConcept(bag: BaggageAllowance): 'piece' | 'weight' | null {
  if (bag.pieces !== null) return 'piece';
  return bag.kilograms === null ? null : 'weight';
}
