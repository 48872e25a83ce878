import { settableCurrencies, type SettableCurrency } from '../rate-rules.ts';

/** The currency that is open, as the address of the page says. */
export function readOpenCurrency(query: URLSearchParams): SettableCurrency | null {
  return settableCurrencies.find((code) => code === query.get('currency')) ?? null;
}

export const ratesPage = '/admin/currency-settings';
export const ratesHistoryPage = `${ratesPage}/history`;
export const rateDids = ['live', 'proposed', 'refused', 'kept', 'read', 'applied', 'shown', 'hidden', 'rounded'] as const;
export const rateRefusals = [
  'rate-wrong',
  'rate-far',
  'rate-same',
  'spread-wrong',
  'rounding-wrong',
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
