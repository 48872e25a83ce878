import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { evisaCountryStates, type EvisaCountryStatus, type EvisaEditionStatus } from '../evisa-edition-status.ts';
import type { mayApply } from '../evisa-eligibility.ts';
import type { EvisaRecord } from '../evisa-record-rules.ts';

export interface ListedOffer {
  readonly code: string;
  readonly name: string;
  readonly status: EvisaCountryStatus;
  readonly version: number;
  readonly types: number;
  readonly from: Money;
  readonly days: readonly [number, number];
  readonly took: EvisaRecord | null;
  readonly asOf: CalendarDate;
  readonly stale: boolean;
  /** The edition that is not sold yet, and from when it will be. */
  readonly waiting: { readonly status: EvisaEditionStatus; readonly from: CalendarDate | null } | null;
  /** Whether the asked passport may apply; null where none is asked for. */
  readonly answer: ReturnType<typeof mayApply> | null;
}

const columns = ['country', 'standing', 'types', 'from', 'days', 'took', 'granted', 'asOf', 'waiting', 'version', 'answer'] as const;
export type OfferColumn = (typeof columns)[number];
/** Beside the standings of a country: what waits for its day, and what should be read again. */
const queues = ['all', 'waiting', 'stale', ...evisaCountryStates.filter((state) => state !== 'verified')] as const;
type Queue = (typeof queues)[number];
const sorts = ['country', 'types', 'from', 'took', 'granted', 'asOf', 'version'] as const;
const isCountry = (value: string) => /^[A-Z]{2}$/.test(value);

export const offerList = {
  queues,
  /** Who would apply: their answer stands beside each country, and no country is left out for it. */
  filters: { passport: isCountry, residence: isCountry },
  columns,
  usual: columns,
  sorts,
  id: ({ code }) => code,
  words: ({ name, code }) => `${name} ${code}`,
  inQueue: (row, queue) =>
    queue === 'all' ? true : queue === 'waiting' ? row.waiting !== null : queue === 'stale' ? row.stale : row.status === queue,
  meets: { passport: () => true, residence: () => true },
  keys: {
    country: ({ name }) => name,
    types: ({ types }) => types,
    from: ({ from }) => from.amount,
    took: ({ took }) => took?.days?.median ?? null,
    granted: ({ took }) => took?.granted ?? null,
    asOf: ({ asOf }) => asOf,
    version: ({ version }) => version,
  },
} as const satisfies ShortList<ListedOffer, Queue, 'passport' | 'residence', OfferColumn, (typeof sorts)[number]>;
