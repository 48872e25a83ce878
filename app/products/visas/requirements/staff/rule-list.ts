import { dayNumber, type CalendarDate } from '#app/values/dates.ts';
import { dueOn } from '../requirement-rules.ts';

export const ruleTabs = ['due', 'soon', 'drafts', 'fresh', 'all'] as const;
export type RuleTab = (typeof ruleTabs)[number];

/** Days before its last fresh one from which a line is to be checked. */
const soonDays = 14;

/** Which tab an edition belongs to by its dates; a draft waits for its second person instead. */
export function tabOf(
  edition: { readonly status: string; readonly checkedOn: CalendarDate; readonly recheckDays: number },
  today: CalendarDate,
): Exclude<RuleTab, 'all'> {
  if (edition.status === 'draft') return 'drafts';
  const left = dayNumber(dueOn(edition)) - dayNumber(today);
  return left < 0 ? 'due' : left <= soonDays ? 'soon' : 'fresh';
}
