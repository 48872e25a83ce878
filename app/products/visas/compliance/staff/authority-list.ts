import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { AuthorityState } from '../watch-authorities.server.ts';

export interface ListedAuthority extends AuthorityState {
  readonly name: string;
  /** In words; null where the type is known by its code alone. */
  readonly type: string | null;
  /** Refused of a hundred; null while nothing was decided. */
  readonly share: number | null;
}

const columns = ['authority', 'type', 'today', 'limit', 'decided', 'refused', 'rate', 'months', 'reasons'] as const;
export type AuthorityColumn = (typeof columns)[number];
const queues = ['all', 'look', 'full', 'rising'] as const;
const sorts = ['authority', 'today', 'limit', 'decided', 'refused', 'rate'] as const;
const routes: readonly AuthorityState['route'][] = ['evisa', 'assisted'];

export const authorityList = {
  queues,
  filters: { route: (value: string) => routes.some((route) => route === value) },
  columns,
  usual: columns,
  sorts,
  id: ({ route, country, typeCode }) => `${route}.${country}.${typeCode}`,
  words: ({ name, country, type, typeCode }) => `${name} ${country} ${type ?? ''} ${typeCode}`,
  inQueue: ({ quota, rising }, queue) =>
    queue === 'all' || (queue === 'full' ? quota === 'full' : queue === 'rising' ? rising : rising || quota === 'full'),
  meets: { route: ({ route }, value) => route === value },
  keys: {
    authority: ({ name }) => name,
    today: ({ filedToday }) => filedToday,
    limit: ({ perDay }) => perDay,
    decided: ({ recent }) => recent.decided,
    refused: ({ recent }) => recent.refused,
    rate: ({ share }) => share,
  },
} as const satisfies ShortList<ListedAuthority, (typeof queues)[number], 'route', AuthorityColumn, (typeof sorts)[number]>;
