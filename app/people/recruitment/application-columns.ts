import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';

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
export const columnsIn = (query: URLSearchParams): readonly ApplicationColumn[] => readColumns(query, applicationColumns, usual);

/** Says in an address which of them are shown; nothing where they are the usual ones. */
export const sayColumns = (query: URLSearchParams, columns: readonly ApplicationColumn[]): void => writeColumns(query, columns, usual);
