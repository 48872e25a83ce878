import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { Flights } from '../flights-context.ts';
import { cabinsInOrder } from '../offer.ts';
import { findPlace } from '../world/places.ts';
import { insertSample, removeSample } from './flight-samples-store.server.ts';

export type SampleRefusal = 'sample-wrong' | 'not-there';

/** Adds a saved search to those that changes are tried on. */
export async function addSample(
  platform: Platform,
  flights: Pick<Flights, 'world'>,
  work: { readonly get: (name: string) => string; readonly staffId: string },
): Promise<Outcome<string, SampleRefusal>> {
  const text = (name: string) => work.get(name).trim();
  const whole = (name: string) => (/^\d{1,3}$/.test(text(name)) ? Number(text(name)) : Number.NaN);
  const places = flights.world.places;
  const [fromCode, toCode] = ['from', 'to'].map((name) => findPlace(places, text(name).toUpperCase(), 'en') && text(name).toUpperCase());
  const daysAhead = whole('daysAhead');
  const nights = text('nights') === '' ? null : whole('nights');
  const adults = whole('adults');
  const sound = daysAhead >= 1 && daysAhead <= 140 && (nights === null || (nights >= 0 && nights <= 180)) && adults >= 1 && adults <= 9;
  if (!fromCode || !toCode || fromCode === toCode || !sound) return refuse('sample-wrong');
  const id = randomUUID();
  const actor = `staff:${work.staffId}`;
  const cabin = cabinsInOrder.find((one) => one === text('cabin')) ?? 'economy';
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertSample(tx, { id, fromCode, toCode, daysAhead, nights, cabin, adults, children: 0, addedBy: actor }, now);
    await audit(tx, now, { actor, action: 'pricing-sample.added', subject: `flight_samples:${id}` });
  });
  return done(id);
}

export async function dropSample(
  platform: Platform,
  work: { readonly id: string; readonly staffId: string },
): Promise<Outcome<string, SampleRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<string, SampleRefusal>> => {
    const now = platform.clock.now();
    if (!(await removeSample(tx, work.id, now))) return refuse('not-there');
    const actor = `staff:${work.staffId}`;
    await audit(tx, now, { actor, action: 'pricing-sample.removed', subject: `flight_samples:${work.id}` });
    return done(work.id);
  });
}
