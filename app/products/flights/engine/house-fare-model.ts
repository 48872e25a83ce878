import type { HouseFares } from '../fares/base-fare.ts';
import { fareFamiliesOf } from '../fares/fare-families.ts';
import type { FareFamily } from '../fares/fare-families.ts';
import { airportTaxes } from '../fares/taxes.ts';
import type { TaxTable } from '../fares/taxes.ts';
import { cabinsInOrder } from '../offer.ts';
import type { FareModel } from './fare-model.ts';
import type { FlightIndex } from './flight-index.ts';

/** The fares, families and taxes of the house inventory as the search wants them. */
export function houseFareModel(index: FlightIndex, fares: HouseFares, taxes: TaxTable): FareModel {
  const { airlines, airports } = index.timetable;
  const countries = airports.map(({ country }) => country);
  const { row } = index;
  // [(airline * 4 + cabin) * 2 + longHaul]
  const withBag = airlines.flatMap(({ kind, country }) =>
    cabinsInOrder.flatMap((cabin) => [false, true].map((longHaul) => cheapestWithBag(fareFamiliesOf(kind, country, cabin, longHaul)))),
  );
  const at = (airline: number, cabin: number, longHaul: boolean) => (airline * 4 + cabin) * 2 + (longHaul ? 1 : 0);
  return {
    sector: (flight, day, cabin, seats, sold) => fares.lowestFareFils(row[flight]!, day, cabin, seats, sold),
    floor: (flight, cabin) => fares.floorFils(row[flight]!, cabin),
    dayFloor: fares.dayFloor,
    taxes: [airportTaxes(taxes, countries, false), airportTaxes(taxes, countries, true)],
    bagPermille: (airline, cabin, longHaul) => withBag[at(airline, cabin, longHaul)]!.farePermille,
    bagFils: (airline, cabin, longHaul) => withBag[at(airline, cabin, longHaul)]!.fareFils,
  };
}

/** The cheapest family with a checked bag; the dearest family where none has one. */
export function cheapestWithBag(families: readonly FareFamily[]): FareFamily {
  return families.find(({ checkedBag }) => checkedBag !== null) ?? families.at(-1)!;
}
