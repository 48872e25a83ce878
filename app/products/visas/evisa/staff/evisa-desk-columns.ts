/** Columns of the list of cases in the order they stand; the applicant is always among them. */
export const caseColumns = [
  'due',
  'applicant',
  'reference',
  'nationality',
  'country',
  'type',
  'arrival',
  'state',
  'papers',
  'flags',
  'paid',
  'authority',
  'received',
  'officer',
] as const;
export type CaseColumn = (typeof caseColumns)[number];

const seldom: readonly CaseColumn[] = ['type', 'flags', 'paid', 'authority', 'received'];
/** What is shown to somebody who never chose. */
export const usualCaseColumns: readonly CaseColumn[] = caseColumns.filter((column) => !seldom.includes(column));

/** The columns an address names, in their order; none that is known means the usual ones. */
export function readCaseColumns(asked: readonly string[]): readonly CaseColumn[] {
  const known = caseColumns.filter((column) => column === 'applicant' || asked.includes(column));
  return known.length > 1 ? known : usualCaseColumns;
}
