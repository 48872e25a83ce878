import type { Platform } from '#app/platform/platform.server.ts';
import { showTours, todayAtDesk, type TourOnList } from '#app/products/holidays/find-tours.server.ts';
import { regionCodes, type RegionCode } from '#app/values/regions.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** The three that the specification names stand first. */
const topTrips = ['best-of-italy', 'best-of-portugal', 'spanish-wonder'];
const shownItineraries = 5;
const monthsAhead = 12;

export interface HomeTour extends Pick<TourOnList, 'id' | 'title' | 'tagline' | 'days' | 'price' | 'poster' | 'route'> {
  readonly next: string | null;
}

export interface HomeTours {
  readonly top: readonly HomeTour[];
  readonly itineraries: readonly HomeTour[];
  readonly regions: readonly { readonly id: RegionCode; readonly tours: number }[];
  /** The months one may look for, as YYYY-MM. */
  readonly months: readonly string[];
}

/** What the home page shows of the tours on sale. */
export async function findHomeTours(platform: Platform, language: LanguageCode): Promise<HomeTours> {
  const tours = await showTours(platform, language);
  const rank = ({ id }: TourOnList) => (topTrips.includes(id) ? topTrips.indexOf(id) : topTrips.length);
  const top = tours
    .filter((tour) => tour.isTop)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 3);
  const itineraries = tours.filter((tour) => tour.isPopular && !top.includes(tour)).slice(0, shownItineraries);
  const [year, month] = todayAtDesk(platform).split('-').map(Number) as [number, number];
  return {
    top: top.map(homeTour),
    itineraries: itineraries.map(homeTour),
    regions: regionCodes.map((id) => ({ id, tours: tours.filter((tour) => tour.region === id).length })),
    months: Array.from({ length: monthsAhead }, (_, at) => {
      const index = month - 1 + at;
      return `${year + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
    }),
  };
}

const homeTour = ({ id, title, tagline, days, price, poster, route, next }: TourOnList): HomeTour => ({
  id,
  title,
  tagline,
  days,
  price,
  poster,
  route,
  next: next[0] ?? null,
});
