import type { SayTripLine } from '#app/commerce/trip-line/trip-line-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { sayTripLine } from '#app/products/visas/requirements/say-trip-line.server.ts';

/** Joins what flights know of airports with what visas know of countries. */
export function openTripLines(platform: Pick<Platform, 'db' | 'clock'>, { geography }: Pick<Flights, 'geography'>): SayTripLine {
  const countryOf = (place: string) => (place.length === 2 ? place : geography.country(place));
  return async (trip, whom, language) => {
    const to = countryOf(trip.to);
    if (!to) return null;
    const elsewhere = (places: readonly string[]) => places.flatMap((place) => countryOf(place) ?? []).filter((country) => country !== to);
    return sayTripLine(platform, { ...trip, to, via: elsewhere(trip.via), enters: elsewhere(trip.enters) }, whom, language);
  };
}
