import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Timetable } from '../engine/timetable.ts';
import { buildTimetable } from './build-timetable.ts';
import { mergeAirports } from './merge-airports.server.ts';
import type { ReadSeed } from './seed-files.ts';

export interface World {
  readonly timetable: Timetable;
}

const readFromDisk: ReadSeed = (name) => readFileSync(join(process.cwd(), 'seeds/world', name), 'utf8');

/** Builds the world from seeds/world and the airport packages; the same on every machine. Throws if a file is missing. */
export async function openWorld(read: ReadSeed = readFromDisk): Promise<World> {
  const known = await mergeAirports(read('airport-corrections.csv'), read('airports-closed.txt'));
  return { timetable: buildTimetable(read, known) };
}
