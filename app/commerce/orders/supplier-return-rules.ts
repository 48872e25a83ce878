import { dayMs, type Instant } from '#app/values/dates.ts';

/** Days after the asking on which somebody is told to chase what a supplier still owes. */
export const chaseDays = [7, 14, 30] as const;

/** The day to chase for that has come since the last one; null while none has. */
export function chaseDue({ askedAt, chased }: { readonly askedAt: Instant; readonly chased: number }, now: Instant): number | null {
  return chaseDays.findLast((day) => day > chased && now - askedAt >= day * dayMs) ?? null;
}
