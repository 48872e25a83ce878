import { addMilliseconds, dayMs, instant, type Instant } from '#app/values/dates.ts';
import { plainName } from '#app/values/plain-text.ts';
import type { DescribedSegment } from '../orders/order-description.ts';
import { orderFilters } from '../orders/order-stages.ts';

/** Links of one trip that open it at the same time. */
export const mostShares = 5;
/** Days after the end of a trip on which its links end. */
export const shareEndsAfterDays = 7;
/** Orders of one link, as the database takes them. */
export const mostSharedOrders = 20;
export const longestShareName = 40;

/** Whom a link is for. */
export const readShareName = (typed: unknown): string | null => plainName(typed, longestShareName);

/** When a link of a trip ends, by the last instant of the trip. */
export function shareEnds(tripEndsAt: string): Instant {
  return addMilliseconds(instant(Date.parse(tripEndsAt)), shareEndsAfterDays * dayMs);
}

/** What those at home are told of how a part stands: nothing of payments, refunds or who missed a flight. */
export type SharedState = 'planned' | 'moving' | 'changed' | 'calledOff' | 'over' | 'off';

export function sharedStateOf(status: string): SharedState {
  if ((orderFilters.ended as readonly string[]).includes(status)) return 'off';
  if (status === 'schedule_change_pending') return 'changed';
  if (status === 'change_pending' || status === 'changed') return 'moving';
  return status === 'flown' || status === 'completed' || status === 'no_show' ? 'over' : 'planned';
}

/** How one flight of a part stands: where it is known which of them the airline changed, the others are as planned. */
export function sharedStateOfFlight(part: SharedState, { changed }: Pick<DescribedSegment, 'changed'>, others: boolean): SharedState {
  if (part === 'over' || part === 'off') return part;
  if (changed) return changed.flies ? (part === 'moving' ? part : 'changed') : 'calledOff';
  return others ? 'planned' : part;
}

/** "AMINA SOFIA" to "Amina": the first of given names that came as a passport writes them. */
export function firstNameOf(givenNames: string): string {
  const first = givenNames.trim().split(/\s+/)[0] ?? '';
  return first === first.toUpperCase() ? first.slice(0, 1) + first.slice(1).toLowerCase() : first;
}
