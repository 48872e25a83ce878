import { summarise, type SummaryLine } from '#app/commerce/pricing/quote-summary.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Money } from '#app/values/money.ts';
import { basisBySegment, brandOf, mixedCabins } from '../fares/fare-rules.ts';
import type { Flights } from '../flights-context.ts';
import type { BaggageAllowance, FareRule, Passengers, Permission } from '../offer.ts';
import { wordsIn } from '../search/open-results.server.ts';
import { airportNames, cardSlice, type CardSlice } from '../search/results-view.ts';
import { perTraveller, type EachTraveller } from './each-traveller.ts';
import type { PickedOption } from './flight-quotes-store.server.ts';

/** An option as a page shows it: flights, rules and price, nothing of who travels. */
export interface ShownOption {
  readonly number: number;
  readonly slices: readonly { readonly from: string; readonly to: string; readonly slice: CardSlice }[];
  readonly airports: Readonly<Record<string, string>>;
  readonly airline: string;
  readonly cabin: string;
  readonly mixedCabins: readonly string[] | null;
  readonly brandNameKey: string;
  readonly cabinBag: BaggageAllowance | null;
  readonly checkedBag: BaggageAllowance | null;
  readonly change: FareRule;
  readonly refund: FareRule;
  readonly seatChoice: Permission;
  readonly tickets: number;
  readonly co2: number;
  readonly passengers: Passengers;
  readonly total: Money;
  /** What each kind of traveller pays, one of them. */
  readonly each: readonly EachTraveller[];
  readonly lines: readonly SummaryLine[];
  readonly pricedAt: string;
}

export function showOption(
  flights: Flights,
  number: number,
  { offer, brand: code, price }: PickedOption,
  language: LanguageCode,
): ShownOption {
  const words = wordsIn(flights, language);
  const brand = brandOf(offer, code);
  const bases = basisBySegment([{ offer, brand }]);
  const slices = offer.slices.map((slice) => cardSlice(slice, words, { bases }));
  return {
    number,
    slices: slices.map((slice) => ({
      from: flights.geography.city(slice.from, language),
      to: flights.geography.city(slice.to, language),
      slice,
    })),
    airports: airportNames(slices, words),
    airline: flights.geography.airline(offer.validatingAirline),
    cabin: offer.cabin,
    mixedCabins: mixedCabins(offer),
    brandNameKey: brand.nameKey,
    cabinBag: brand.cabinBag,
    checkedBag: brand.checkedBag,
    change: brand.changeBefore,
    refund: brand.refundBefore,
    seatChoice: brand.seatChoice,
    tickets: offer.tickets,
    co2: offer.co2.kilograms,
    passengers: offer.passengers,
    total: price.total,
    each: perTraveller(price, offer.passengers),
    lines: summarise(price),
    pricedAt: price.quotedAt,
  };
}
