import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { chaseDays } from '../supplier-return-rules.ts';
import { productKinds, type ProductKind } from '../../product-contract.ts';

/** What waits for us, what is with the bank, what is longer there than banks take, what came back, and what is done. */
export const refundQueues = ['open', 'waiting', 'bank', 'late', 'failed', 'settled', 'all'] as const;
export type RefundQueue = (typeof refundQueues)[number];

export const refundAges = [7, 14, 30] as const;
/** For how many days a supplier owes money of the order; 0: at all. */
export const owedDays = [0, ...chaseDays] as const;
export const refundSorts = ['asked', 'amount'] as const;
export type RefundSort = (typeof refundSorts)[number];

export const refundColumns = [
  'reference',
  'kind',
  'state',
  'amount',
  'destination',
  'asked',
  'sent',
  'expected',
  'settled',
  'supplier',
  'owner',
] as const;
export type RefundColumn = (typeof refundColumns)[number];

/** What the address of the list says. Whatever is malformed is left out. */
export interface RefundListView {
  readonly queue: RefundQueue;
  readonly kind: ProductKind | null;
  /** `mine` is whoever looks, `nobody` an order without an owner; otherwise a colleague's id, or empty for all. */
  readonly owner: string;
  /** Asked at least so many days ago. */
  readonly age: (typeof refundAges)[number] | null;
  /** A supplier owes money of its order, for at least so many days. */
  readonly owed: (typeof owedDays)[number] | null;
  /** An order's reference or its beginning. */
  readonly find: string;
  readonly sort: RefundSort;
  readonly descending: boolean;
  readonly columns: readonly RefundColumn[];
  readonly after: { readonly key: string; readonly id: string } | null;
}

export const noRefundFilters = { kind: null, owner: '', age: null, owed: null, find: '' } as const;

export function readRefundListView(query: URLSearchParams): RefundListView {
  const [key, id] = (query.get('after') ?? '').split('~');
  const owner = query.get('owner') ?? '';
  const sort = query.get('sort') ?? '';
  return {
    queue: refundQueues.find((queue) => queue === query.get('queue')) ?? 'open',
    kind: productKinds.find((kind) => kind === query.get('kind')) ?? null,
    owner: /^[\w-]{1,64}$/.test(owner) ? owner : '',
    age: refundAges.find((age) => String(age) === query.get('age')) ?? null,
    owed: owedDays.find((days) => String(days) === query.get('owed')) ?? null,
    find: plainLine(query.get('find'), 20).slice(0, 20),
    sort: refundSorts.find((one) => one === sort.replace(/^-/, '')) ?? 'asked',
    descending: sort.startsWith('-'),
    columns: readColumns(query, refundColumns),
    after: key && id && /^\d{1,16}(\.\d{1,9})?$/.test(key) && /^[\w-]{1,64}$/.test(id) ? { key, id } : null,
  };
}

export function refundListAddress(view: RefundListView, change: Partial<RefundListView> = {}): string {
  const { queue, kind, owner, age, owed, find, sort, descending, columns, after } = { ...view, after: null, ...change };
  const query = new URLSearchParams();
  if (queue !== 'open') query.set('queue', queue);
  if (kind) query.set('kind', kind);
  if (owner) query.set('owner', owner);
  if (age) query.set('age', String(age));
  if (owed !== null) query.set('owed', String(owed));
  if (find) query.set('find', find);
  if (sort !== 'asked' || descending) query.set('sort', descending ? `-${sort}` : sort);
  writeColumns(query, columns, refundColumns);
  if (after) query.set('after', `${after.key}~${after.id}`);
  return query.size > 0 ? `?${query}` : '';
}
