import { artOfPlace, cityOf } from '#app/ui/poster/art-of-place.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';

/** The picture of a city; its code chooses the variation, the same on every page. */
export interface CityPoster {
  readonly place: string;
  readonly art: PosterArt;
}

/** `code` is an airport or a city; an airport shows its city. `country` is an ISO code, null where none is known. */
export const cityPoster = (code: string, country: string | null): CityPoster => ({
  place: cityOf(code),
  art: artOfPlace({ country: country ?? '', city: code }),
});
