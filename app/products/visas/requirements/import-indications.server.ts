import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { schengenStates } from './passport-groups.ts';
import type { ReadMatrix } from './read-passport-matrix.ts';
import { answerTrip } from './requirement-rules.ts';
import type { VisaNeed } from './requirement.ts';
import { visaToday } from './find-requirement.server.ts';
import { readVerifiedRules, replaceIndications } from './visa-rules-store.server.ts';

/** Puts a public table in the place of the one before; refused when it is empty or more than one cell in a hundred is unreadable. */
export async function importIndications(
  platform: Platform,
  matrix: ReadMatrix,
  from: { readonly file: string; readonly dataDate: CalendarDate | null },
): Promise<Outcome<number, 'empty' | 'too-many-faults'>> {
  if (matrix.cells.length === 0) return refuse('empty');
  if (matrix.faults.length * 100 > matrix.cells.length) return refuse('too-many-faults');
  await transact(platform.db, (tx) => replaceIndications(tx, matrix.cells, { ...from, at: platform.clock.now() }));
  return done(matrix.cells.length);
}

export interface Disagreement {
  readonly passport: string;
  readonly destination: string;
  readonly register: VisaNeed;
  readonly table: VisaNeed;
}

/** Where the register and a table say different things of a tourist without privileges; what the register does not know is no difference. */
export async function compareWithRegister(
  platform: Pick<Platform, 'db' | 'clock'>,
  matrix: ReadMatrix,
): Promise<{ readonly compared: number; readonly differing: readonly Disagreement[] }> {
  const rules = await readVerifiedRules(platform);
  const sheets = new Set(rules.map(({ destination }) => destination));
  const differing: Disagreement[] = [];
  let compared = 0;
  for (const { passport, destination, need } of matrix.cells) {
    // One state speaks for the area it shares a visa with.
    const sheet = destination === 'FR' ? 'SCHENGEN' : destination;
    if (!sheets.has(sheet) || (sheet !== 'SCHENGEN' && (schengenStates as readonly string[]).includes(destination))) continue;
    const question = { passports: [passport], residence: null, heldVisas: [], destination, purpose: 'tourism' as const };
    const answer = answerTrip(rules, { ...question, arrives: null, leaves: null, via: [], passportExpires: null }, visaToday(platform));
    if (answer.need === 'unknown') continue;
    compared += 1;
    if (answer.need !== need) differing.push({ passport, destination, register: answer.need, table: need });
  }
  return { compared, differing };
}
