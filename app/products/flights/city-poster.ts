import { artOfPlace } from '#app/ui/poster/art-of-place.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { Places } from './world/places.ts';

/** The picture of a city; its code chooses the variation, the same on every page. */
export interface CityPoster {
  readonly place: string;
  readonly art: PosterArt;
}

/** `code` is an airport or a city; an airport shows its city. */
export function cityPoster(places: Places, code: string): CityPoster {
  const airport = places.airports.get(code) ?? places.byCode.get(code)?.airports[0];
  const city = airport?.metro ?? code;
  return { place: city, art: artOfPlace({ country: airport?.country ?? '', city }) };
}
