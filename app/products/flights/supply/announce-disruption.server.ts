import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { scheduleNewsAsk } from '../flight-jobs.server.ts';
import type { Flights } from '../flights-context.ts';
import { refuseDisruption, isDisrupted, type Disruption, type DisruptionRefusal } from './disruption-rules.ts';
import { findBookedOn, insertDisruption, type BookedContract } from './disruptions-store.server.ts';
import { houseSources } from './house-news.server.ts';
import { insertStop } from './stop-sale-store.server.ts';

export type AnnounceRefusal = DisruptionRefusal | 'nobody-booked' | 'no-reason' | 'departed' | 'changed-meanwhile';

export type FlightOfDay = Pick<Disruption, 'flight' | 'fromAirport' | 'departsOn'>;

/** Who is booked on a flight of a day, and the flight as it was sold to them; null when nobody is. */
export async function findSold(db: Platform['db'], flight: FlightOfDay) {
  const named: Disruption = { ...flight, ...asSold };
  const booked = (await findBookedOn(db, houseSources, flight)).filter(({ offer }) =>
    offer.slices.some(({ segments }) => segments.some((segment) => isDisrupted(segment, named))),
  );
  const [first] = booked;
  if (!first) return null;
  const segment = first.offer.slices.flatMap(({ segments }) => segments).find((one) => isDisrupted(one, named))!;
  return { segment, orders: new Set(booked.map(({ orderId }) => orderId)).size, seats: seatsOf(booked), booked };
}

const asSold = {
  kind: 'moved',
  departsLocal: null,
  arrivesLocal: null,
  newFlight: null,
  aircraft: null,
  aircraftName: null,
  seatsLost: false,
} as const;

const seatsOf = (booked: readonly BookedContract[]) =>
  [...new Map(booked.map((one) => [one.orderId, one.seats])).values()].reduce((sum, seats) => sum + seats, 0);

/**
 * Says that a flight of ours does not fly as it was sold: everybody booked on it is told, and it is off sale for that day, as
 * the timetable still has it as it was. `seen`: how many orders the colleague read that it touches.
 */
export async function announceDisruption(
  platform: Platform,
  flights: Pick<Flights, 'supplyChanged'>,
  work: {
    readonly disruption: Disruption;
    readonly heldBack: boolean;
    readonly reason: string;
    readonly staffId: string;
    readonly seen: number;
  },
  keep?: Keep<Outcome<{ readonly id: string; readonly orders: number }, never>>,
): Promise<Outcome<{ readonly id: string; readonly orders: number }, AnnounceRefusal>> {
  const { db, clock, jobs } = platform;
  const { disruption, heldBack, staffId } = work;
  const reason = work.reason.trim();
  if (reason.length < 3) return refuse('no-reason');
  const sold = await findSold(db, disruption);
  if (!sold) return refuse('nobody-booked');
  if (Date.parse(sold.segment.departs.utc) <= clock.now()) return refuse('departed');
  const wrong = refuseDisruption(sold.segment, disruption);
  if (wrong) return refuse(wrong);
  if (sold.orders !== work.seen) return refuse('changed-meanwhile');
  const id = randomUUID();
  const actor = `staff:${staffId}`;
  await transact(db, async (tx) => {
    const now = clock.now();
    const stopId = randomUUID();
    const { flight, fromAirport, departsOn } = disruption;
    const stop = { source: null, airline: null, fromAirport, toAirport: null, travelFrom: departsOn, travelUntil: departsOn, flight };
    await insertStop(tx, { ...stop, id: stopId, reason, begunBy: actor }, now);
    await insertDisruption(tx, { ...disruption, id, heldBack, reason, stopId, begunBy: actor, begunAt: new Date(now) });
    await audit(tx, now, { actor, action: 'stop-sale.begun', subject: `stop_sales:${stopId}`, reason, detail: stop });
    await audit(tx, now, {
      actor,
      action: 'flight-disruption.announced',
      subject: `flight_disruptions:${id}`,
      reason,
      detail: { ...disruption, heldBack, orders: sold.orders, stop: stopId },
    });
    await jobs.send(tx, scheduleNewsAsk, {});
    await keep?.(tx, done({ id, orders: sold.orders }));
  });
  flights.supplyChanged();
  return done({ id, orders: sold.orders });
}
