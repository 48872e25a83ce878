import { rateChangeStates, type RateChangeStatus } from '../rate-change-status.ts';
import { settableCurrencies, type SettableCurrency } from '../rate-rules.ts';

/** What the address of the page says: the currency that is open, and which of the history is shown. */
export interface RatesView {
  readonly target: SettableCurrency | null;
  readonly status: RateChangeStatus | null;
  readonly page: number;
}

export function readRatesView(query: URLSearchParams): RatesView {
  const page = Number(query.get('page'));
  return {
    target: settableCurrencies.find((code) => code === query.get('currency')) ?? null,
    status: rateChangeStates.find((state) => state === query.get('state')) ?? null,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

export function ratesQuery({ target, status, page }: RatesView): string {
  const query = new URLSearchParams();
  if (target) query.set('currency', target);
  if (status) query.set('state', status);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `?${query}` : '';
}

export const ratesPage = '/admin/currency-settings';
export const ratesPageSize = 25;
export const rateDids = ['live', 'proposed', 'refused', 'kept', 'read', 'applied', 'shown', 'hidden'] as const;
export const rateRefusals = [
  'rate-wrong',
  'rate-far',
  'rate-same',
  'spread-wrong',
  'no-reason',
  'end-wrong',
  'already-proposed',
  'second-person',
  'changed-meanwhile',
  'no-feed',
  'feed-silent',
  'feed-unread',
  'no-such-change',
  'not-possible-from-here',
  'not-yours-to-do',
] as const;
export type RateRefusalShown = (typeof rateRefusals)[number];
