import { and, asc, between, eq, sql } from 'drizzle-orm';
import { findTaken } from '#app/commerce/availability/taken-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import {
  experienceOperators,
  experienceOptions,
  experiences,
  experienceSlots,
  experienceSupply,
  experienceTexts,
} from './experiences.tables.ts';
import { slotPrefix, usualOptions, type ExperienceOption, type SlotChange } from './slot-rules.ts';

/** The ways to take part in an experience that are on sale. */
export async function findOptions(db: Db, experienceId: string): Promise<ExperienceOption[]> {
  return db
    .select({
      key: experienceOptions.key,
      unit: experienceOptions.unit,
      groupSize: experienceOptions.groupSize,
      pricePercent: experienceOptions.pricePercent,
      capacity: experienceOptions.capacity,
    })
    .from(experienceOptions)
    .where(and(eq(experienceOptions.experienceId, experienceId), eq(experienceOptions.active, true)))
    .orderBy(asc(experienceOptions.position));
}

/** Starts from one day to another, both included, that differ from the timetable. */
export async function findSlotChanges(db: Db, experienceId: string, from: CalendarDate, to: CalendarDate): Promise<SlotChange[]> {
  return db
    .select({
      optionKey: experienceSlots.optionKey,
      date: experienceSlots.date,
      start: experienceSlots.start,
      capacity: experienceSlots.capacity,
      pricePercent: experienceSlots.pricePercent,
      stopped: experienceSlots.stopped,
    })
    .from(experienceSlots)
    .where(and(eq(experienceSlots.experienceId, experienceId), between(experienceSlots.date, from, to)));
}

/** Units taken of the starts of an experience, by pool. */
export async function findSlotsTaken(db: Db, now: Instant, experienceId: string): Promise<Map<string, number>> {
  return new Map((await findTaken(db, now, slotPrefix(experienceId))).map(({ key, quantity }) => [key, quantity]));
}

/** Options and an operator for every experience that has none yet; what staff wrote stays. */
export async function openSupply(tx: Tx, now: Instant): Promise<void> {
  const without = await tx
    .select({
      id: experiences.id,
      city: experiences.city,
      name: experienceTexts.city,
      capacity: experiences.capacity,
      private: experiences.private,
    })
    .from(experiences)
    .leftJoin(experienceTexts, and(eq(experienceTexts.experienceId, experiences.id), eq(experienceTexts.language, 'en')))
    .where(sql`not exists (select 1 from ${experienceSupply} where ${experienceSupply.experienceId} = ${experiences.id})`);
  if (without.length === 0) return;
  const changedAt = new Date(now);
  const cities = new Map(without.map(({ city, name }) => [city, name]));
  await tx
    .insert(experienceOperators)
    .values([...cities].map(([city, name]) => ({ id: `house-${city}`, name: operatorName(name ?? city), changedAt })))
    .onConflictDoNothing();
  await tx.insert(experienceSupply).values(without.map(({ id, city }) => ({ experienceId: id, operatorId: `house-${city}`, changedAt })));
  await tx
    .insert(experienceOptions)
    .values(without.flatMap((facts) => usualOptions(facts).map((option, position) => ({ ...option, experienceId: facts.id, position }))));
}

/** The house's own people in a city, until a partner is entered. */
const operatorName = (city: string) => `Rihla Local ${city}`;
