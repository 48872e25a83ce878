import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { flightSamples, type FlightSample } from './flight-samples.tables.ts';

/** The searches that changes of the rules are tried on. */
export async function listSamples(db: Db): Promise<FlightSample[]> {
  return db.select().from(flightSamples).where(isNull(flightSamples.removedAt)).orderBy(asc(flightSamples.addedAt), asc(flightSamples.id));
}

export async function insertSample(tx: Tx, sample: Omit<FlightSample, 'addedAt' | 'removedAt'>, now: Instant): Promise<void> {
  await tx.insert(flightSamples).values({ ...sample, addedAt: new Date(now) });
}

export async function removeSample(tx: Tx, id: string, now: Instant): Promise<boolean> {
  const removed = await tx
    .update(flightSamples)
    .set({ removedAt: new Date(now) })
    .where(and(eq(flightSamples.id, id), isNull(flightSamples.removedAt)))
    .returning({ id: flightSamples.id });
  return removed.length > 0;
}
