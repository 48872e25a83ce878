import { apiScopes, type ApiKeyState, type ApiScope } from '#app/platform/api-key-rules.ts';
import type { ShortList } from '#app/ui/desk-list/short-list.ts';

export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly lastFour: string;
  readonly scopes: readonly ApiScope[];
  readonly endsOn: string;
  readonly state: ApiKeyState;
  readonly madeBy: string | null;
  readonly madeAt: string;
  readonly usedAt: string | null;
  readonly revokedBy: string | null;
  readonly revokedAt: string | null;
}

const columns = ['name', 'scopes', 'state', 'ends', 'used', 'made', 'revoke'] as const;
export type KeyColumn = (typeof columns)[number];
const queues = ['all', 'live', 'ended', 'revoked'] as const;
const sorts = ['made', 'name', 'ends', 'used'] as const;

export const apiKeyList = {
  queues,
  filters: { scope: (value: string) => apiScopes.some((scope) => scope === value) },
  columns,
  usual: columns,
  sorts,
  id: ({ id }) => id,
  words: ({ name, lastFour }) => `${name} ${lastFour}`,
  inQueue: ({ state }, queue) => queue === 'all' || state === queue,
  meets: { scope: ({ scopes }, value) => scopes.some((scope) => scope === value) },
  keys: {
    made: ({ madeAt }) => madeAt,
    name: ({ name }) => name,
    ends: ({ endsOn }) => endsOn,
    used: ({ usedAt }) => usedAt,
  },
} as const satisfies ShortList<ListedKey, (typeof queues)[number], 'scope', KeyColumn, (typeof sorts)[number]>;
