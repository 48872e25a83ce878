import { addMoney, money, scaleMoney, sumMoney } from '#app/values/money.ts';
import { childBase, infantBase } from '../engine/fare-model.ts';
import type { FareBrand, Offer, PassengerFare } from '../offer.ts';

/** What an offer needs to know of the allotment that one of its directions is sold from. */
export interface AllottedFare {
  readonly id: string;
  /** Base fare of one adult, minor units of AED. */
  readonly net: number;
  readonly withBag: boolean;
}

export const ownCode = 'own';
/** The booking class of group and series fares. */
const seriesClass = 'G';

/** `own.A1B2C+A3D4E.h1.EK332-20261205.EK333-20261219.Y`: an allotment for each direction, then the flights. */
export function formatOwnId(allotments: readonly string[], flights: string): string {
  return `${ownCode}.${allotments.join('+')}.${flights}`;
}

export function parseOwnId(text: string): { readonly allotments: readonly string[]; readonly flights: string } | null {
  const [, allotments, flights] = /^own\.(A[0-9A-Z]{5}(?:\+A[0-9A-Z]{5}){0,5})\.(h1\..+)$/.exec(text) ?? [];
  return allotments && flights ? { allotments: allotments.split('+'), flights } : null;
}

/**
 * The same flights at the fares agreed with the airline: one fare family, base fares in place of the published ones
 * (a child pays 75 % and an infant 10 % of them), taxes as they are. `left` are the seats of the fullest direction.
 */
export function ownOffer(offer: Offer, fares: readonly AllottedFare[], left: number): Offer {
  const nets = fares.map(({ net }) => net);
  // On tickets of their own the fares of children and babies are rounded one by one, and on one ticket as one.
  const apart = offer.tickets > 1 ? nets : [nets.reduce((sum, net) => sum + net, 0)];
  const withBag = fares.every((fare) => fare.withBag);
  const family = (withBag && offer.brands.find((brand) => brand.checkedBag !== null)) || offer.brands[0]!;
  // Agreed fares are one for the whole journey.
  const { byDirection: _published, ...flights } = offer;
  return {
    ...flights,
    id: formatOwnId(
      fares.map(({ id }) => id),
      offer.id,
    ),
    supplier: ownCode,
    slices: offer.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({ ...segment, bookingClass: seriesClass, seatsLeft: Math.min(9, left) })),
    })),
    brands: [withFares(family, apart)],
    seatsLeft: Math.min(9, left),
  };
}

function withFares(family: FareBrand, nets: readonly number[]): FareBrand {
  const fares = family.fares.map((fare): PassengerFare => ({ ...fare, base: money(baseOf(fare.type, nets), 'AED') }));
  const totals = fares.map(({ base, taxes, count }) =>
    scaleMoney(
      addMoney(
        base,
        sumMoney(
          taxes.map(({ amount }) => amount),
          'AED',
        ),
      ),
      count,
    ),
  );
  const { fareBasis, ...rules } = family;
  return {
    ...rules,
    fares,
    ...(fareBasis && { fareBasis: fareBasis.map((basis) => seriesClass + basis.slice(1)) }),
    fareTotal: sumMoney(totals, 'AED'),
  };
}

function baseOf(type: PassengerFare['type'], nets: readonly number[]): number {
  const each = (net: number) => (type === 'adult' ? net : type === 'child' ? childBase(net) : infantBase(net));
  return nets.reduce((sum, net) => sum + each(net), 0);
}
