import { languageCodes } from '#app/values/preferences.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Airport } from '../engine/timetable.ts';
import { spokenNames, tellingWords } from './airport-words.ts';
import { distanceKm } from './great-circle.ts';
import { bitCount, foldText, letterMask, typingErrors } from './search-text.ts';
import type { Metro } from './seed-files.ts';
import { seedRows } from './seed-files.ts';
import { isArabic, soundKey } from './sound-key.ts';

/** A place a traveller can choose: an airport, or a city with several of them. */
export interface Place {
  /** IATA airport code, or metro code. A metro wins where one code is both (DXB). */
  readonly code: string;
  readonly kind: 'airport' | 'metro';
  /** Airport name in the language asked for, or the city's name again for a metro. */
  readonly name: string;
  /** In the language asked for, like `countryName`. */
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly countryName: string;
  readonly zone: string;
  /** IATA codes; one for an airport, busiest first for a metro. */
  readonly airports: readonly string[];
}

interface Entry {
  readonly code: string;
  readonly kind: Place['kind'];
  readonly airports: readonly Airport[];
  readonly weekly: number;
  /** City names of the five languages, folded, with the letter mask of each. */
  readonly names: readonly string[];
  readonly masks: readonly number[];
  /** Names of the airport in the five languages, folded; what people say of them, with letter masks. */
  readonly airportNames: readonly string[];
  readonly spoken: readonly string[];
  readonly spokenMasks: readonly number[];
  readonly countries: readonly string[];
  /** Everything above, each word after a space. */
  readonly haystack: string;
  readonly traffic: number;
}

export interface Places {
  readonly entries: readonly Entry[];
  readonly byCode: ReadonlyMap<string, Entry>;
  readonly airports: ReadonlyMap<string, Airport>;
  readonly cityNames: ReadonlyMap<string, Readonly<Record<LanguageCode, string>>>;
  readonly countryNames: ReadonlyMap<string, Readonly<Record<LanguageCode, string>>>;
  /** By airport; the first is shown, all are found. Absent: as the packages have it. */
  readonly airportNames: ReadonlyMap<string, Readonly<Partial<Record<LanguageCode, readonly string[]>>>>;
}

const nearbyKm = 120;

/** Builds the search index from the served airports and the name files of seeds/world; about 0.1 s. */
export function buildPlaces(
  airports: readonly Airport[],
  metros: readonly Metro[],
  names: { readonly cities: string; readonly countries: string; readonly airports: string },
): Places {
  const byIata = new Map(airports.map((airport) => [airport.iata, airport]));
  const cityNames = namesOf(names.cities, (_code, _language, english) => english);
  const display = new Map(languageCodes.map((code) => [code, new Intl.DisplayNames([code === 'tl' ? 'en' : code], { type: 'region' })]));
  const fromIntl = (code: string, language: LanguageCode) => display.get(language)!.of(code) ?? code;
  const countryNames = namesOf(names.countries, fromIntl);
  for (const { country } of airports) {
    if (countryNames.has(country)) continue;
    const own = languageCodes.map((language) => [language, fromIntl(country, language)]);
    countryNames.set(country, Object.fromEntries(own) as Record<LanguageCode, string>);
  }
  const airportNames = airportNamesOf(names.airports);
  const places: Places = { entries: [], byCode: new Map(), airports: byIata, cityNames, countryNames, airportNames };
  const entries: Entry[] = [];
  const folded = new Map<string, string[]>();
  for (const metro of metros) {
    const members = metro.airports.flatMap((iata) => byIata.get(iata) ?? []).sort((a, b) => b.weekly - a.weekly);
    if (members.length > 1) entries.push(entryOf(places, metro.code, 'metro', members, folded));
  }
  for (const airport of airports) entries.push(entryOf(places, airport.iata, 'airport', [airport], folded));
  entries.sort((a, b) => b.weekly - a.weekly || (a.kind === 'metro' ? -1 : 1));
  const byCode = new Map<string, Entry>();
  for (const entry of entries) {
    if (entry.kind === 'metro' || !byCode.has(entry.code)) byCode.set(entry.code, entry);
  }
  return { ...places, entries, byCode };
}

function namesOf(
  csv: string,
  otherwise: (code: string, language: LanguageCode, english: string) => string,
): Map<string, Record<LanguageCode, string>> {
  const names = new Map<string, Record<LanguageCode, string>>();
  for (const [code, ...texts] of seedRows(csv)) {
    const pairs = languageCodes.map((language, column) => {
      return [language, texts[column] || otherwise(code!, language, texts[0]!)];
    });
    names.set(code!, Object.fromEntries(pairs) as Record<LanguageCode, string>);
  }
  return names;
}

function airportNamesOf(csv: string): Map<string, Partial<Record<LanguageCode, readonly string[]>>> {
  return new Map(
    seedRows(csv).map(([code, ...texts]) => {
      const pairs = languageCodes.flatMap((language, column) => (texts[column] ? [[language, texts[column].split('|')]] : []));
      return [code!, Object.fromEntries(pairs) as Partial<Record<LanguageCode, readonly string[]>>];
    }),
  );
}

function foldedCountry(places: Places, country: string, folded: Map<string, string[]>): string[] {
  let names = folded.get(country);
  if (!names) {
    names = [...new Set(languageCodes.map((language) => foldText(countryName(places, country, language))))];
    folded.set(country, names);
  }
  return names;
}

function entryOf(places: Places, code: string, kind: Place['kind'], airports: readonly Airport[], folded: Map<string, string[]>): Entry {
  const first = airports[0]!;
  const spellings = new Set([...languageCodes.map((language) => cityName(places, first, language)), first.city]);
  const names = [...new Set([...spellings].map(foldText))];
  const countries = foldedCountry(places, first.country, folded);
  const listed = kind === 'airport' ? [first.name, ...Object.values(places.airportNames.get(first.iata) ?? {}).flat()] : [];
  const airportNames = [...new Set(listed.map(foldText))];
  const spoken = [...new Set(listed.flatMap((name) => spokenNames(name, names)))];
  const weekly = airports.reduce((sum, airport) => sum + airport.weekly, 0);
  return {
    code,
    kind,
    airports,
    weekly,
    names,
    masks: names.map(letterMask),
    airportNames,
    spoken,
    spokenMasks: spoken.map(letterMask),
    countries,
    haystack: ` ${code.toLowerCase()} ${names.join(' ')} ${airportNames.join(' ')} ${countries.join(' ')}`,
    traffic: 30 * Math.log10(weekly + 1) + (kind === 'metro' ? 4 : 0),
  };
}

function cityName(places: Places, airport: Airport, language: LanguageCode): string {
  const names = places.cityNames.get(airport.iata) ?? places.cityNames.get(airport.metro);
  return names?.[language] ?? airport.city;
}

function countryName(places: Places, country: string, language: LanguageCode): string {
  return places.countryNames.get(country)?.[language] ?? country;
}

/**
 * Places matching a code, city, airport or country in any of the five languages, best and busiest first. Accents,
 * case, Arabic spelling and one or two typing errors do not matter, nor does the alphabet of a name without an Arabic
 * one. An empty query gives the busiest places.
 */
export function searchPlaces(places: Places, query: string, language: LanguageCode, limit: number): Place[] {
  const words = tellingWords(foldText(query.slice(0, 60)).split(' '));
  const wanted = words.join(' ');
  const found: { entry: Entry; score: number }[] = [];
  for (const entry of places.entries) {
    const score = wanted === '' ? 1 : scoreOf(entry, wanted, words);
    if (score > 0) found.push({ entry, score: score + entry.traffic });
  }
  const sure = found.reduce((count, { score }) => count + (score >= 350 ? 1 : 0), 0);
  if (sure < limit && wanted.length >= 4) addMistyped(places, wanted, found);
  if (found.length === 0 && isArabic(wanted)) addSounding(places, wanted, found);
  found.sort((a, b) => b.score - a.score);
  return found.slice(0, limit).map(({ entry }) => placeOf(places, entry, language));
}

function scoreOf(entry: Entry, wanted: string, words: readonly string[]): number {
  if (wanted.length === 3 && entry.code.toLowerCase() === wanted) return 1000;
  for (const word of words) if (!entry.haystack.includes(` ${word}`)) return 0;
  let best = 150;
  for (const name of entry.names) {
    if (name === wanted) best = Math.max(best, 800);
    else if (name.startsWith(wanted)) best = Math.max(best, 600);
    else if (` ${name}`.includes(` ${wanted}`)) best = Math.max(best, 450);
  }
  if (best < 500 && entry.spoken.includes(wanted)) best = 500;
  else if (best < 400 && entry.airportNames.some((name) => ` ${name}`.includes(` ${wanted}`))) best = 400;
  // "london heathrow", "dubai emirates": the words are spread over city, airport and country.
  if (best < 380 && words.length > 1) best = 380;
  if (best < 350 && entry.countries.some((name) => name.startsWith(wanted))) best = 300;
  return best;
}

function addMistyped(places: Places, wanted: string, found: { entry: Entry; score: number }[]): void {
  const allowed = wanted.length >= 7 ? 2 : 1;
  const mask = letterMask(wanted);
  const already = new Set(found.filter(({ score }) => score >= 350).map(({ entry }) => entry));
  for (const entry of places.entries) {
    if (already.has(entry)) continue;
    const least = Math.min(
      fewestErrors(wanted, mask, entry.names, entry.masks, allowed),
      fewestErrors(wanted, mask, entry.spoken, entry.spokenMasks, allowed),
    );
    if (least <= allowed) found.push({ entry, score: 340 - 60 * least + entry.traffic });
  }
}

function fewestErrors(wanted: string, mask: number, names: readonly string[], masks: readonly number[], allowed: number): number {
  let least = allowed + 1;
  for (let index = 0; index < names.length; index += 1) {
    // Few letters may be foreign to the name.
    if (bitCount(mask & ~masks[index]!) > allowed) continue;
    const name = names[index]!;
    // A long name may still be typed halfway, so its beginning is compared.
    const part = name.length > wanted.length + allowed ? name.slice(0, wanted.length) : name;
    least = Math.min(least, typingErrors(wanted, part, allowed));
  }
  return least;
}

/** Cities and airports without an Arabic name that sound as an Arabic query does. */
function addSounding(places: Places, wanted: string, found: { entry: Entry; score: number }[]): void {
  const key = soundKey(wanted);
  if (key.length < 3) return;
  for (const entry of places.entries) {
    const sounds = soundsOf(entry);
    if (sounds.includes(key)) found.push({ entry, score: 200 + entry.traffic });
    else if (key.length >= 4 && sounds.some((sound) => sound.startsWith(key))) found.push({ entry, score: 150 + entry.traffic });
  }
}

/** Reckoned when first asked for: few queries need it. */
const sounds = new WeakMap<Entry, readonly string[]>();

function soundsOf(entry: Entry): readonly string[] {
  let known = sounds.get(entry);
  if (!known) {
    known = [...entry.names, ...entry.spoken].filter((name) => !isArabic(name)).map(soundKey);
    sounds.set(entry, known);
  }
  return known;
}

function placeOf(places: Places, entry: Entry, language: LanguageCode): Place {
  const first = entry.airports[0]!;
  const city = cityName(places, first, language);
  return {
    code: entry.code,
    kind: entry.kind,
    name: entry.kind === 'metro' ? city : airportName(places, first.iata, language),
    city,
    country: first.country,
    countryName: countryName(places, first.country, language),
    zone: first.zone,
    airports: entry.airports.map((airport) => airport.iata),
  };
}

/** A place by its code, the metro before the airport; null for an unknown or unserved code. */
export function findPlace(places: Places, code: string, language: LanguageCode): Place | null {
  const entry = places.byCode.get(code);
  return entry ? placeOf(places, entry, language) : null;
}

/** Name of the city of an airport or metro code; the code itself where nothing is known. */
export function placeName(places: Places, code: string, language: LanguageCode): string {
  const airport = places.airports.get(code) ?? places.byCode.get(code)?.airports[0];
  return airport ? cityName(places, airport, language) : code;
}

/** Own name of an airport in a language, or as its country writes it in English; the code where nothing is known. */
export function airportName(places: Places, iata: string, language: LanguageCode): string {
  const names = places.airportNames.get(iata);
  return names?.[language]?.[0] ?? names?.en?.[0] ?? places.airports.get(iata)?.name ?? iata;
}

/** Airports of a code, busiest first: all of a metro, one of an airport, none of an unknown code. */
export function airportsOf(places: Places, code: string): string[] {
  return places.byCode.get(code)?.airports.map((airport) => airport.iata) ?? [];
}

export interface NearbyAirport {
  readonly iata: string;
  readonly km: number;
}

/** Other served airports within so many kilometres of an airport, nearest first; empty for an unknown one. */
export function nearbyAirports(places: Places, iata: string, km: number = nearbyKm): NearbyAirport[] {
  const from = places.airports.get(iata);
  if (!from) return [];
  const near: NearbyAirport[] = [];
  for (const airport of places.airports.values()) {
    if (airport === from || Math.abs(airport.latitude - from.latitude) * 111 > km) continue;
    const distance = distanceKm(from, airport);
    if (distance <= km) near.push({ iata: airport.iata, km: Math.round(distance) });
  }
  return near.sort((a, b) => a.km - b.km || (a.iata < b.iata ? -1 : 1));
}
