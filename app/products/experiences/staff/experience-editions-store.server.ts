import { eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { experienceEditions, experienceOperators, experienceOptions, experienceSupply } from '../experiences.tables.ts';
import type { ExperienceOption } from '../slot-rules.ts';

/** Begins a supply that nobody sells yet; false when one of this id is there already. */
export async function insertSupply(tx: Tx, now: Instant, experienceId: string, operatorId: string): Promise<boolean> {
  const made = await tx
    .insert(experienceSupply)
    .values({ experienceId, operatorId, status: 'draft', changedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: experienceSupply.experienceId });
  return made.length > 0;
}

/** Who runs experiences, by name. */
export async function listOperators(db: Db): Promise<{ readonly id: string; readonly name: string }[]> {
  return db
    .select({ id: experienceOperators.id, name: experienceOperators.name })
    .from(experienceOperators)
    .orderBy(experienceOperators.name);
}

/** What is being written or looked over, of everything. */
export async function listOpenEditions(db: Db) {
  return db
    .select({
      id: experienceEditions.thing,
      status: experienceEditions.status,
      title: sql<string>`${experienceEditions.content} #>> '{words,en,title}'`,
      city: sql<string>`${experienceEditions.content} #>> '{words,en,city}'`,
      capacity: sql<number>`(${experienceEditions.content} #>> '{facts,capacity}')::integer`,
      instant: sql<boolean>`(${experienceEditions.content} #>> '{facts,instant}')::boolean`,
      supply: experienceSupply.status,
      operatorId: experienceOperators.id,
      operator: experienceOperators.name,
    })
    .from(experienceEditions)
    .innerJoin(experienceSupply, eq(experienceSupply.experienceId, experienceEditions.thing))
    .innerJoin(experienceOperators, eq(experienceOperators.id, experienceSupply.operatorId))
    .where(inArray(experienceEditions.status, ['draft', 'in_review']));
}

/** Writes the ways to take part; one that is no longer named is not sold any more, and its bookings stay. */
export async function saveOptions(tx: Tx, experienceId: string, options: readonly ExperienceOption[]): Promise<void> {
  await tx.update(experienceOptions).set({ active: false }).where(eq(experienceOptions.experienceId, experienceId));
  for (const [position, option] of options.entries()) {
    const row = { ...option, position, active: true };
    await tx
      .insert(experienceOptions)
      .values({ experienceId, ...row })
      .onConflictDoUpdate({ target: [experienceOptions.experienceId, experienceOptions.key], set: row });
  }
}
