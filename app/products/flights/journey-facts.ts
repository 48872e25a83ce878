import type { CalendarDate } from '#app/values/dates.ts';
import type { Stay } from './booking/document-rules.ts';
import { journeyDates } from './extras/extras-price.ts';
import { joinTickets } from './join-tickets.ts';
import type { Offer, PassengerType, Slice } from './offer.ts';
import type { TravelDates } from './booking/passenger-eligibility.ts';

/** What the travellers' rules need to know of the journey; plain data. */
export interface JourneyFacts {
  readonly types: readonly PassengerType[];
  readonly flights: TravelDates;
  /** Last day of the journey, arrivals included. */
  readonly lastDay: CalendarDate;
  readonly stays: readonly Stay[];
  /** Countries in which flights are changed without entering them, with the day. */
  readonly transits: readonly Stay[];
  /** A border is crossed: passports are asked for. */
  readonly international: boolean;
  readonly validatingAirline: string;
  /** Whoever writes a ticket for it, the first contract's first. */
  readonly issuers: readonly string[];
  /** Marketing airlines, for frequent flyer numbers. */
  readonly airlines: readonly string[];
}

/** Reads a journey. `country` gives ISO codes of airports; an unknown airport counts as abroad, to be safe. */
export function journeyFacts(
  offers: readonly Offer[],
  types: readonly PassengerType[],
  country: (airport: string) => string | null,
): JourneyFacts {
  const slices = joinTickets(offers);
  const segments = slices.flatMap((slice) => slice.segments);
  const dates = journeyDates(offers);
  const countries = new Set(segments.flatMap((segment) => [country(segment.from) ?? segment.from, country(segment.to) ?? segment.to]));
  const stays = slices.flatMap((slice, index): Stay[] => {
    const where = country(slice.to);
    if (!where) return [];
    const next = slices[index + 1];
    return [
      ...staysOnTheWay(slice, country),
      {
        country: where,
        arrives: slice.segments.at(-1)!.arrives.local.slice(0, 10) as CalendarDate,
        leaves: next ? (next.segments[0]!.departs.local.slice(0, 10) as CalendarDate) : null,
      },
    ];
  });
  return {
    types,
    flights: { first: dates.first, last: dates.lastFlight },
    lastDay: dates.last,
    stays,
    transits: slices.flatMap((slice) => airsideOf(slice, country)),
    international: countries.size > 1,
    validatingAirline: offers[0]?.validatingAirline ?? '',
    issuers: [...new Set(offers.map(({ validatingAirline }) => validatingAirline))],
    airlines: [...new Set(segments.map((segment) => segment.airline))],
  };
}

/** Where flights are changed inside the airport of a third country. */
function airsideOf({ from, to, segments, layovers }: Slice, country: (airport: string) => string | null): Stay[] {
  const ends = [from, to].map(country);
  return layovers.flatMap(({ airport, selfTransfer, airportChange }, index): Stay[] => {
    const where = country(airport);
    if (!where || selfTransfer || airportChange || ends.includes(where)) return [];
    const day = (local: string) => local.slice(0, 10) as CalendarDate;
    return [{ country: where, arrives: day(segments[index]!.arrives.local), leaves: day(segments[index + 1]!.departs.local) }];
  });
}

/** Whoever collects bags or goes to another airport enters the country; its own end tells of where the direction leads. */
function staysOnTheWay({ from, to, segments, layovers }: Slice, country: (airport: string) => string | null): Stay[] {
  return layovers.flatMap(({ airport, selfTransfer, airportChange }, index): Stay[] => {
    const where = country(airport);
    if (!where || !(selfTransfer || airportChange) || where === country(from) || where === country(to)) return [];
    const day = (local: string) => local.slice(0, 10) as CalendarDate;
    return [{ country: where, arrives: day(segments[index]!.arrives.local), leaves: day(segments[index + 1]!.departs.local) }];
  });
}
