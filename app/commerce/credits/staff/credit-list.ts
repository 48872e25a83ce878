export const creditQueues = ['open', 'over', 'all'] as const;
export type CreditQueue = (typeof creditQueues)[number];

export interface CreditListView {
  readonly queue: CreditQueue;
  /** Part of an order's reference. */
  readonly find: string;
  /** The last row of the page before: when it was made and its id. */
  readonly after: string | null;
}

export function readCreditList(params: URLSearchParams): CreditListView {
  return {
    queue: creditQueues.find((one) => one === params.get('queue')) ?? 'open',
    find: (params.get('find') ?? '').trim().toUpperCase().slice(0, 20),
    after: params.get('after'),
  };
}

export function creditListAddress(view: CreditListView, change: Partial<CreditListView> = {}): string {
  const next = { ...view, after: null, ...change };
  const params = new URLSearchParams();
  if (next.queue !== 'open') params.set('queue', next.queue);
  if (next.find) params.set('find', next.find);
  if (next.after) params.set('after', next.after);
  return params.size > 0 ? `?${params}` : '';
}

/** Null for anything that no page of the list has given out. */
export function readCreditAfter(text: string | null): { readonly at: Date; readonly id: string } | null {
  const match = /^(\d{1,13})_([\w-]{1,64})$/.exec(text ?? '');
  return match ? { at: new Date(Number(match[1])), id: match[2]! } : null;
}
