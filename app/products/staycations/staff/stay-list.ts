import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { EditionState } from '#app/commerce/supply/edition-status.ts';
import type { Money } from '#app/values/money.ts';
import { stayCountries } from '../staycation.ts';
import { staySupplyStates, type StaySupplyState } from '../stay-supply-status.ts';

export interface ListedStay {
  readonly id: string;
  readonly title: string;
  readonly area: string;
  readonly country: string;
  readonly stars: number;
  /** Kinds of rooms. */
  readonly rooms: number;
  /** The lowest price of a night; null for a house without rooms. */
  readonly from: Money | null;
  readonly status: StaySupplyState;
  /** Of the edition that is being written or looked over; null where none is. */
  readonly edition: EditionState | null;
  /** Whether the shop ever had it: what it never had has no nights. */
  readonly known: boolean;
}

const columns = ['house', 'area', 'country', 'stars', 'rooms', 'from', 'state'] as const;
export type StayColumn = (typeof columns)[number];
/** The tabs: everything; new editions that wait for a second person; by standing. */
const queues = ['all', 'in_review', ...staySupplyStates] as const;
const sorts = ['house', 'area', 'country', 'stars', 'rooms', 'from'] as const;
export const stayStars = ['1', '2', '3', '4', '5'] as const;

export const stayList = {
  queues,
  filters: {
    stars: (value: string) => stayStars.some((stars) => stars === value),
    country: (value: string) => stayCountries.some((country) => country === value),
  },
  columns,
  usual: columns,
  sorts,
  id: ({ id }) => id,
  words: ({ title, area, id }) => `${title} ${area} ${id}`,
  inQueue: ({ status, edition }, queue) => queue === 'all' || (queue === 'in_review' ? edition === 'in_review' : status === queue),
  meets: { stars: ({ stars }, value) => String(stars) === value, country: ({ country }, value) => country === value },
  keys: {
    house: ({ title }) => title,
    area: ({ area }) => area,
    country: ({ country }) => country,
    stars: ({ stars }) => stars,
    rooms: ({ rooms }) => rooms,
    from: ({ from }) => from?.amount ?? null,
  },
} as const satisfies ShortList<ListedStay, (typeof queues)[number], 'stars' | 'country', StayColumn, (typeof sorts)[number]>;
