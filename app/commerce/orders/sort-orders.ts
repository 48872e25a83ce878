export const orderSorts = ['newest', 'departure', 'total'] as const;
export type OrderSort = (typeof orderSorts)[number];

export function isOrderSort(value: string | null): value is OrderSort {
  return (orderSorts as readonly (string | null)[]).includes(value);
}

interface Sortable {
  /** Instants, ISO in UTC. */
  readonly placedAt: string;
  readonly departsAt: string;
  readonly total: { readonly amount: number };
}

/** Next departure first means: those still to come, the nearest first, then those behind, the latest first. */
export function sortOrders<Order extends Sortable>(orders: readonly Order[], sort: OrderSort, now: number): Order[] {
  const time = (order: Order) => Date.parse(order.departsAt);
  return [...orders].sort((a, b) => {
    if (sort === 'total') return b.total.amount - a.total.amount;
    if (sort === 'newest') return Date.parse(b.placedAt) - Date.parse(a.placedAt);
    const [aheadA, aheadB] = [time(a) >= now, time(b) >= now];
    if (aheadA !== aheadB) return aheadA ? -1 : 1;
    return aheadA ? time(a) - time(b) : time(b) - time(a);
  });
}
