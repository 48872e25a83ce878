import { dayMs, type Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';

/** Nobody travelled on these, whatever was kept of the price. */
export const calledOff: readonly string[] = ['expired', 'cancelled', 'voided', 'refund_due', 'refunded'];
/** A travel counts as done a day after its end, as the order desk has it. */
export const restMs = dayMs;

/** What of an order counts, in fils: paid and not given back. Points are earned by dirhams; nothing is charged in another currency. */
export function netOf(
  order: { readonly status: string },
  { captured, refunded }: { readonly captured: Money; readonly refunded: Money },
): number {
  return captured.currency === 'AED' && !calledOff.includes(order.status) ? captured.amount - refunded.amount : 0;
}

export const isTravelled = (order: { readonly travelEnds: Date }, now: Instant): boolean => order.travelEnds.getTime() + restMs < now;
