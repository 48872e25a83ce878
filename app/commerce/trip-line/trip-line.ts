import type { OrderDescription } from '../orders/order-description.ts';

/** A trip as far as its visas are concerned. Places are countries (ISO 3166 alpha-2) or airports and cities (IATA). */
export interface TripPlaces {
  readonly to: string;
  readonly via: readonly string[];
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
export function tripQuery({ to, via, arrives, leaves }: TripPlaces): string {
  return `to=${to}${arrives ? `&arrives=${arrives}` : ''}${leaves ? `&leaves=${leaves}` : ''}${[...new Set(via)]
    .sort()
    .map((place) => `&via=${place}`)
    .join('')}`;
}

const place = /^[A-Z]{2,3}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Null for a query that names no place. */
export function readTripQuery(params: URLSearchParams): TripPlaces | null {
  const to = params.get('to') ?? '';
  const date = (name: string) => (day.test(params.get(name) ?? '') ? params.get(name) : null);
  if (!place.test(to)) return null;
  const via = params.getAll('via').filter((code) => place.test(code));
  return { to, via: via.slice(0, 4), arrives: date('arrives'), leaves: date('leaves') };
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
        via: slice.segments.slice(0, -1).map((segment) => segment.to.code),
        arrives: last.to.local.slice(0, 10),
        leaves: slices[at + 1]?.segments[0]?.from.local.slice(0, 10) ?? null,
      },
    ];
  });
}
