import { addDays, parseCalendarDate, weekday, type CalendarDate } from '#app/values/dates.ts';
import { consultationTopics, type ConsultationTopic } from '../consultation-kinds.ts';

/** What the address of the calendar asks for. */
export interface WeekAddress {
  readonly topic: ConsultationTopic | null;
  readonly mine: boolean;
  /** Its Monday. */
  readonly week: CalendarDate;
}

/** What makes no sense in it is left out. */
export function readWeekAddress(search: URLSearchParams, today: CalendarDate): WeekAddress {
  const day = parseCalendarDate(search.get('week') ?? '');
  // Nobody rings in another century, and the first and last days that can be written have no week around them.
  const asked = day && day >= '2000-01-01' && day < '2100-01-01' ? day : today;
  return {
    topic: consultationTopics.find((topic) => topic === search.get('topic')) ?? null,
    mine: search.get('officer') === 'me',
    week: addDays(asked, -weekday(asked)),
  };
}

/** The same with something changed; the week is left out unless it is given. */
export function weekAddress(from: WeekAddress, change: Partial<WeekAddress> = {}): string {
  const { topic, mine, week } = { ...from, week: null, ...change };
  const search = new URLSearchParams();
  if (topic) search.set('topic', topic);
  if (mine) search.set('officer', 'me');
  if (week) search.set('week', week);
  return search.size > 0 ? `?${search}` : '';
}
