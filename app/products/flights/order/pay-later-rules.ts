import { dayMs, hourMs, instant, type Instant } from '#app/values/dates.ts';
import { ticketTypesIn, type TicketType } from '../fares/fare-rules.ts';
import type { FareBrand, Offer } from '../offer.ts';
import { ticketBy } from '../tickets/ticket-deadline.ts';

/*
 * Flights that are kept for days and paid later: which fares allow it, and for how long. Kept is what the seller promises
 * less the half hour that issuing takes; the family and the time to departure make it shorter, never longer.
 */

/** By fare family; null where it is paid at once. */
const mostKeptMs: Readonly<Record<TicketType, number | null>> = { light: null, standard: 48 * hourMs, flex: 72 * hourMs };

/** Airlines want their money for flights of this week. */
export const leastAheadMs = 7 * dayMs;

/** Less than this is no time to think: the hold of minutes serves. */
const leastKeptMs = 6 * hourMs;

/** A clerk may keep them so much longer, once, where the seller's own limit leaves room. */
const longerMs = 24 * hourMs;

export interface KeptPart {
  readonly offer: Pick<Offer, 'brands' | 'byDirection' | 'slices'>;
  readonly brand: Pick<FareBrand, 'code' | 'directions'>;
  /** How long its seller keeps a booking that nobody has paid; null: minutes only. */
  readonly keepsMs: number | null;
}

/** Why they are paid at once; each has words at the checkout. */
export type PaidAtOnce = 'family' | 'soon' | 'seller';

export type PayLater =
  | {
      readonly allowed: true;
      /** Pay before. */
      readonly until: Instant;
      /** As far as a clerk may move that. */
      readonly longest: Instant;
    }
  | { readonly allowed: false; readonly because: PaidAtOnce };

/** Of several contracts, or families of one, the strictest decides: they are paid as one. */
export function payLaterOf(parts: readonly KeptPart[], now: Instant): PayLater {
  const departs = Math.min(...parts.map(({ offer }) => Date.parse(offer.slices[0]!.segments[0]!.departs.utc)));
  if (departs - now < leastAheadMs) return { allowed: false, because: 'soon' };
  const families = parts.flatMap(({ offer, brand }) => ticketTypesIn(offer, brand).map((type) => mostKeptMs[type]));
  if (families.some((most) => most === null)) return { allowed: false, because: 'family' };
  if (parts.some(({ keepsMs }) => keepsMs === null)) return { allowed: false, because: 'seller' };
  const last = ticketBy(instant(now + Math.min(...parts.map(({ keepsMs }) => keepsMs!))), now);
  const until = instant(Math.min(now + Math.min(...families.map((most) => most!)), last));
  if (until - now < leastKeptMs) return { allowed: false, because: 'seller' };
  return { allowed: true, until, longest: instant(Math.min(until + longerMs, last)) };
}
