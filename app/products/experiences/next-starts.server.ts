import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import { findTaken } from '#app/commerce/availability/taken-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { ExperienceCard } from './experience.ts';
import { daysAhead, runsOn } from './experience-rules.ts';
import { experienceOptions, experienceSlots } from './experiences.tables.ts';
import { slotsOn } from './slot-rules.ts';

export interface NextStart {
  readonly date: CalendarDate;
  /** Places among others; null where only whole groups are taken. */
  readonly left: number | null;
}

/** The first start of each experience that can still be booked, in three reads for all of them; null where there is none within a year. */
export async function nextStarts(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  cards: readonly ExperienceCard[],
): Promise<ReadonlyMap<string, NextStart | null>> {
  if (cards.length === 0) return new Map();
  const now = clock.now();
  const ids = cards.map(({ id }) => id);
  // Clocks of a place may be a day behind ours.
  const from = addDays(dateIn('Asia/Dubai', now), -1);
  const [options, changes, taken] = await Promise.all([
    db
      .select()
      .from(experienceOptions)
      .where(and(inArray(experienceOptions.experienceId, ids), eq(experienceOptions.active, true)))
      .orderBy(asc(experienceOptions.position)),
    db
      .select()
      .from(experienceSlots)
      .where(and(inArray(experienceSlots.experienceId, ids), gte(experienceSlots.date, from))),
    findTaken(db, now, 'experience:'),
  ]);
  const optionsOf = Map.groupBy(options, ({ experienceId }) => experienceId);
  const changesOf = Map.groupBy(changes, ({ experienceId }) => experienceId);
  const used = new Map(taken.map(({ key, quantity }) => [key, quantity]));
  return new Map(
    cards.map((card) => {
      const there = localTimeIn(card.zone, now);
      const today = there.slice(0, 10) as CalendarDate;
      for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
        const date = addDays(today, ahead);
        if (!runsOn(card, date)) continue;
        for (const option of optionsOf.get(card.id) ?? []) {
          const open = slotsOn(card, option, date, there, changesOf.get(card.id) ?? [], used).find((slot) => slot.open);
          if (open) return [card.id, { date, left: option.unit === 'person' ? open.left : null }];
        }
      }
      return [card.id, null];
    }),
  );
}
