import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { experimentProducts, type ExperimentProduct, type Verdict } from '../experiment-rules.ts';
import { experimentStates, type ExperimentStatus, type OverBecause } from '../experiment-status.ts';

export const experimentsPage = '/admin/pricing-engine/experiments';

/** One arm in a list; amounts in minor units of AED. */
export interface ListedArm {
  readonly visitors: number;
  readonly orders: number;
  readonly sales: number;
  readonly conversion: number | null;
  readonly revenue: number;
  readonly margin: number;
  readonly marginPerSale: number | null;
}

export interface ListedExperiment {
  readonly id: string;
  readonly number: number;
  readonly question: string;
  readonly status: ExperimentStatus;
  readonly over: OverBecause | null;
  readonly products: readonly ExperimentProduct[];
  readonly challenger: number;
  readonly control: number | null;
  readonly share: number;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly figures: { readonly control: ListedArm; readonly challenger: ListedArm };
  /** Of the conversion; null while nobody was shown a price on one of the sides. */
  readonly verdict: Verdict | null;
}

const columns = ['experiment', 'state', 'products', 'policies', 'share', 'starts', 'ends', 'visitors', 'sales', 'verdict'] as const;
export type ExperimentColumn = (typeof columns)[number];
/** While one product can be priced so, nobody needs its column. */
const usual: readonly ExperimentColumn[] = columns.filter((column) => column !== 'products' && column !== 'policies');
const queues = ['all', ...experimentStates] as const;
const sorts = ['experiment', 'starts', 'ends', 'share', 'visitors', 'sales'] as const;

const bothOf = ({ figures }: ListedExperiment, name: 'visitors' | 'sales') => figures.control[name] + figures.challenger[name];

export const experimentList = {
  queues,
  filters: { product: (value): value is ExperimentProduct => experimentProducts.some((product) => product === value) },
  columns,
  usual,
  sorts,
  descends: true,
  id: ({ id }) => id,
  words: ({ number, question }) => `${number} ${question}`,
  inQueue: ({ status }, queue) => queue === 'all' || status === queue,
  meets: { product: ({ products }, value) => products.some((product) => product === value) },
  keys: {
    experiment: ({ number }) => number,
    starts: ({ startsOn }) => startsOn,
    ends: ({ endsOn }) => endsOn,
    share: ({ share }) => share,
    visitors: (row) => bothOf(row, 'visitors'),
    sales: (row) => bothOf(row, 'sales'),
  },
} as const satisfies ShortList<ListedExperiment, (typeof queues)[number], 'product', ExperimentColumn, (typeof sorts)[number]>;
