import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { productKinds, type ProductKind } from '../product-contract.ts';
import { orderFilters, type OrderFilter } from './order-stages.ts';
import { isOrderSort, type OrderSort } from './sort-orders.ts';

/** What the list can be narrowed to: what waits for its reader, or the states. */
export const listFilters = ['needs', ...(Object.keys(orderFilters) as OrderFilter[])] as const;

/** What a list of orders was asked for; dates are those of the first departure, both included. */
export interface OrderListAsk {
  readonly search: string;
  readonly filter: (typeof listFilters)[number] | null;
  readonly kind: ProductKind | null;
  readonly sort: OrderSort;
  readonly from: CalendarDate | null;
  readonly until: CalendarDate | null;
}

export const wholeOrderList: OrderListAsk = { search: '', filter: null, kind: null, sort: 'newest', from: null, until: null };

/** Reads the address; what it does not understand is left out. */
export function readOrderList(params: URLSearchParams): OrderListAsk {
  const filter = params.get('state');
  const sort = params.get('sort');
  return {
    search: (params.get('q') ?? '').trim().slice(0, 60),
    filter: listFilters.find((each) => each === filter) ?? null,
    kind: productKinds.find((kind) => kind === params.get('kind')) ?? null,
    sort: isOrderSort(sort) ? sort : 'newest',
    from: parseCalendarDate(params.get('from') ?? ''),
    until: parseCalendarDate(params.get('until') ?? ''),
  };
}

/** The query that asks the same again, with more; empty for the whole list. */
export function orderListQuery(ask: OrderListAsk, more: Readonly<Record<string, string>> = {}): string {
  const { search, filter, kind, sort, from, until } = ask;
  const params = new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(filter ? { state: filter } : {}),
    ...(kind ? { kind } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
    ...(sort === 'newest' ? {} : { sort }),
    ...more,
  });
  return params.size > 0 ? `?${params}` : '';
}
