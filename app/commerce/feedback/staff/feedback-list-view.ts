import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { cursorText, readCursor, type RowCursor } from '#app/values/keyset-page.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { feedbackKinds, type FeedbackKind } from '../feedback-kinds.ts';
import { feedbackStates, type FeedbackStatus } from '../feedback-status.ts';

/** What is told of each beside its words; the reference leads. */
export const feedbackColumns = ['reference', 'at', 'promised', 'rating', 'page', 'order', 'email', 'language'] as const;
export type FeedbackColumn = (typeof feedbackColumns)[number];

/** What the address of the list says. */
export interface FeedbackView {
  readonly state: FeedbackStatus;
  readonly kind: FeedbackKind | null;
  /** A reference, of the feedback or of the order that it is about. */
  readonly find: string;
  /** What waits is read from its oldest, what is over from its newest; unless it is asked for otherwise. */
  readonly descending: boolean;
  readonly columns: readonly FeedbackColumn[];
  readonly after: RowCursor | null;
}

export const noFeedbackFilters = { kind: null, find: '' } as const;

const usually = (state: FeedbackStatus) => state !== 'new';

export function readFeedbackView(query: URLSearchParams): FeedbackView {
  const state = feedbackStates.find((one) => one === query.get('state')) ?? 'new';
  const sort = query.get('sort');
  const after = readCursor(query.get('after') ?? '');
  return {
    state,
    kind: feedbackKinds.find((one) => one === query.get('kind')) ?? null,
    find: plainLine(query.get('find'), 20).slice(0, 20),
    descending: sort === '-at' || (sort !== 'at' && usually(state)),
    columns: readColumns(query, feedbackColumns),
    after: typeof after?.key === 'number' ? after : null,
  };
}

/** The address of the list; its page is left out unless it is given. */
export function feedbackAddress(view: FeedbackView, change: Partial<FeedbackView> = {}): string {
  const { state, kind, find, descending, columns, after } = { ...view, after: null, ...change };
  const query = new URLSearchParams();
  if (state !== 'new') query.set('state', state);
  if (kind) query.set('kind', kind);
  if (find) query.set('find', find);
  if (descending !== usually(state)) query.set('sort', descending ? '-at' : 'at');
  writeColumns(query, columns, feedbackColumns);
  if (after) query.set('after', cursorText(after));
  return query.size > 0 ? `?${query}` : '';
}
