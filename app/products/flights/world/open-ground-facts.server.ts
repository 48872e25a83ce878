import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBagSizes, type BagSizes } from './bag-sizes.ts';
import { readNameRules, usualNameRules, type NameRules } from './name-rules.ts';
import { readCheckIn, readExitRules, type CheckInTimes, type ExitRule } from './ground-facts.ts';

const read = (name: string) => readFileSync(join(process.cwd(), 'seeds/world', name), 'utf8');
let checkIn: ReadonlyMap<string, CheckInTimes> | undefined;
let exits: readonly ExitRule[] | undefined;
let sizes: ReadonlyMap<string, BagSizes> | undefined;
let names: ReadonlyMap<string, NameRules> | undefined;

/** When the airline that flies opens its check-in; null where it is not known. */
export function checkInOf(airline: string): CheckInTimes | null {
  checkIn ??= readCheckIn(read('check-in.csv'));
  return checkIn.get(airline) ?? null;
}

/** The earliest before departure that any of them opens. */
export function earliestCheckInHours(): number {
  checkIn ??= readCheckIn(read('check-in.csv'));
  return Math.max(...[...checkIn.values()].map(({ opensHours }) => opensHours));
}

export function exitRules(): readonly ExitRule[] {
  exits ??= readExitRules(read('exit-tasks.csv'));
  return exits;
}

/** What the airline that writes a ticket takes of a name. */
export function nameRulesOf(airline: string): NameRules {
  names ??= readNameRules(read('name-rules.csv'));
  return names.get(airline) ?? usualNameRules;
}

/** How large bags may be with an airline; null where it is not known. */
export function bagSizesOf(airline: string): BagSizes | null {
  sizes ??= readBagSizes(read('bag-sizes.csv'));
  return sizes.get(airline) ?? null;
}
