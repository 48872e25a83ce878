import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { Flights } from '../flights-context.ts';
import type { StopSale } from './stop-sale-rules.ts';
import { insertStop, liftStop } from './stop-sale-store.server.ts';

export type StopRefusal = 'stops-nothing' | 'no-reason' | 'dates-reversed' | 'not-in-force';

/** Takes a source, an airline, a route or flights of some days off sale. Orders placed before are not touched. */
export async function beginStop(
  platform: Platform,
  flights: Pick<Flights, 'supplyChanged'>,
  work: { readonly stop: StopSale; readonly reason: string; readonly staffId: string },
): Promise<Outcome<string, StopRefusal>> {
  const { stop, reason } = work;
  const { source, airline, fromAirport, toAirport, travelFrom, travelUntil, flight } = stop;
  if (!source && !airline && !flight && !fromAirport && !toAirport) return refuse('stops-nothing');
  if (travelFrom && travelUntil && travelFrom > travelUntil) return refuse('dates-reversed');
  if (reason.trim().length < 3) return refuse('no-reason');
  const id = randomUUID();
  const actor = `staff:${work.staffId}`;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertStop(tx, { ...stop, id, reason: reason.trim(), begunBy: actor }, now);
    await audit(tx, now, { actor, action: 'stop-sale.begun', subject: `stop_sales:${id}`, reason, detail: { ...stop } });
  });
  flights.supplyChanged();
  return done(id);
}

export async function endStop(
  platform: Platform,
  flights: Pick<Flights, 'supplyChanged'>,
  work: { readonly id: string; readonly staffId: string },
): Promise<Outcome<string, StopRefusal>> {
  const actor = `staff:${work.staffId}`;
  const lifted = await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    if (!(await liftStop(tx, work.id, actor, now))) return false;
    await audit(tx, now, { actor, action: 'stop-sale.lifted', subject: `stop_sales:${work.id}` });
    return true;
  });
  if (!lifted) return refuse('not-in-force');
  flights.supplyChanged();
  return done(work.id);
}
