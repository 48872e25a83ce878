import { standardRate, vatOfPlace } from '#app/commerce/pricing/vat-of-place.ts';
import type { VatRule } from '#app/commerce/pricing/quote.ts';
import { roundHalfUp } from '#app/values/money.ts';
import type { StayCountry } from './staycation.ts';

interface Fees {
  /** Of the room, in basis points. */
  readonly service: number;
  readonly municipality: number;
  /** Of the room where it is a share; where it is a sum for each room and night, see `tourismFlat`. */
  readonly tourism: number;
}

/** As hotels of the Emirates, Oman and Saudi Arabia bill them: the service charge bears VAT, what goes on to an authority does not. */
const fees: Readonly<Record<StayCountry, Fees>> = {
  AE: { service: 1000, municipality: 700, tourism: 0 },
  OM: { service: 800, municipality: 500, tourism: 400 },
  SA: { service: 0, municipality: 250, tourism: 0 },
};

/** Tourism dirham of the Emirates: for each room and night by the stars of the house, in fils. */
const tourismDirham: Readonly<Record<number, number>> = { 5: 2000, 4: 1500, 3: 1000 };
const leastDirham = 700;

/** The VAT of the country in which the house stands; `standard` is that of the Emirates on the day of sale. */
export const vatOfStay = (country: StayCountry, standard = standardRate): VatRule => vatOfPlace(country, standard);

function tourismFlat(country: StayCountry, stars: number): number {
  return country === 'AE' ? (tourismDirham[stars] ?? leastDirham) : 0;
}

/** What a price that includes everything consists of; minor units, adding up to it. Room and service include their VAT. */
export interface StayParts {
  readonly room: number;
  readonly service: number;
  readonly municipality: number;
  readonly tourism: number;
}

/** Takes the price of one room for its nights apart. What is left by rounding stays with the room. */
export function partsOfPrice(
  gross: number,
  nights: number,
  house: { readonly country: StayCountry; readonly stars: number },
  standard = standardRate,
): StayParts {
  const { service, municipality, tourism } = fees[house.country];
  const vat = vatOfStay(house.country, standard).basisPoints;
  const flat = Math.min(tourismFlat(house.country, house.stars) * nights, gross);
  const share = (basisPoints: number) => basisPoints / 10_000;
  const net = (gross - flat) / ((1 + share(service)) * (1 + share(vat)) + share(municipality) + share(tourism));
  const parts = {
    service: roundHalfUp(net * share(service) * (1 + share(vat))),
    municipality: roundHalfUp(net * share(municipality)),
    tourism: roundHalfUp(net * share(tourism)) + flat,
  };
  return { room: gross - parts.service - parts.municipality - parts.tourism, ...parts };
}
