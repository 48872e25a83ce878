import type { CancellationLadder } from '#app/commerce/bookings/cancellation-ladder-rules.ts';

/**
 * What cancelling a stay keeps: with a plan that can be given back nothing until so many days before the check-in, then
 * the first night; a fixed plan keeps everything from the start. `firstNight` and `total` in minor units.
 */
export function stayLadder(refundableDays: number | null, checkIn: string, firstNight: number, total: number): CancellationLadder {
  if (refundableDays === null) return { rungs: [] };
  const share = total === 0 ? 0 : Math.min(10_000, Math.round((firstNight * 10_000) / total));
  return {
    rungs: [
      { until: { days: refundableDays, clock: checkIn }, keeps: 0 },
      ...(refundableDays > 0 ? [{ until: { days: 0, clock: checkIn }, keeps: share }] : []),
    ],
  };
}
