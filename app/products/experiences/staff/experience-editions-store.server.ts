import { and, desc, eq, inArray, max, sql } from 'drizzle-orm';
import type { EditionEvent } from '#app/commerce/supply/edition-status.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { moveOn } from '#app/values/status-table.ts';
import type { ExperienceContent } from '../experience-content.ts';
import { experienceEditionMachine } from '../experience-supply-status.ts';
import {
  experienceEditions,
  experienceOperators,
  experienceOptions,
  experienceSupply,
  type ExperienceEdition,
} from '../experiences.tables.ts';
import { houseWriter } from '../experiences-store.server.ts';
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

/** The edition that is being written or looked over; null when there is none. */
export async function findOpenEdition(db: Db, experienceId: string): Promise<ExperienceEdition | null> {
  const [row] = await db
    .select()
    .from(experienceEditions)
    .where(and(eq(experienceEditions.experienceId, experienceId), inArray(experienceEditions.status, ['draft', 'in_review'])));
  return row ?? null;
}

/** Every edition of an experience, newest first. */
export async function listEditions(db: Db, experienceId: string): Promise<ExperienceEdition[]> {
  return db
    .select()
    .from(experienceEditions)
    .where(eq(experienceEditions.experienceId, experienceId))
    .orderBy(desc(experienceEditions.number));
}

/** What is being written or looked over, of everything. */
export async function listOpenEditions(db: Db) {
  return db
    .select({
      id: experienceEditions.experienceId,
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
    .innerJoin(experienceSupply, eq(experienceSupply.experienceId, experienceEditions.experienceId))
    .innerJoin(experienceOperators, eq(experienceOperators.id, experienceSupply.operatorId))
    .where(inArray(experienceEditions.status, ['draft', 'in_review']));
}

/** Begins an edition under the lock of its supply. */
export async function insertEdition(
  tx: Tx,
  now: Instant,
  { experienceId, content, by }: { readonly experienceId: string; readonly content: ExperienceContent; readonly by: string },
): Promise<ExperienceEdition> {
  const [last] = await tx
    .select({ number: max(experienceEditions.number) })
    .from(experienceEditions)
    .where(eq(experienceEditions.experienceId, experienceId));
  const at = new Date(now);
  const [made] = await tx
    .insert(experienceEditions)
    .values({ experienceId, number: (last?.number ?? 0) + 1, content, writtenBy: by, writtenAt: at, changedBy: by, changedAt: at })
    .returning();
  return made!;
}

/** Keeps what the house catalogue says as the first edition, so that every later one can be compared with it. */
export async function insertHouseEdition(tx: Tx, now: Instant, experienceId: string, content: ExperienceContent): Promise<void> {
  const at = new Date(now);
  await tx.insert(experienceEditions).values({
    experienceId,
    number: 1,
    status: 'published',
    content,
    writtenBy: houseWriter,
    writtenAt: at,
    changedBy: houseWriter,
    changedAt: at,
    decidedBy: 'catalogue',
    decidedAt: at,
  });
}

/** Writes what an edition says; under the lock of its supply. */
export async function saveEdition(tx: Tx, now: Instant, edition: ExperienceEdition, content: ExperienceContent, by: string): Promise<void> {
  await tx
    .update(experienceEditions)
    .set({ content, version: edition.version + 1, changedBy: by, changedAt: new Date(now) })
    .where(and(eq(experienceEditions.experienceId, edition.experienceId), eq(experienceEditions.number, edition.number)));
}

/** Moves an edition; under the lock of its supply. `decidedBy` is who looked it over. */
export async function moveEdition(
  tx: Tx,
  now: Instant,
  edition: ExperienceEdition,
  event: EditionEvent,
  more: { readonly decidedBy?: string; readonly reason?: string } = {},
): Promise<void> {
  const next = moveOn(experienceEditionMachine, edition.status, event, 'staff');
  if (!next.ok) throw new Error(`Edition ${edition.number} of ${edition.experienceId} in ${edition.status} refused ${event}`);
  await tx
    .update(experienceEditions)
    .set({
      status: next.to,
      version: edition.version + 1,
      ...(more.decidedBy ? { decidedBy: more.decidedBy, decidedAt: new Date(now) } : {}),
      ...(more.reason === undefined ? {} : { reason: more.reason }),
    })
    .where(and(eq(experienceEditions.experienceId, edition.experienceId), eq(experienceEditions.number, edition.number)));
}

/** What is on sale now makes room for a newer edition. */
export async function endPublished(tx: Tx, now: Instant, experienceId: string): Promise<void> {
  const [on] = await tx
    .select()
    .from(experienceEditions)
    .where(and(eq(experienceEditions.experienceId, experienceId), eq(experienceEditions.status, 'published')));
  if (on) await moveEdition(tx, now, on, 'replace');
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
