import { instant, type Instant } from '#app/values/dates.ts';

/** The only reader of the time. Rules take `now` as an argument. */
export interface Clock {
  now(): Instant;
}

/** The machine's clock, shifted by a fixed amount for drills on clock skew (milliseconds). */
export function systemClock(offsetMs = 0): Clock {
  return { now: () => instant(Date.now() + offsetMs) };
}

/** A clock that stands still until it is moved, for tests. */
export function settableClock(start: Instant): Clock & { set(at: Instant): void; advance(milliseconds: number): void } {
  let current = start;
  return {
    now: () => current,
    set(at) {
      current = at;
    },
    advance(milliseconds) {
      current = instant(current + milliseconds);
    },
  };
}
