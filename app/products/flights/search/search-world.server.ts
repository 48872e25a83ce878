import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import {
  checkSearch,
  checkWatched,
  salesDays,
  type CheckedSearch,
  type SearchErrors,
  type SearchFields,
  type SearchWorld,
} from './flight-search-form.ts';
import type { Flights } from '../flights-context.ts';
import { findPlace } from '../world/places.ts';
import { placeLabel, resolvePlace } from './resolve-place.ts';

/** Where the house stands: its day counts where no other place is known. */
const houseZone = 'Asia/Dubai';

/** What the checks of the search form ask of the world, for one visitor at one moment. */
export function searchWorldOf({ world }: Flights, language: LanguageCode, now: Instant): SearchWorld {
  return {
    resolve: (typed) => resolvePlace(world.places, typed, language),
    todayAt: (code) => dateIn(findPlace(world.places, code, language)?.zone ?? houseZone, now),
  };
}

/** Everything the search form needs to be drawn. */
export interface FormFacts {
  readonly fields: SearchFields;
  readonly errors: SearchErrors;
  readonly placeLabels: Readonly<Record<string, string>>;
  readonly today: CalendarDate;
  readonly lastDay: CalendarDate;
}

export function formFactsOf(
  { world }: Flights,
  fields: SearchFields,
  checked: CheckedSearch | null,
  language: LanguageCode,
  now: Instant,
): FormFacts {
  const errors = checked && !checked.ok ? checked.errors : {};
  const codes = new Set<string>();
  for (const leg of fields.legs) for (const typed of [leg.from, leg.to]) if (/^[A-Za-z]{3}$/.test(typed)) codes.add(typed);
  for (const error of Object.values(errors)) for (const code of error.options ?? []) codes.add(code);
  const placeLabels: Record<string, string> = {};
  for (const code of codes)
    if (findPlace(world.places, code.toUpperCase(), language)) placeLabels[code] = placeLabel(world.places, code.toUpperCase(), language);
  const today = dateIn(houseZone, now);
  return { fields, errors, placeLabels, today, lastDay: addDays(today, salesDays) };
}

export function checkFields(flights: Flights, fields: SearchFields, language: LanguageCode, now: Instant): CheckedSearch {
  return checkSearch(fields, searchWorldOf(flights, language, now));
}

/** The price that a form asks to hear of. */
export function checkWatchedFields(flights: Flights, fields: SearchFields, language: LanguageCode, now: Instant): CheckedSearch {
  return checkWatched(fields, searchWorldOf(flights, language, now), dateIn(houseZone, now));
}
