import type { LanguageCode } from '#app/values/preferences.ts';
import type { Flights } from '../flights-context.ts';
import type { FormPlace, PlaceAnswer } from './flight-search-form.ts';
import { airportName, findPlace, searchPlaces, type Place, type Places } from '../world/places.ts';
import { foldText } from '../world/search-text.ts';
import type { FoundPlace } from './found-place.ts';

const mostOptions = 6;
/** A city this many times busier than its namesakes is the one people mean. */
const farBusier = 20;
const codeAtEnd = /\(([A-Za-z]{3})\)$/;

/** Whom a text means: a code, a label that ends with one, or a name. Says when it cannot be sure. */
export function resolvePlace(places: Places, typed: string, language: LanguageCode): PlaceAnswer {
  const text = typed.trim();
  const labelled = codeAtEnd.exec(text);
  if (labelled) {
    const place = findPlace(places, labelled[1]!.toUpperCase(), language);
    return place ? found(places, place) : { kind: 'unknown', options: [] };
  }
  // Codes in capitals are what our own addresses hold: no search is needed.
  if (/^[A-Z]{3}$/.test(text)) {
    const place = findPlace(places, text, language);
    if (place) return found(places, place);
  }
  const wanted = foldText(text);
  // Signs alone are the beginning of every name.
  if (wanted === '') return { kind: 'unknown', options: [] };
  const options = searchPlaces(places, text, language, 12);
  const cities = distinctCities(places, options);
  const named = cities.filter((place) => namesOf(places, place).includes(wanted));
  if (/^[A-Za-z]{3}$/.test(text)) {
    const byCode = findPlace(places, text.toUpperCase(), language);
    // "goa" may be Genoa's code or the place of that name.
    if (
      byCode &&
      (named.length === 0 || text === text.toUpperCase() || named.every((place) => cityOf(places, place) === cityOf(places, byCode)))
    ) {
      return found(places, byCode);
    }
  }
  const sure = outstanding(places, named);
  if (sure) return found(places, sure);
  if (named.length > 1) return { kind: 'ambiguous', options: named.slice(0, mostOptions).map((place) => place.code) };
  const begun = cities.filter((place) => namesOf(places, place).some((name) => name.startsWith(wanted)));
  if (begun.length === 1 && wanted.length >= 4) return found(places, begun[0]!);
  if (begun.length > 1) return { kind: 'ambiguous', options: begun.slice(0, mostOptions).map((place) => place.code) };
  const airports = options.filter(
    (place) => place.kind === 'airport' && wanted.length >= 4 && ` ${foldText(place.name)}`.includes(` ${wanted}`),
  );
  if (airports.length === 1) return found(places, airports[0]!);
  if (cities.length > 0 && cities.every(({ countryName }) => foldText(countryName) === wanted))
    return { kind: 'country', options: cities.slice(0, mostOptions).map((place) => place.code) };
  return { kind: 'unknown', options: cities.slice(0, mostOptions).map((place) => place.code) };
}

function found(places: Places, place: Place): PlaceAnswer {
  return { kind: 'found', place: formPlace(places, place) };
}

export function formPlace(places: Places, place: Place): FormPlace {
  return { code: place.code, city: cityOf(places, place) };
}

function cityOf(places: Places, place: Place): string {
  return places.airports.get(place.airports[0]!)?.metro ?? place.code;
}

function namesOf(places: Places, place: Place): readonly string[] {
  return places.byCode.get(place.code)?.names ?? [];
}

function distinctCities(places: Places, options: readonly Place[]): Place[] {
  const seen = new Map<string, Place>();
  for (const place of options) {
    const city = cityOf(places, place);
    const known = seen.get(city);
    // Of one city the whole of it stands for all its airports.
    if (!known || (known.kind === 'airport' && place.kind === 'metro')) seen.set(city, place);
  }
  return [...seen.values()];
}

function outstanding(places: Places, named: readonly Place[]): Place | null {
  const [first, second] = named.toSorted((a, b) => weekly(places, b) - weekly(places, a));
  if (!first) return null;
  return !second || weekly(places, first) >= farBusier * weekly(places, second) ? first : null;
}

function weekly(places: Places, place: Place): number {
  return places.byCode.get(place.code)?.weekly ?? 0;
}

/** "Dubai (DXB)": what the field shows; `resolvePlace` understands it again in any language. */
export function placeLabel(places: Places, code: string, language: LanguageCode): string {
  const place = findPlace(places, code, language);
  if (!place) return code;
  const several = place.kind === 'airport' && places.airports.get(code)?.metro !== code;
  return several ? `${place.city}, ${place.name} (${code})` : `${place.city} (${code})`;
}

/** `suggestPlaces`, which need not look again for what somebody has just typed. */
export function suggestKept(
  { world, suggestions }: Pick<Flights, 'world' | 'suggestions'>,
  query: string,
  language: LanguageCode,
  allAirports: string,
): readonly FoundPlace[] {
  const key = `${language} ${query}`;
  const known = suggestions.find(key, 0);
  if (known) return known;
  const found = suggestPlaces(world.places, query, language, allAirports);
  suggestions.keep(key, found, 0);
  return found;
}

/** The list under the field: a city with several airports is followed by them. */
export function suggestPlaces(places: Places, query: string, language: LanguageCode, allAirports: string): FoundPlace[] {
  if (foldText(query) === '' && query.trim() !== '') return [];
  const lines: FoundPlace[] = [];
  const listed = new Set<string>();
  const add = (place: Place, within: boolean) => {
    if (listed.has(place.code)) return;
    listed.add(place.code);
    const detail =
      place.kind === 'metro'
        ? `${allAirports} · ${place.countryName}`
        : within
          ? place.countryName
          : `${place.name} · ${place.countryName}`;
    lines.push({
      code: place.code,
      label: placeLabel(places, place.code, language),
      name: within ? place.name : place.city,
      detail,
      within,
    });
  };
  for (const place of searchPlaces(places, query, language, 7)) {
    add(place, false);
    if (place.kind !== 'metro' || lines.length > 7) continue;
    for (const iata of place.airports.slice(0, 6)) {
      const airport = places.airports.get(iata);
      if (airport && iata !== place.code)
        add({ ...place, code: iata, kind: 'airport', name: airportName(places, iata, language), airports: [iata] }, true);
    }
  }
  return lines.slice(0, 10);
}
