import { dayMs } from '#app/values/dates.ts';

interface Journey {
  /** Instants, ISO in UTC. */
  readonly departsAt: string;
  readonly returnsAt: string;
}

export interface Trip<Order extends Journey> {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly orders: readonly Order[];
  readonly past: boolean;
}

/** Orders within a day of one another are one trip. Coming trips first, the nearest on top; then past ones, the latest on top. */
export function groupTrips<Order extends Journey>(orders: readonly Order[], now: number): Trip<Order>[] {
  const trips: { start: number; end: number; orders: Order[] }[] = [];
  for (const order of [...orders].sort((a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt))) {
    const [start, end] = [Date.parse(order.departsAt), Date.parse(order.returnsAt)];
    const last = trips.at(-1);
    if (last && start <= last.end + dayMs) {
      last.orders.push(order);
      last.end = Math.max(last.end, end);
    } else trips.push({ start, end, orders: [order] });
  }
  const shown = trips.map((trip) => ({
    startsAt: new Date(trip.start).toISOString(),
    endsAt: new Date(trip.end).toISOString(),
    orders: trip.orders,
    past: trip.end < now,
  }));
  return [...shown.filter((trip) => !trip.past), ...shown.filter((trip) => trip.past).reverse()];
}
