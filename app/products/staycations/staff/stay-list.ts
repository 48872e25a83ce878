import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { Money } from '#app/values/money.ts';

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
  readonly onSale: boolean;
}

const columns = ['house', 'area', 'country', 'stars', 'rooms', 'from', 'state'] as const;
export type StayColumn = (typeof columns)[number];
const queues = ['all', 'onSale', 'offSale'] as const;
const sorts = ['house', 'area', 'country', 'stars', 'rooms', 'from'] as const;
export const stayStars = ['3', '4', '5'] as const;

export const stayList = {
  queues,
  filters: { stars: (value: string) => stayStars.some((stars) => stars === value) },
  columns,
  usual: columns,
  sorts,
  id: ({ id }) => id,
  words: ({ title, area, id }) => `${title} ${area} ${id}`,
  inQueue: ({ onSale }, queue) => queue === 'all' || onSale === (queue === 'onSale'),
  meets: { stars: ({ stars }, value) => String(stars) === value },
  keys: {
    house: ({ title }) => title,
    area: ({ area }) => area,
    country: ({ country }) => country,
    stars: ({ stars }) => stars,
    rooms: ({ rooms }) => rooms,
    from: ({ from }) => from?.amount ?? null,
  },
} as const satisfies ShortList<ListedStay, (typeof queues)[number], 'stars', StayColumn, (typeof sorts)[number]>;
