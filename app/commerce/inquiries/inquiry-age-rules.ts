import { dayMs, hourMs, minuteMs, dayNumber, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { isOpenInquiry, type InquiryStatus } from './inquiry-status.ts';

export interface Age {
  readonly unit: 'minutes' | 'hours' | 'days';
  readonly count: number;
}

/** How long ago somebody asked, in the largest unit that says something. */
export function ageOf(asked: Instant, now: Instant): Age {
  const ms = Math.max(0, now - asked);
  if (ms < 2 * hourMs) return { unit: 'minutes', count: Math.max(1, Math.floor(ms / minuteMs)) };
  if (ms < 2 * dayMs) return { unit: 'hours', count: Math.floor(ms / hourMs) };
  return { unit: 'days', count: Math.floor(ms / dayMs) };
}

interface Promised {
  readonly status: InquiryStatus;
  readonly answerBy: Date;
  readonly firstContactAt: Date | null;
}

/** How the promised first answer went: kept, broken, still to come, or overdue; null where it ended without one. */
export function promiseOf(inquiry: Promised, now: Instant): 'kept' | 'broken' | 'waits' | 'late' | null {
  if (inquiry.firstContactAt) return inquiry.firstContactAt.getTime() <= inquiry.answerBy.getTime() ? 'kept' : 'broken';
  if (!isOpenInquiry(inquiry.status)) return null;
  return inquiry.answerBy.getTime() < now ? 'late' : 'waits';
}

/** A visa within a week is a matter of today; within three weeks it may not wait. */
const urgentDays = 7;
const soonDays = 21;

export type Urgency = 'past' | 'urgent' | 'soon' | 'calm';

/** How a first day of travel presses; null while it is not told. */
export function urgencyOf(startsOn: CalendarDate | null, today: CalendarDate): Urgency | null {
  if (startsOn === null) return null;
  const left = dayNumber(startsOn) - dayNumber(today);
  if (left < 0) return 'past';
  return left <= urgentDays ? 'urgent' : left <= soonDays ? 'soon' : 'calm';
}
