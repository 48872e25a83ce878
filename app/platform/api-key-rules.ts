import { addDays, type CalendarDate } from '#app/values/dates.ts';

/** What a key may open: each reads one catalogue with its prices and what of it can be had. Nothing is written with a key. */
export const apiScopes = ['tours:read', 'experiences:read', 'stays:read'] as const;
export type ApiScope = (typeof apiScopes)[number];

export const isApiScope = (text: string): text is ApiScope => apiScopes.some((one) => one === text);

/** Days for which a key may be made at most: two years. */
export const mostKeyDays = 730;

/** The days on which a key may end, in Dubai. */
export const keyEnds = (today: CalendarDate) => ({ first: today, last: addDays(today, mostKeyDays) });

export type ApiKeyState = 'live' | 'ended' | 'revoked';

/** Whether a key opens anything on a day; its last day counts. */
export function stateOfKey(key: { readonly endsOn: string; readonly revokedAt: Date | null }, today: CalendarDate): ApiKeyState {
  if (key.revokedAt) return 'revoked';
  return key.endsOn < today ? 'ended' : 'live';
}
