/** Columns of the list of applications in the order they stand; the name is always among them. */
export const applicationColumns = [
  'name',
  'job',
  'stage',
  'days',
  'score',
  'rating',
  'interviewer',
  'source',
  'visa',
  'notice',
  'owner',
  'sent',
] as const;
export type ApplicationColumn = (typeof applicationColumns)[number];

const seldom: readonly ApplicationColumn[] = ['rating', 'notice'];
const usual: readonly ApplicationColumn[] = applicationColumns.filter((column) => !seldom.includes(column));

/**
 * What the list is sorted by: the newest first, or notice either way. Neither score nor rating: their order would tell whoever has not
 * judged yet what the others think. Nor the oldest first: what is open is new, and would be looked for behind all that is over.
 */
export const applicationSorts = ['sent', 'notice'] as const;
export type ApplicationSort = (typeof applicationSorts)[number];

/** The columns that an address names, or the usual ones. */
export function readColumns(query: URLSearchParams): readonly ApplicationColumn[] {
  const chosen = applicationColumns.filter((column) => column === 'name' || query.getAll('column').includes(column));
  return chosen.length > 1 ? chosen : usual;
}

/** What an address says of these columns; nothing where they are the usual ones. */
export const namedColumns = (columns: readonly ApplicationColumn[]) => (columns.join() === usual.join() ? [] : columns);
