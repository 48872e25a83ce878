import { readFlightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { showAlertsOf, type ShownAlert } from '#app/commerce/price-alerts/show-alerts.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { PagePatience } from '#app/products/flights/search/page-patience.ts';
import { searchOfThing, watchedFlights } from '#app/products/flights/search/watched-flights.server.ts';
import { formatSearch } from '#app/products/flights/search/flight-search-form.ts';
import { watchedTours } from '#app/products/holidays/watched-tours.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { describeFavorites, type ShownFavorite } from '../favorites/describe-favorites.server.ts';

export interface WatchedThing {
  readonly kind: 'flight' | 'tour';
  readonly thing: string;
  readonly title: string;
  readonly flight: ShownFavorite['flight'];
  readonly poster: ShownFavorite['poster'];
  readonly to: string;
  /** Of one person, today; null while there is none to be had. Undefined: not known, because a source did not answer. */
  readonly lowest: Money | null | undefined;
  /** What whoever is signed in watches it at; null for guests, too. */
  readonly alert: ShownAlert | null;
}

/** A flight or tour whose price can be watched; null for what is not sold, or not any more. */
export async function openPriceAlert(
  platform: Platform,
  flights: Flights,
  { thing, viewer, language }: { readonly thing: string; readonly viewer: Viewer; readonly language: LanguageCode },
): Promise<WatchedThing | null> {
  const search = searchOfThing(thing);
  const kind = readFlightThing(thing) ? 'flight' : 'tour';
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const [shown] = await describeFavorites(platform, flights.geography, [{ kind, thing, title: '', keptAt: '' }], language, today);
  if (shown?.state !== 'sold') return null;
  const watched = search ? watchedFlights(platform, flights, new PagePatience()) : watchedTours(platform);
  const [price, alerts] = await Promise.all([
    watched.lowest(thing, platform.clock.now()),
    viewer.kind === 'anonymous' ? null : showAlertsOf(platform.db, viewer.user.id, today),
  ]);
  if (price === 'over') return null;
  const lowest = price.lowest ?? (price.whole ? null : undefined);
  const { title, flight, poster } = shown;
  const to = search ? `/flight-search-results?${formatSearch(search)}` : shown.to;
  return { kind, thing, title, flight, poster, to, lowest, alert: alerts?.[thing] ?? null };
}
