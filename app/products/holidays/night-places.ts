import type { RoutePlace } from './tour.ts';

/**
 * Where each night is spent, by index of the route; null for all when the stops do not account for every night
 * (a night on a train or in the air).
 */
export function nightPlaces(route: readonly Pick<RoutePlace, 'nights'>[], nights: number): readonly (number | null)[] {
  const places = route.flatMap((place, index) => Array.from({ length: place.nights }, () => index));
  return places.length === nights ? places : Array.from({ length: nights }, () => null);
}
