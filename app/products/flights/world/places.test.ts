import { beforeAll, expect, test } from 'vitest';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Places } from './places.ts';
import { airportName, airportsOf, findPlace, nearbyAirports, placeName, searchPlaces } from './places.ts';
import { openWorld } from './open-world.server.ts';
import { isArabic, soundKey } from './sound-key.ts';
import type { Terminals } from './terminals.ts';
import { terminalOf } from './terminals.ts';
import { foldText, typingErrors } from './search-text.ts';

let places: Places;
let terminals: Terminals;

beforeAll(async () => {
  ({ places, terminals } = await openWorld());
});

const codes = (query: string, language: LanguageCode = 'en', limit = 8) =>
  searchPlaces(places, query, language, limit).map((place) => place.code);

test.each([
  ['lhr', 'LHR', 'en'],
  ['MNL', 'MNL', 'en'],
  ['london', 'LON', 'en'],
  ['Londres', 'LON', 'es'],
  ['لندن', 'LON', 'ar'],
  ['نيويورك', 'NYC', 'ar'],
  ['Nova York', 'NYC', 'pt'],
  ['Nueva York', 'NYC', 'es'],
  ['Maynila', 'MNL', 'tl'],
  ['الرياض', 'RUH', 'ar'],
  ['رياض', 'RUH', 'ar'],
  ['ابوظبي', 'AUH', 'ar'],
  ['المدينه المنوره', 'MED', 'ar'],
  ['جده', 'JED', 'ar'],
  ['sao paulo', 'SAO', 'pt'],
  ['SÃO PAULO', 'SAO', 'pt'],
  ['munich', 'MUC', 'en'],
  ['Múnich', 'MUC', 'es'],
  ['heathrow', 'LHR', 'en'],
  ['london gatwick', 'LGW', 'en'],
  ['Dubái', 'DXB', 'es'],
  ['cebu', 'CEB', 'tl'],
])('"%s" finds %s first', (query, code, language) => {
  expect(codes(query, language as LanguageCode)[0]).toBe(code);
});

test.each([
  ['هيثرو', 'LHR', 'ar'],
  ['مطار هيثرو', 'LHR', 'ar'],
  ['غاتويك', 'LGW', 'ar'],
  ['جاتويك', 'LGW', 'ar'],
  ['ستانستد', 'STN', 'ar'],
  ['شارل ديغول', 'CDG', 'ar'],
  ['أورلي', 'ORY', 'ar'],
  ['نينوي أكينو', 'MNL', 'ar'],
  ['غوارولوس', 'GRU', 'ar'],
  ['صبيحة كوكجن', 'SAW', 'ar'],
  ['صبيحة غوكتشن', 'SAW', 'ar'],
  ['شانغي', 'SIN', 'ar'],
  ['مطار حمد الدولي', 'DOH', 'ar'],
  ['الملك خالد', 'RUH', 'ar'],
  ['الملك عبدالعزيز', 'JED', 'ar'],
  ['الملك فهد', 'DMM', 'ar'],
  ['الملكة علياء', 'AMM', 'ar'],
  ['رفيق الحريري', 'BEY', 'ar'],
  ['زايد الدولي', 'AUH', 'ar'],
  ['آل مكتوم', 'DWC', 'ar'],
  ['كينيدي', 'JFK', 'ar'],
  ['سوفارنابومي', 'BKK', 'ar'],
  ['مطار محمد الخامس', 'CMN', 'ar'],
  ['برج العرب', 'HBE', 'ar'],
  ['Aeropuerto de Barajas', 'MAD', 'es'],
  ['Aeropuerto de Londres-Heathrow', 'LHR', 'es'],
  ['Ezeiza', 'EZE', 'es'],
  ['Aeropuerto Rey Khalid', 'RUH', 'es'],
  ['Aeroporto de Guarulhos', 'GRU', 'pt'],
  ['Cumbica', 'GRU', 'pt'],
  ['Galeão', 'GIG', 'pt'],
  ['Confins', 'CNF', 'pt'],
  ['Amsterdã-Schiphol', 'AMS', 'pt'],
  ['Paliparang Pandaigdig ng Ninoy Aquino', 'MNL', 'tl'],
  ['NAIA', 'MNL', 'tl'],
  ['Mactan', 'CEB', 'tl'],
  ['charles de gaulle airport', 'CDG', 'en'],
  ['new york kennedy', 'JFK', 'en'],
])('the airport name "%s" finds %s first', (query, code, language) => {
  expect(codes(query, language as LanguageCode)[0]).toBe(code);
});

test.each([
  ['heatrow', 'LHR'],
  ['gattwick', 'LGW'],
  ['sabiha gokchen', 'SAW'],
  ['goksen', 'SAW'],
  ['هيترو', 'LHR'],
  ['شارل ديجول', 'CDG'],
  ['نينوى اكينو', 'MNL'],
  ['غوارلوس', 'GRU'],
  ['guarulos', 'GRU'],
  ['schipol', 'AMS'],
])('the mistyped airport name "%s" still finds %s among the first three', (query, code) => {
  expect(codes(query, 'ar', 3)).toContain(code);
});

test('a place without an Arabic name is found by how it sounds', () => {
  const unnamed = places.entries.filter((entry) => entry.kind === 'airport' && !entry.names.some(isArabic));
  expect(unnamed.length).toBeGreaterThan(1000);
  expect(codes('تشاتانوغا', 'ar', 3)).toContain('CHA');
  expect(codes('كالامازو', 'ar', 3)).toContain('AZO');
  expect(soundKey(foldText('فرانكلين'))).toBe(soundKey(foldText('Franklin')));
  expect(codes('ظظظ')).toEqual([]);
});

test('names of airports come in the language asked for, else as the packages have them', () => {
  expect(findPlace(places, 'LHR', 'ar')).toMatchObject({ name: 'مطار هيثرو', city: 'لندن' });
  expect(findPlace(places, 'LHR', 'pt')?.name).toBe('Aeroporto de Londres-Heathrow');
  expect(findPlace(places, 'LHR', 'tl')?.name).toBe('London Heathrow Airport');
  expect(airportName(places, 'QQQ', 'ar')).toBe('QQQ');
  const busiest = places.entries.filter((entry) => entry.kind === 'airport').slice(0, 150);
  expect(busiest.filter((entry) => !isArabic(airportName(places, entry.airports[0]!.iata, 'ar')))).toEqual([]);
});

test.each([
  ['londn', 'LON'],
  ['istambul', 'IST'],
  ['istnabul', 'IST'],
  ['barcelna', 'BCN'],
  ['singapor', 'SIN'],
  ['manilla', 'MNL'],
  ['kathmndu', 'KTM'],
  ['الرياظ', 'RUH'],
  ['copenhagn', 'CPH'],
  ['johanesburg', 'JNB'],
])('the mistyped "%s" still finds %s among the first three', (query, code) => {
  expect(codes(query, 'en', 3)).toContain(code);
});

test('a country lists its busiest airports', () => {
  expect(codes('portugal', 'en', 3)).toContain('LIS');
  expect(codes('Espanya', 'tl', 3)).toContain('MAD');
  expect(codes('قطر', 'ar', 2)).toContain('DOH');
});

test('a city with several airports comes first, its airports after it', () => {
  expect(codes('london', 'en', 3)).toEqual(['LON', 'LHR', 'LGW']);
  expect(searchPlaces(places, 'london', 'en', 1)[0]!.airports).toContain('LCY');
});

test('nonsense finds nothing, and an empty query the busiest places', () => {
  expect(codes('xqzkwv')).toEqual([]);
  expect(codes('%%%').length).toBe(8);
  expect(codes('').length).toBe(8);
});

test('names come in the language asked for', () => {
  expect(placeName(places, 'LHR', 'ar')).toBe('لندن');
  expect(placeName(places, 'LON', 'es')).toBe('Londres');
  expect(placeName(places, 'ZZZ', 'en')).toBe('ZZZ');
  expect(findPlace(places, 'DXB', 'es')).toMatchObject({ city: 'Dubái', countryName: 'Emiratos Árabes Unidos', zone: 'Asia/Dubai' });
  expect(findPlace(places, 'QQQ', 'en')).toBeNull();
});

test('a metro code stands for its airports, busiest first', () => {
  expect(airportsOf(places, 'LON')[0]).toBe('LHR');
  expect(airportsOf(places, 'DXB').sort()).toEqual(['DWC', 'DXB']);
  expect(airportsOf(places, 'LHR')).toEqual(['LHR']);
  expect(airportsOf(places, 'QQQ')).toEqual([]);
});

test('Sharjah is near Dubai, and Abu Dhabi within 120 km', () => {
  const near = nearbyAirports(places, 'DXB').map((airport) => airport.iata);
  expect(near[0]).toBe('SHJ');
  expect(near).toEqual(expect.arrayContaining(['DWC', 'AUH']));
  expect(nearbyAirports(places, 'QQQ', 120)).toEqual([]);
});

test('every airport has a zone, a city and a country name in five languages', () => {
  for (const entry of places.entries) {
    const place = findPlace(places, entry.code, 'ar')!;
    expect(place.city).not.toBe('');
    expect(place.countryName).not.toBe('');
  }
  expect(placeName(places, 'JED', 'pt')).toBe('Jidá');
});

test('Emirates uses terminal 3 in Dubai, British Airways 5 at Heathrow, a star airline 2', () => {
  expect(terminalOf(terminals, 'DXB', { code: 'EK', alliance: null })).toBe('3');
  expect(terminalOf(terminals, 'LHR', { code: 'BA', alliance: 'oneworld' })).toBe('5');
  expect(terminalOf(terminals, 'LHR', { code: 'LH', alliance: 'star' })).toBe('2');
  expect(terminalOf(terminals, 'TUL', { code: 'AA', alliance: 'oneworld' })).toBeNull();
});

test('folding drops accents, case, the Arabic article and marks', () => {
  expect(foldText('  Málaga–Costa del Sol ')).toBe('malaga costa del sol');
  expect(foldText('القاهِرة')).toBe(foldText('قاهره'));
});

test('typing errors count swaps once and stop at the limit', () => {
  expect(typingErrors('madird', 'madrid', 2)).toBe(1);
  expect(typingErrors('madrid', 'madrid', 2)).toBe(0);
  expect(typingErrors('lisbon', 'manila', 2)).toBe(3);
});
