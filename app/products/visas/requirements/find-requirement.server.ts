import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { schengenStates } from './passport-groups.ts';
import { answerTrip } from './requirement-rules.ts';
import type { TripAnswer, TripQuestion } from './requirement.ts';
import { findIndications, findLatestImport, readVerifiedRules, type Indication } from './visa-rules-store.server.ts';

/** What a public table says where the register says nothing: never sold on, never taken for an answer. */
export interface Indicated extends Indication {
  readonly dataDate: string | null;
}

export interface FoundRequirement extends TripAnswer {
  readonly indicated: Indicated | null;
}

/** The date at the house's desk, by which lines grow stale. */
export function visaToday({ clock }: Pick<Platform, 'clock'>): CalendarDate {
  return dateIn('Asia/Dubai', clock.now());
}

/** Answers a trip from the register; where that does not know, adds what the public table indicates, if one was imported. */
export async function findRequirement(platform: Pick<Platform, 'db' | 'clock'>, question: TripQuestion): Promise<FoundRequirement> {
  const answer = answerTrip(await readVerifiedRules(platform), question, visaToday(platform));
  if (answer.need !== 'unknown') return { ...answer, indicated: null };
  const [[indication], latest] = await Promise.all([
    findIndications(platform.db, question.passports, question.destination),
    findLatestImport(platform.db),
  ]);
  return { ...answer, indicated: indication ? { ...indication, dataDate: latest?.dataDate ?? null } : null };
}

/** Countries the register has a sheet for, the states of the Schengen area one by one. */
export async function listDestinations(platform: Pick<Platform, 'db' | 'clock'>): Promise<string[]> {
  const rules = await readVerifiedRules(platform);
  const sheets = new Set(rules.map(({ destination }) => destination));
  return [...sheets].flatMap((sheet) => (sheet === 'SCHENGEN' ? [...schengenStates] : [sheet])).sort();
}
