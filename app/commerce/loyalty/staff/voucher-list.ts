import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { voucherStates, type VoucherStatus } from '../loyalty-status.ts';
import { voucherKinds, voucherOccasions, type VoucherOccasion } from '../voucher-rules.ts';

export interface ListedVoucher {
  readonly id: string;
  readonly code: string;
  readonly member: string;
  readonly memberId: string;
  readonly state: VoucherStatus;
  readonly occasion: VoucherOccasion;
  /** Fils; null where it is a share. */
  readonly amount: number | null;
  readonly basisPoints: number | null;
  readonly most: number;
  readonly kinds: readonly string[];
  readonly least: number;
  readonly until: string;
  readonly by: string;
  readonly madeAt: string;
  readonly liveAt: string | null;
  /** The reference of the order that used it, and what it took off, in fils. */
  readonly order: string | null;
  readonly taken: number | null;
}

const columns = ['voucher', 'member', 'state', 'worth', 'occasion', 'products', 'until', 'order', 'taken', 'by', 'made'] as const;
export type VoucherColumn = (typeof columns)[number];
const usual: readonly VoucherColumn[] = ['voucher', 'member', 'state', 'worth', 'occasion', 'until', 'order', 'taken'];
const queues = ['all', ...voucherStates] as const;
const sorts = ['made', 'member', 'worth', 'until', 'taken'] as const;

export const voucherList = {
  queues,
  filters: {
    occasion: (value) => voucherOccasions.some((one) => one === value),
    product: (value) => voucherKinds.some((one) => one === value),
  },
  columns,
  usual,
  sorts,
  descends: true,
  id: ({ id }) => id,
  words: ({ code, member, order }) => [code, member, order ?? ''].join(' '),
  inQueue: ({ state }, queue) => queue === 'all' || state === queue,
  meets: {
    occasion: ({ occasion }, value) => occasion === value,
    product: ({ kinds }, value) => kinds.length === 0 || kinds.includes(value),
  },
  keys: {
    made: ({ madeAt }) => madeAt,
    member: ({ member }) => member,
    worth: ({ most }) => most,
    until: ({ until }) => until,
    taken: ({ taken }) => taken,
  },
} as const satisfies ShortList<ListedVoucher, (typeof queues)[number], 'occasion' | 'product', VoucherColumn, (typeof sorts)[number]>;
