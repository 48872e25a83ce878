import { addMilliseconds, hourMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { LocalMoment } from '../offer.ts';
import type { CheckInTimes } from '../world/ground-facts.ts';

/** When check-in of a flight is open, in the time of the airport that it leaves from. */
export interface CheckInWindow {
  readonly opens: LocalMoment;
  readonly closes: LocalMoment;
}

/** Hours are counted as they pass, not by the clock on the wall: airlines' machines do. */
export function checkInWindow(departs: LocalMoment, times: CheckInTimes): CheckInWindow {
  const at = (before: number): LocalMoment => {
    const moment = addMilliseconds(instant(Date.parse(departs.utc)), -before);
    return { local: localTimeIn(departs.zone, moment), utc: `${new Date(moment).toISOString().slice(0, 16)}:00Z`, zone: departs.zone };
  };
  return { opens: at(times.opensHours * hourMs), closes: at(times.closesMinutes * minuteMs) };
}

export function isOpenAt({ opens, closes }: CheckInWindow, now: Instant): boolean {
  return Date.parse(opens.utc) <= now && now < Date.parse(closes.utc);
}
