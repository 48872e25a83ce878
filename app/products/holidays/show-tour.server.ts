import { openChoices } from '#app/commerce/bookings/payment-plan-rules.ts';
import { findPhotos } from '#app/commerce/supply/photographs-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { ratingAsData, type ProductRating } from '#app/ui/product-data.ts';
import type { Photo } from '#app/ui/poster/poster-names.ts';
import { addDays, type CalendarDate, parseCalendarDate } from '#app/values/dates.ts';
import { addMoney, decimalString, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { listDepartures, type Departure } from './booking/departures-store.server.ts';
import { planTermsOf } from './booking/holiday-terms.ts';
import { showTours, todayAtDesk, type TourOnList } from './find-tours.server.ts';
import { nightPlaces } from './night-places.ts';
import { balanceDue, cancellationSteps, depositOf, type CancellationStep } from './tour-cancellation-rules.ts';
import type { Tour } from './tour.ts';
import { findTour } from './tours-store.server.ts';

export interface ShownDay {
  readonly number: number;
  /** The date on the departure that is shown; null without departures. */
  readonly date: CalendarDate | null;
  readonly title: string;
  readonly text: string;
  /** Letters of B, L, D. */
  readonly meals: string;
  /** Name of the place where the night is spent; null on the last day, and where it is not known. */
  readonly sleepsIn: string | null;
}

export interface ShownTour {
  readonly tour: Tour;
  readonly countries: readonly { readonly code: string; readonly name: string }[];
  readonly days: readonly ShownDay[];
  readonly departures: readonly (Pick<Departure, 'price' | 'left' | 'state' | 'guaranteed'> & {
    readonly from: CalendarDate;
    readonly until: CalendarDate;
  })[];
  /** The departure that dates and terms on the page are reckoned for; null when there is none to come. */
  readonly chosen: {
    readonly from: CalendarDate;
    readonly until: CalendarDate;
    readonly state: Departure['state'];
    /** Of one person sharing, on this departure. */
    readonly price: Money;
    /** What is paid at the booking, and by when the rest; null: the day of the rest is over, all is paid at once. */
    readonly parts: { readonly deposit: Money; readonly balanceDue: CalendarDate } | null;
    readonly steps: readonly CancellationStep[];
  } | null;
  /** A departure was asked for that is not sold; `chosen` is the next one. */
  readonly lost: boolean;
  /** The price with a room of one's own. */
  readonly alone: Money;
  readonly others: readonly TourOnList[];
  /** What stands in place of the poster; null: nothing does. */
  readonly photo: Photo | null;
}

const mostDepartures = 24;
const mostOthers = 3;

/** A tour with its days dated, its departures and its terms; null when there is none of this id. */
export async function showTour(
  platform: Platform,
  id: string,
  language: LanguageCode,
  departure: string | null,
): Promise<ShownTour | null> {
  const tour = await findTour(platform.db, id, language);
  if (!tour) return null;
  const today = todayAtDesk(platform);
  const listed = await listDepartures(platform.db, platform.clock.now(), tour, today);
  const asked = parseCalendarDate(departure ?? '');
  const first = listed.find(({ state }) => state === 'open') ?? listed[0];
  const chosen = listed.find(({ setsOff }) => setsOff === asked) ?? first ?? null;
  const from = chosen?.setsOff ?? null;
  const price = chosen?.price ?? tour.price;
  const until = (day: CalendarDate) => addDays(day, tour.days - 1);
  const nights = nightPlaces(tour.route, tour.nights);
  const sold = await showTours(platform, language);
  const others = [...sold.filter((other) => other.region === tour.region), ...sold.filter((other) => other.region !== tour.region)];
  return {
    tour,
    countries: tour.countries.map((code) => ({ code, name: countryName(code, language) })),
    days: tour.words.days.map(({ title, text }, index) => {
      const place = nights[index] ?? null;
      return {
        number: index + 1,
        date: from && addDays(from, index),
        title,
        text,
        meals: tour.meals[index] ?? '',
        sleepsIn: place === null ? null : (tour.route[place]?.name ?? null),
      };
    }),
    departures: listed.slice(0, mostDepartures).map(({ setsOff, ...sold }) => ({ ...sold, from: setsOff, until: until(setsOff) })),
    chosen: chosen &&
      from && {
        from,
        until: until(from),
        state: chosen.state,
        price,
        parts: openChoices(planTermsOf(tour.depositPercent), from, today).includes('deposit')
          ? { deposit: depositOf(price, tour.depositPercent), balanceDue: balanceDue(from) }
          : null,
        steps: cancellationSteps(from, today, price, tour.depositPercent),
      },
    lost: Boolean(departure) && chosen?.setsOff !== asked,
    alone: addMoney(price, tour.singleSupplement),
    others: others.filter((other) => other.id !== id).slice(0, mostOthers),
    photo: (await findPhotos(platform.db, 'tour', id, language))[0] ?? null,
  };
}

/** schema.org facts of a tour and of the way to it. `home` is the public address. */
export function tourAsData(
  { tour, chosen }: ShownTour,
  rating: ProductRating,
  home: string,
  trail: readonly { name: string; path: string }[],
): object[] {
  const url = `${home}/tour/${tour.id}`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': ['Product', 'TouristTrip'],
      name: tour.words.title,
      description: tour.words.summary,
      url,
      touristType: tour.styles,
      itinerary: tour.route.map((place) => ({
        '@type': 'Place',
        name: place.name,
        geo: { '@type': 'GeoCoordinates', latitude: place.latitude, longitude: place.longitude },
      })),
      ...(chosen && {
        offers: {
          '@type': 'Offer',
          url,
          price: decimalString(chosen.price),
          priceCurrency: chosen.price.currency,
          availability: 'https://schema.org/LimitedAvailability',
          availabilityStarts: chosen.from,
        },
      }),
      ...ratingAsData(rating),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: trail.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: home + path })),
    },
  ];
}
