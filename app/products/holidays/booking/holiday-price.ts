import { saleFacts, type SaleFacts } from '#app/commerce/pricing/policy.ts';
import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { money, roundHalfUp, type Money } from '#app/values/money.ts';
import type { RegionCode } from '#app/values/regions.ts';
import type { ExtraCode, TourTerms } from '../tour.ts';
import { bandsOf, type BookedTrip } from './party-rules.ts';

/** Days of the year, MM-DD, on which rooms cost more, and by how much; 1500 is 15 %. The first that fits counts. */
const seasons: readonly {
  readonly from: string;
  readonly until: string;
  readonly adds: number;
  readonly regions?: readonly RegionCode[];
}[] = [
  { from: '12-18', until: '12-31', adds: 1500 },
  { from: '01-01', until: '01-04', adds: 1500 },
  { from: '06-20', until: '08-31', adds: 900, regions: ['europe', 'usa-canada'] },
  { from: '07-10', until: '09-05', adds: 600, regions: ['africa-middle-east', 'asia', 'latin-america'] },
];
/** Prices are whole tens of dirhams. */
const step = 1000;

/** The price of one person sharing, on a departure day: of the tour's own season, else as the seasons of the house have it. */
export function priceOnDay(price: Money, region: RegionCode, setsOff: CalendarDate, own: TourTerms['seasons'] = null): Money {
  const day = setsOff.slice(5);
  if (own) {
    // A season may lie over the turn of the year.
    const mine = own.find(({ from, until }) => (from <= until ? day >= from && day <= until : day >= from || day <= until));
    return mine ? money(mine.price, price.currency) : price;
  }
  const season = seasons.find(({ from, until, regions }) => day >= from && day <= until && (!regions || regions.includes(region)));
  if (!season) return price;
  return money(roundHalfUp((price.amount * (10_000 + season.adds)) / 10_000 / step) * step, price.currency);
}

/** What a tour asks that says nothing else. */
export const houseTerms: TourTerms = {
  seasons: null,
  tripleLess: 0,
  childPercent: 75,
  infantPercent: 10,
  extras: { transfer: 32_000, 'day-room': 24_000, data: 6500 },
};

/** Extras that every traveller with a place of their own pays; the others are paid once. */
export const extraForEach: Readonly<Record<ExtraCode, boolean>> = { transfer: false, 'day-room': true, data: true };

export interface HolidaySale {
  readonly tourId: string;
  /** Of one person sharing on this departure. */
  readonly price: Money;
  readonly singleSupplement: Money;
  /** Null: those of the house. */
  readonly terms: TourTerms | null;
  readonly trip: BookedTrip;
}

/** What a trip costs, traveller by traveller. Who has a room alone is one of the first grown-ups. */
export function holidayCharges({ tourId, price, singleSupplement, terms: own, trip }: HolidaySale): Charge[] {
  const terms = own ?? houseTerms;
  const bands = bandsOf(trip);
  const positions = (wanted: (band: (typeof bands)[number]) => boolean) =>
    bands.flatMap((band, position) => (wanted(band) ? [position] : []));
  const adults = positions((band) => band === 'adult');
  // Grown-ups in rooms of three are the ones after those with a room alone.
  const inThree = terms.tripleLess > 0 ? adults.slice(trip.rooms.single, trip.rooms.single + trip.rooms.triple * 3) : [];
  // The same people in rooms of another kind go on the same tour.
  const otherRoom: Readonly<Record<string, string>> = { adult: 'adult-in-three', 'adult-in-three': 'adult' };
  const tour = (band: string, code: string, travellers: number[], percent: number, less = 0): Charge => ({
    kind: 'tour',
    code: `${tourId}/${code}`,
    ...(otherRoom[code] ? { wasCode: `${tourId}/${otherRoom[code]}` } : {}),
    nameKey: 'price:line.tour',
    travellers,
    each: money(roundHalfUp((price.amount * percent) / 100) - less, price.currency),
    facts: { traveller: band },
  });
  const tours = [
    tour(
      'adult',
      'adult',
      adults.filter((position) => !inThree.includes(position)),
      100,
    ),
    tour('adult', 'adult-in-three', inThree, 100, terms.tripleLess),
    tour(
      'child',
      'child',
      positions((band) => band === 'child'),
      terms.childPercent,
    ),
    tour(
      'infant',
      'infant',
      positions((band) => band === 'infant'),
      terms.infantPercent,
    ),
  ].filter(({ code, travellers }) => travellers.length > 0 || !code.endsWith('/adult-in-three'));
  const alone: Charge = {
    kind: 'room',
    code: 'single',
    nameKey: 'price:line.room',
    travellers: positions((band) => band === 'adult').slice(0, trip.rooms.single),
    each: singleSupplement,
  };
  const extras = trip.extras.flatMap((code): Charge[] => {
    const amount = terms.extras[code];
    return amount === null
      ? []
      : [
          {
            kind: 'extra',
            code,
            nameKey: 'price:line.extra',
            travellers: extraForEach[code] ? positions((band) => band !== 'infant') : [0],
            each: money(amount, 'AED'),
          },
        ];
  });
  return [...tours, alone, ...extras];
}

export function quoteHoliday(
  sale: HolidaySale,
  rules: PricingRules,
  times: { quotedAt: string; expiresAt: string },
  known: SaleFacts = {},
): Quote {
  const facts = saleFacts('holiday', { item: sale.tourId, ...known });
  return quote({ charges: holidayCharges(sale), travellers: bandsOf(sale.trip), rules, facts, ...times });
}
