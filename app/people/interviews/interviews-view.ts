import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { plainLine } from '#app/values/plain-text.ts';
import {
  interviewModes,
  interviewRounds,
  interviewTabs,
  type InterviewMode,
  type InterviewRound,
  type InterviewTab,
} from './interview-kinds.ts';

/** Columns in the order they stand; the candidate leads to the interview. */
export const interviewColumns = ['candidate', 'role', 'round', 'time', 'theirs', 'panel', 'mode', 'state'] as const;
export type InterviewColumn = (typeof interviewColumns)[number];

/** What the address of the list of interviews says. */
export interface InterviewsView {
  readonly tab: InterviewTab;
  /** A reference of an interview or an application, or a candidate's address in full. */
  readonly find: string;
  readonly interviewer: string | null;
  readonly round: InterviewRound | null;
  readonly mode: InterviewMode | null;
  readonly columns: readonly InterviewColumn[];
  /** Where the page before ended. */
  readonly after: string | null;
}

export function readInterviewsView(query: URLSearchParams): InterviewsView {
  const after = query.get('after') ?? '';
  const interviewer = query.get('interviewer') ?? '';
  return {
    tab: interviewTabs.find((one) => one === query.get('tab')) ?? 'upcoming',
    find: plainLine(query.get('find'), 254).slice(0, 254),
    interviewer: /^[\w-]{1,64}$/.test(interviewer) ? interviewer : null,
    round: interviewRounds.find((one) => one === query.get('round')) ?? null,
    mode: interviewModes.find((one) => one === query.get('mode')) ?? null,
    columns: readColumns(query, interviewColumns),
    after: /^\d{1,13}~[\w-]{1,60}$/.test(after) ? after : null,
  };
}

export function interviewsQuery({ tab, find, interviewer, round, mode, columns, after }: InterviewsView): string {
  const query = new URLSearchParams();
  if (tab !== 'upcoming') query.set('tab', tab);
  for (const [name, value] of Object.entries({ find, interviewer, round, mode })) if (value) query.set(name, value);
  writeColumns(query, columns, interviewColumns);
  if (after) query.set('after', after);
  return query.size > 0 ? `?${query}` : '';
}

/** What a list that gets a name keeps: neither its page nor a search, which may be a candidate's address. */
export const keptQuery = (view: InterviewsView) => interviewsQuery({ ...view, find: '', after: null });
