import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { money, roundHalfUp, type Money } from '#app/values/money.ts';
import type { RegionCode } from '#app/values/regions.ts';
import { bandsOf, type BookedTrip, type ExtraCode } from './party-rules.ts';

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

/** The price of one person sharing, on a departure day; never below the tour's own. */
export function priceOnDay(price: Money, region: RegionCode, setsOff: CalendarDate): Money {
  const day = setsOff.slice(5);
  const season = seasons.find(({ from, until, regions }) => day >= from && day <= until && (!regions || regions.includes(region)));
  if (!season) return price;
  return money(roundHalfUp((price.amount * (10_000 + season.adds)) / 10_000 / step) * step, price.currency);
}

/** Share of the price that a child or an infant pays; 7500 is 75 %. */
const shares = { adult: 10_000, child: 7500, infant: 1000 } as const;

/** Fils; `each`: for every traveller with a place of their own, else once. */
export const extraPrices: Readonly<Record<ExtraCode, { readonly amount: number; readonly each: boolean }>> = {
  transfer: { amount: 32_000, each: false },
  'day-room': { amount: 24_000, each: true },
  data: { amount: 6500, each: true },
};

export interface HolidaySale {
  readonly tourId: string;
  /** Of one person sharing on this departure. */
  readonly price: Money;
  readonly singleSupplement: Money;
  readonly trip: BookedTrip;
}

/** What a trip costs, traveller by traveller. Who has a room alone is one of the first grown-ups. */
export function holidayCharges({ tourId, price, singleSupplement, trip }: HolidaySale): Charge[] {
  const bands = bandsOf(trip);
  const positions = (wanted: (band: (typeof bands)[number]) => boolean) =>
    bands.flatMap((band, position) => (wanted(band) ? [position] : []));
  const tours = (['adult', 'child', 'infant'] as const).map((band): Charge => ({
    kind: 'tour',
    code: `${tourId}/${band}`,
    nameKey: 'price:line.tour',
    travellers: positions((one) => one === band),
    each: money(roundHalfUp((price.amount * shares[band]) / 10_000), price.currency),
    facts: { traveller: band },
  }));
  const alone: Charge = {
    kind: 'room',
    code: 'single',
    nameKey: 'price:line.room',
    travellers: positions((band) => band === 'adult').slice(0, trip.rooms.single),
    each: singleSupplement,
  };
  const extras = trip.extras.map((code): Charge => ({
    kind: 'extra',
    code,
    nameKey: 'price:line.extra',
    travellers: extraPrices[code].each ? positions((band) => band !== 'infant') : [0],
    each: money(extraPrices[code].amount, 'AED'),
  }));
  return [...tours, alone, ...extras];
}

export function quoteHoliday(sale: HolidaySale, rules: PricingRules, times: { quotedAt: string; expiresAt: string }): Quote {
  return quote({ charges: holidayCharges(sale), travellers: bandsOf(sale.trip), rules, facts: { product: 'holiday' }, ...times });
}
