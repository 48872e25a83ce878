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
