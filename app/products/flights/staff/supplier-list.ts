import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { CurrencyCode, Money } from '#app/values/money.ts';
import { supplierKinds, supplierStates, type SupplierKind, type SupplierStatus } from '../supply/flight-supplier-status.ts';
import type { paperState } from '../supply/flight-supplier-rules.ts';

export interface ListedSupplier {
  readonly code: string;
  readonly name: string;
  readonly kind: SupplierKind;
  readonly country: string;
  readonly licence: string;
  readonly currency: CurrencyCode;
  readonly paymentDays: number;
  readonly creditLimit: number;
  readonly contractUntil: string | null;
  readonly contract: ReturnType<typeof paperState> | null;
  readonly status: SupplierStatus;
  readonly papers: { readonly expired: number; readonly ending: number };
  readonly orders: number;
  /** Null for whoever may not see what the house owes. */
  readonly owed: readonly Money[] | null;
  /** Of a hundred calls; null while none was made. */
  readonly answered: number | null;
}

const columns = ['supplier', 'kind', 'licence', 'terms', 'contract', 'papers', 'answered', 'orders', 'owed', 'state'] as const;
export type SupplierColumn = (typeof columns)[number];
const queues = ['all', ...supplierStates] as const;
const sorts = ['supplier', 'kind', 'terms', 'contract', 'papers', 'answered', 'orders'] as const;

export const supplierList = {
  queues,
  filters: { kind: (value: string) => supplierKinds.some((kind) => kind === value) },
  columns,
  usual: columns,
  sorts,
  id: ({ code }) => code,
  words: ({ name, code, licence }) => `${name} ${code} ${licence}`,
  inQueue: ({ status }, queue) => queue === 'all' || status === queue,
  meets: { kind: ({ kind }, value) => kind === value },
  keys: {
    supplier: ({ name }) => name,
    kind: ({ kind }) => kind,
    terms: ({ paymentDays }) => paymentDays,
    contract: ({ contractUntil }) => contractUntil,
    papers: ({ papers }) => papers.expired * 1_000 + papers.ending,
    answered: ({ answered }) => answered,
    orders: ({ orders }) => orders,
  },
} as const satisfies ShortList<ListedSupplier, (typeof queues)[number], 'kind', SupplierColumn, (typeof sorts)[number]>;
