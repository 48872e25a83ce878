import { evisaCountryStates } from '../evisa-edition-status.ts';

/** Beside the standings of a country: what waits for its day, and what should be read again. */
export const offerViews = ['all', 'waiting', 'stale', ...evisaCountryStates.filter((state) => state !== 'verified')] as const;
export type OfferListView = (typeof offerViews)[number];

/** What the address of the list says; whatever is malformed in it is left out. */
export interface OfferListAsk {
  readonly view: OfferListView;
  readonly find: string;
  /** ISO codes, or empty: who would apply. */
  readonly passport: string;
  readonly residence: string;
}

export function readOfferList(search: URLSearchParams): OfferListAsk {
  const code = (name: string) => (/^[A-Z]{2}$/.test(search.get(name) ?? '') ? search.get(name)! : '');
  return {
    view: offerViews.find((one) => one === search.get('view')) ?? 'all',
    find: (search.get('find') ?? '').trim().slice(0, 60),
    passport: code('passport'),
    residence: code('residence'),
  };
}
