/** Columns of the list of orders in the order they stand; the reference is always among them. */
export const deskColumns = [
  'limit',
  'ref',
  'state',
  'lead',
  'route',
  'departs',
  'airline',
  'pnr',
  'supplier',
  'total',
  'paid',
  'owner',
  'alerts',
  'created',
] as const;

export type DeskColumn = (typeof deskColumns)[number];

/** What is shown to somebody who never chose. */
export const usualColumns: readonly DeskColumn[] = deskColumns.filter((column) => column !== 'created');

/** The columns an address names, in their order; none that is known means the usual ones. */
export function readColumns(asked: readonly string[]): readonly DeskColumn[] {
  const known = deskColumns.filter((column) => column === 'ref' || asked.includes(column));
  return known.length > 1 ? known : usualColumns;
}

export function areUsual(columns: readonly DeskColumn[]): boolean {
  return columns.join() === usualColumns.join();
}
