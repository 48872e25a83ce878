import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { flownAround } from '../change/flown-around.ts';
import type { FlightContractRow } from '../flight.tables.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import { disruptDirections, disruptOffer, isDisrupted } from '../supply/disruption-rules.ts';
import { findDisruptionsOf } from '../supply/disruptions-store.server.ts';
import { houseSources } from '../supply/house-news.server.ts';
import { judgeSchedule, type ScheduleJudgement } from './schedule-rules.ts';
import { findSchedules } from './schedule-store.server.ts';

/** What keeps flights without tickets from being sold as they were placed. */
export type FlightStop = 'flight-not-flown' | 'flight-moved';

/**
 * What is known of flights of an order, by contract, that speaks against buying their tickets: one of them is not flown, or
 * the airline moved them so far that their traveller would have everything back. What staff said of the house's own flights
 * counts from the moment it was said, before it is put on record for each order; what is held back from travellers counts too.
 */
export async function findStops(db: Db, orderId: string): Promise<ReadonlyMap<number, FlightStop>> {
  const [order, flightOrder, schedules] = [
    (await findOrderAsSystem(db, orderId))!,
    await getFlightOrder(db, orderId),
    await findSchedules(db, orderId),
  ];
  const segments = flightOrder.contracts.flatMap(segmentsOf);
  const named = segments.map(({ flight, departs }) => ({ flight, departsOn: departs.local.slice(0, 10) }));
  const since = (await findDisruptionsOf(db, named)).filter(({ begunAt }) => begunAt >= order.createdAt);
  const stops = new Map<number, FlightStop>();
  for (const row of flightOrder.contracts) {
    const stop = houseSources.includes(row.offer.supplier) ? stopOf(announcedOf(row)) : stopOf(onRecordOf(row));
    if (stop) stops.set(row.position, stop);
  }
  return stops;

  function announcedOf(row: FlightContractRow): Judged {
    const said = since.filter((one) => segmentsOf(row).some((segment) => isDisrupted(segment, one)));
    const around = flownAround(flightOrder, row.position);
    return judgeSchedule(row.offer.slices, disruptOffer(row.offer, said), [], around, disruptDirections(row.offer, said));
  }

  function onRecordOf({ position }: FlightContractRow): Judged {
    return schedules.find(({ contract, status }) => contract === position && (status === 'open' || status === 'held')) ?? null;
  }
}

type Judged = Pick<ScheduleJudgement, 'kinds' | 'severity'> | null;

const segmentsOf = ({ offer }: Pick<FlightContractRow, 'offer'>) => offer.slices.flatMap(({ segments }) => segments);

function stopOf(judged: Judged): FlightStop | null {
  if (judged?.severity !== 'major') return null;
  return judged.kinds.includes('cancelled') ? 'flight-not-flown' : 'flight-moved';
}

/** What keeps an order as a whole from being paid; null: nothing that is known. */
export async function findStop(db: Db, orderId: string): Promise<FlightStop | null> {
  const stops = [...(await findStops(db, orderId)).values()];
  return stops.includes('flight-not-flown') ? 'flight-not-flown' : (stops[0] ?? null);
}

/** Whether a contract of an order, or any of them, is known not to be flown: its tickets would be good for nothing. */
export async function isNotFlown(db: Db, orderId: string, contract?: number): Promise<boolean> {
  const stops = await findStops(db, orderId);
  return [...stops].some(([position, stop]) => stop === 'flight-not-flown' && (contract === undefined || position === contract));
}
