import type { OrderDescription } from '../orders/order-description.ts';

/** A trip as far as its visas are concerned. Places are countries (ISO 3166 alpha-2) or airports and cities (IATA). */
export interface TripPlaces {
  readonly to: string;
  /** Where flights are changed without leaving the airport. */
  readonly via: readonly string[];
  /** Where the traveller goes into the country on the way: bags are collected, or the airport is changed. */
  readonly enters: readonly string[];
  readonly arrives: string | null;
  readonly leaves: string | null;
}

/** What is said of a trip to somebody who told their passport: one line, and where it is told in full. */
export interface TripLineSaid {
  readonly text: string;
  readonly tone: 'ok' | 'info' | 'warn' | 'danger' | 'plain';
  readonly href: string;
}

/** The query that asks for a line; the same trip has the same one. */
export function tripQuery({ to, via, enters, arrives, leaves }: TripPlaces): string {
  const listed = (name: string, places: readonly string[]) => [...new Set(places)].sort().map((place) => `&${name}=${place}`);
  return [
    `to=${to}`,
    arrives ? `&arrives=${arrives}` : '',
    leaves ? `&leaves=${leaves}` : '',
    ...listed('via', via),
    ...listed('enters', enters),
  ].join('');
}

const place = /^[A-Z]{2,3}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Null for a query that names no place. */
export function readTripQuery(params: URLSearchParams): TripPlaces | null {
  const to = params.get('to') ?? '';
  const date = (name: string) => (day.test(params.get(name) ?? '') ? params.get(name) : null);
  if (!place.test(to)) return null;
  const places = (name: string) =>
    params
      .getAll(name)
      .filter((code) => place.test(code))
      .slice(0, 4);
  return { to, via: places('via'), enters: places('enters'), arrives: date('arrives'), leaves: date('leaves') };
}

interface Stop {
  readonly airport: string;
  readonly departsFrom: string;
  readonly selfTransfer: boolean;
  readonly airportChange: boolean;
}

/** Stops between flights by what they ask of a passport: whoever collects bags or goes to another airport enters the country. */
export function stopsOf(stops: readonly Stop[]): Pick<TripPlaces, 'via' | 'enters'> {
  const landside = (stop: Stop) => stop.selfTransfer || stop.airportChange;
  return {
    via: stops.filter((stop) => !landside(stop)).map(({ airport }) => airport),
    enters: stops.filter(landside).flatMap(({ airport, departsFrom }) => [...new Set([airport, departsFrom])]),
  };
}

/** Where an order's journey leads, from how it is described: one stay for each direction but the way home. */
export function staysOf({ slices }: Pick<OrderDescription, 'slices'>): TripPlaces[] {
  const home = slices[0]?.segments[0]?.from.code;
  return slices.flatMap((slice, at) => {
    const last = slice.segments.at(-1);
    if (!last || last.to.code === home) return [];
    return [
      {
        to: last.to.code,
        ...stopsOf(
          slice.segments.flatMap(({ layover, from }) =>
            layover ? [{ ...layover, airport: layover.arrivesAt, departsFrom: from.code }] : [],
          ),
        ),
        arrives: last.to.local.slice(0, 10),
        leaves: slices[at + 1]?.segments[0]?.from.local.slice(0, 10) ?? null,
      },
    ];
  });
}
