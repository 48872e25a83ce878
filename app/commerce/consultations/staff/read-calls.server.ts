import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { openContact } from '../consultations-store.server.ts';
import type { Consultation } from '../consultations.tables.ts';
import { graceMs, officeZone } from '../slot-rules.ts';
import { findWaits, keptOf } from '../waits-store.server.ts';
import { daysInWords, momentIn, zoneName } from '../zone-words.server.ts';

/** Calls as the calendar and the list show them: their times by the office's clock and by the caller's. */
export async function readCalls(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  calls: readonly Consultation[],
  language: LanguageCode,
) {
  const now = clock.now();
  const [names, waits] = await Promise.all([
    findStaffNames(db, [...new Set(calls.flatMap(({ officerId }) => officerId ?? []))]),
    findWaits(
      db,
      calls.filter(({ status }) => status === 'requested').map(({ id }) => id),
    ),
  ]);
  const clockOf = (at: Instant) => localTimeIn(officeZone, at);
  return calls.map((call) => {
    const at = call.startsAt && instant(call.startsAt.getTime());
    const wait = waits.get(call.id) ?? null;
    const kept = keptOf(wait, now);
    return {
      reference: call.reference,
      status: call.status,
      topic: call.topic,
      channel: call.channel,
      speaks: call.callLanguage,
      name: openContact(crypto, call).name,
      at: at && clockOf(at),
      theirs: at && call.zone !== officeZone ? `${localTimeIn(call.zone, at).slice(11)} · ${zoneName(call.zone, language, at)}` : null,
      late: call.status === 'scheduled' && at !== null && at + graceMs < now,
      waitsFor: wait && daysInWords(call.zone, language, wait),
      kept: kept && { at: momentIn(officeZone, language, kept.at), until: momentIn(officeZone, language, kept.until) },
      officer: call.officerId && (names.get(call.officerId) ?? null),
      outcome: call.outcome,
      asked: clockOf(instant(call.createdAt.getTime())),
    };
  });
}
export type ReadCall = Awaited<ReturnType<typeof readCalls>>[number];
