import { dayMs, type Instant } from '#app/values/dates.ts';

/*
 * Flights that were not boarded: who may say so, and until when. Airport taxes of a flight that nobody took are owed back
 * on every fare; whether nobody took it, only the airline knows.
 */

/** Airlines give taxes back for a year after the departure. */
const claimWithinMs = 365 * dayMs;

/** How a claim of not having flown stands. `none` and closed: there is nothing to claim. */
export type MissedClaim = 'none' | 'asked' | 'denied' | 'confirmed';

const claimEvents: Readonly<Record<string, MissedClaim>> = {
  'noted-no-show-claimed': 'asked',
  'noted-no-show-denied': 'denied',
  'no-show': 'confirmed',
  'flown-after-all': 'denied',
};

/** The last word about it in an order's history. */
export function claimOf(history: readonly { readonly event: string }[]): MissedClaim {
  const last = history.findLast(({ event }) => event in claimEvents);
  return last ? claimEvents[last.event]! : 'none';
}

/** Whether its traveller may say that nobody boarded: once, after the first departure. What was denied is a matter for a person. */
export function mayClaim(
  order: { readonly status: string; readonly travelStarts: Instant },
  history: readonly { readonly event: string }[],
  now: Instant,
): boolean {
  const missed = order.status === 'ticketed' || order.status === 'flown';
  return missed && order.travelStarts <= now && now < order.travelStarts + claimWithinMs && claimOf(history) === 'none';
}
