import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RegionCode } from '#app/values/regions.ts';
import type { TourCard } from './tour.ts';
import { listTourCards } from './tours-store.server.ts';

/** Top tours first, then the popular ones, then by price. */
export function inHouseOrder(a: TourCard, b: TourCard): number {
  return (
    Number(b.isTop) - Number(a.isTop) ||
    Number(b.isPopular) - Number(a.isPopular) ||
    a.price.amount - b.price.amount ||
    (a.id < b.id ? -1 : 1)
  );
}

export interface TourChoice {
  readonly top?: boolean;
  readonly popular?: boolean;
  readonly region?: RegionCode;
}

/** Tours on sale in the order the house shows them, in a language; prices are per person sharing a double room. */
export async function listTours(
  platform: Pick<Platform, 'db' | 'clock'>,
  language: LanguageCode,
  choice: TourChoice = {},
): Promise<TourCard[]> {
  const all = await listTourCards(platform, language);
  return all
    .filter(
      (tour) => (!choice.top || tour.isTop) && (!choice.popular || tour.isPopular) && (!choice.region || tour.region === choice.region),
    )
    .toSorted(inHouseOrder);
}
