import { segmentsOf } from '../flight-price.ts';
import type { FlightOrder } from '../order/flight-store.server.ts';
import type { FlownAround } from '../schedule/schedule-rules.ts';

/** The flights of an order before and after one contract of it, as they fly now. */
export function flownAround({ contracts }: Pick<FlightOrder, 'contracts'>, contract: number): FlownAround {
  return {
    before: segmentsOf(contracts.filter(({ position }) => position < contract)),
    after: segmentsOf(contracts.filter(({ position }) => position > contract)),
  };
}

/** The same flights, by when they leave and arrive. */
export function timesAround(order: Pick<FlightOrder, 'contracts'>, contract: number) {
  const { before, after } = flownAround(order, contract);
  const times = (segments: typeof before) => segments.map(({ departs, arrives }) => ({ departs: departs.utc, arrives: arrives.utc }));
  return { before: times(before), after: times(after) };
}
