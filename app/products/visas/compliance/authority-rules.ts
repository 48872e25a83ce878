/** Decisions looked at for the share of refusals. */
export const windowDays = 30;
/** Months whose refusals are shown, this one included. */
export const trendMonths = 6;

/** Fewer decisions say nothing. */
const leastDecided = 5;
const highShare = 0.2;
const nearShare = 0.8;

export interface Decided {
  readonly decided: number;
  readonly refused: number;
}

/** How full an authority's day is; null where it has room or no limit is known. */
export function quotaState(used: number, perDay: number | null): 'full' | 'near' | null {
  if (perDay === null) return null;
  if (used >= perDay) return 'full';
  return used >= perDay * nearShare ? 'near' : null;
}

/** Whether refusals stand out: a fifth and more of enough decisions, and twice as many as in the months before. */
export function isRising(recent: Decided, before: Decided): boolean {
  if (recent.decided < leastDecided || recent.refused < recent.decided * highShare) return false;
  // Shares compared without dividing: recent.refused / recent.decided >= 2 * before.refused / before.decided.
  return before.decided < leastDecided || recent.refused * before.decided >= 2 * before.refused * recent.decided;
}

/** A share in whole percent, half rounded up; null where nothing was decided. */
export const percentOf = ({ decided, refused }: Decided): number | null =>
  decided === 0 ? null : Math.floor((refused * 200 + decided) / (decided * 2));
