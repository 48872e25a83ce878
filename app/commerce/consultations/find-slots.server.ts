import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs, hourMs, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { ConsultationTopic } from './consultation-kinds.ts';
import { findBlocks, findClaims, findOfficers, type Officer } from './officers-store.server.ts';
import { daysAhead, fairestFirst, noticeMs, openSlots, type Slot } from './slot-rules.ts';

export interface SlotQuestion {
  /** Null for any. */
  readonly language: LanguageCode | null;
  readonly topic: ConsultationTopic | null;
  readonly from?: Instant;
  readonly until?: Instant;
}

/** Officers who take calls and are still staff with the right to. */
async function serving(db: Db, { language, topic }: SlotQuestion): Promise<Officer[]> {
  const staff = new Set((await listStaffWith(db, 'consultations:work')).map(({ userId }) => userId));
  return (await findOfficers(db)).filter(
    (officer) =>
      officer.takes &&
      staff.has(officer.officerId) &&
      (language === null || officer.languages.includes(language)) &&
      (topic === null || officer.topics.includes(topic)),
  );
}

/** The times that may be booked now, whoever has fewest calls of that week first. */
export async function findSlots({ db, clock }: Pick<Platform, 'db' | 'clock'>, question: SlotQuestion): Promise<Slot[]> {
  const now = clock.now();
  const from = question.from ?? addMilliseconds(now, noticeMs);
  const until = question.until ?? addMilliseconds(now, daysAhead * dayMs);
  const [officers, blocks, claims] = await Promise.all([
    serving(db, question),
    findBlocks(db, from, addMilliseconds(until, hourMs)),
    findClaims(db, addMilliseconds(from, -3 * dayMs), addMilliseconds(until, 3 * dayMs)),
  ]);
  return openSlots({ officers, blocks, claims }, from, until).map(({ at, officers: free }) => ({
    at,
    officers: fairestFirst(
      free,
      claims.filter((claim) => Math.abs(claim.tick - at) <= 3 * dayMs),
    ),
  }));
}

/** Who is free at one moment; nobody when it cannot be booked. */
export async function findFreeAt(
  platform: Pick<Platform, 'db' | 'clock'>,
  question: Pick<SlotQuestion, 'language' | 'topic'>,
  at: Instant,
  notice = noticeMs,
): Promise<readonly string[]> {
  const now = platform.clock.now();
  if (at < now + notice || at > now + daysAhead * dayMs) return [];
  const [slot] = await findSlots(platform, { ...question, from: at, until: at });
  return slot?.officers ?? [];
}
