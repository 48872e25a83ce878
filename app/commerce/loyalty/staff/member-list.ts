import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import type { MemberAfter, MemberSort } from '../points-store.server.ts';
import { tiers, type Tier } from '../tier-rules.ts';

export const memberColumns = ['member', 'tier', 'available', 'pending', 'ending', 'last', 'burned', 'hold', 'joined'] as const;
export type MemberColumn = (typeof memberColumns)[number];

export const memberQueues = ['all', ...tiers, 'held'] as const;
type MemberQueue = (typeof memberQueues)[number];

export interface MemberView {
  readonly queue: MemberQueue;
  readonly find: string;
  readonly sort: MemberSort;
  readonly columns: readonly MemberColumn[];
  readonly after: string | null;
}

export function readMemberView(params: URLSearchParams): MemberView {
  return {
    queue: memberQueues.find((one) => one === params.get('queue')) ?? 'all',
    find: (params.get('find') ?? '').trim().toLowerCase().slice(0, 254),
    sort: params.get('sort') === 'recent' ? 'recent' : 'balance',
    columns: readColumns(params, memberColumns),
    after: params.get('after'),
  };
}

export function memberListAddress(view: MemberView, change: Partial<MemberView> = {}): string {
  const next = { ...view, after: null, ...change };
  const params = new URLSearchParams();
  if (next.queue !== 'all') params.set('queue', next.queue);
  if (next.find) params.set('find', next.find);
  if (next.sort !== 'balance') params.set('sort', next.sort);
  writeColumns(params, next.columns, memberColumns);
  if (next.after) params.set('after', next.after);
  return params.size > 0 ? `?${params}` : '';
}

export const tierOfQueue = (queue: MemberQueue): Tier | null => tiers.find((tier) => tier === queue) ?? null;

export function readMemberAfter(text: string | null): MemberAfter | null {
  const match = /^(\d{1,13})_([\w-]{1,64})$/.exec(text ?? '');
  return match ? { value: Number(match[1]), id: match[2]! } : null;
}
