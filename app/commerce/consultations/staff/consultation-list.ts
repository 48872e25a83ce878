import { consultationTopics, type ConsultationTopic } from '../consultation-kinds.ts';
import { addDays, parseCalendarDate, weekday, type CalendarDate } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { consultationTabs, type ConsultationTab } from './consultation-tabs.ts';

/** What the address of the list asks for. */
export interface ConsultationAddress {
  readonly view: ConsultationTab;
  readonly topic: ConsultationTopic | null;
  readonly officer: 'me' | 'nobody' | null;
  readonly find: string;
  readonly page: number;
  /** Monday of the week that the calendar shows. */
  readonly week: CalendarDate;
}

/** What makes no sense in it is left out. */
export function readConsultationAddress(search: URLSearchParams, today: CalendarDate): ConsultationAddress {
  const officer = search.get('officer');
  const asked = parseCalendarDate(search.get('week') ?? '') ?? today;
  return {
    view: consultationTabs.find((view) => view === search.get('view')) ?? 'week',
    topic: consultationTopics.find((topic) => topic === search.get('topic')) ?? null,
    officer: officer === 'me' || officer === 'nobody' ? officer : null,
    find: (search.get('find') ?? '').trim().slice(0, 254),
    page: Math.min(Math.max(1, Math.trunc(Number(search.get('page')) || 1)), 10_000),
    week: addDays(asked, -weekday(asked)),
  };
}

/** The same with something changed; the page number and the week belong to one look and are left out unless given. */
export function consultationListAddress(from: ConsultationAddress, change: Partial<ConsultationAddress> = {}): string {
  const { view, topic, officer, find, page, week } = { ...from, page: 1, week: null, ...change };
  const search = new URLSearchParams();
  if (view !== 'week') search.set('view', view);
  if (topic) search.set('topic', topic);
  if (officer) search.set('officer', officer);
  if (find) search.set('find', find);
  if (page > 1) search.set('page', String(page));
  if (week && view === 'week') search.set('week', week);
  return search.size > 0 ? `?${search}` : '';
}

/** The store's filter of an address. */
export function filterOf({ view, topic, officer, find }: ConsultationAddress, staffId: string) {
  const email = find.includes('@') ? find : null;
  return {
    view: find !== '' || view === 'week' ? ('all' as const) : view,
    topic,
    officer: officer === 'me' ? staffId : officer,
    reference: find === '' || email ? null : (parseReference(find) ?? find),
    email,
  };
}
