import type { CancellationLadder } from '#app/commerce/bookings/cancellation-ladder-rules.ts';

/** Free until so many hours before the start, by the clocks there; whole days before are the same time of day. */
export function experienceLadder(freeCancelHours: number | null, start: string): CancellationLadder {
  if (freeCancelHours === null) return { rungs: [] };
  if (freeCancelHours > 0 && freeCancelHours % 24 === 0)
    return { rungs: [{ until: { days: freeCancelHours / 24, clock: start }, keeps: 0 }] };
  return { rungs: [{ until: { hours: freeCancelHours }, keeps: 0 }] };
}
