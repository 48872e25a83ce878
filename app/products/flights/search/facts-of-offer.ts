import { bestScore } from '../engine/ranking.ts';
import type { OfferFacts } from './offer-facts.ts';
import { seatsNeeded } from '../offer.ts';
import type { LocalMoment, Offer, PassengerType } from '../offer.ts';

/** The filter record of a whole offer, for suppliers that answer with offers. Ranks by the first slice. */
export function factsOfOffer(offer: Offer, at: number): OfferFacts {
  const slice = offer.slices[0]!;
  const first = slice.segments[0]!;
  const last = slice.segments.at(-1)!;
  const brand = offer.brands[0]!;
  const layovers = slice.layovers.map(({ minutes }) => minutes);
  const price = brand.fareTotal.amount;
  return {
    supplier: offer.supplier,
    at,
    price,
    score: bestScore(price, seatsNeeded(offer.passengers), {
      minutes: slice.minutes,
      stops: slice.stops,
      overnights: slice.layovers.filter(({ overnight }) => overnight).length,
      tight: slice.layovers.filter(({ grade }) => grade === 'tight').length,
      airportChanges: slice.layovers.filter(({ airportChange }) => airportChange).length,
      selfTransfers: slice.layovers.filter(({ selfTransfer }) => selfTransfer).length,
    }),
    minutes: slice.minutes,
    stops: slice.stops,
    departs: clockMinutes(first.departs),
    arrives: clockMinutes(last.arrives),
    departsUtc: Date.parse(first.departs.utc) / 60_000,
    arrivesUtc: Date.parse(last.arrives.utc) / 60_000,
    from: first.from,
    to: last.to,
    ...(offer.country ? { country: offer.country } : {}),
    airlines: [...new Set(slice.segments.map(({ airline }) => airline))],
    validatingAirline: offer.validatingAirline,
    alliance: null,
    via: slice.layovers.map(({ airport }) => airport),
    shortestLayover: layovers.length ? Math.min(...layovers) : null,
    longestLayover: layovers.length ? Math.max(...layovers) : null,
    airportChange: slice.layovers.some(({ airportChange }) => airportChange),
    overnight: slice.layovers.some(({ overnight }) => overnight),
    selfTransfer: slice.layovers.some(({ selfTransfer }) => selfTransfer),
    aircraft: [...new Set(slice.segments.map(({ aircraft }) => aircraft))],
    families: offer.brands.map((each) => ({
      checkedBag: each.checkedBag !== null,
      refundable: each.refundBefore.permission,
      changeable: each.changeBefore.permission,
    })),
    fares: offer.brands.map(({ fares, fareTotal }) => {
      const base = (type: PassengerType) => fares.find((fare) => fare.type === type)?.base.amount ?? 0;
      return { adult: base('adult'), child: base('child'), infant: base('infant'), party: fareTotal.amount };
    }),
  };
}

function clockMinutes({ local }: LocalMoment): number {
  return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
}
