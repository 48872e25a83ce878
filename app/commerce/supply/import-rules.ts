import { parseCalendarDate } from '#app/values/dates.ts';

export const importKinds = ['sessions', 'departures', 'room-rates'] as const;
export type ImportKind = (typeof importKinds)[number];

export type Cells = Readonly<Record<string, string>>;

/** A row of an uploaded table: what stood in it by column, and what is wrong with it, in codes of `staff-imports`. */
export interface ImportRow {
  /** In the file, the head being 1. */
  readonly line: number;
  readonly cells: Cells;
  readonly faults: readonly string[];
}

export const mostImportBytes = 256 * 1024;
export const mostImportRows = 2_000;

export type TableRefusal = 'empty' | 'too-large' | 'too-many' | 'columns' | 'quotes';

/** The rows of a table under its columns, which may stand in any order and case; more columns are passed over. */
export function rowsUnder(
  columns: readonly string[],
  table: readonly { readonly line: number; readonly cells: readonly string[] }[],
): { readonly line: number; readonly cells: Cells }[] | TableRefusal {
  const [head, ...rows] = table;
  if (!head || rows.length === 0) return 'empty';
  if (rows.length > mostImportRows) return 'too-many';
  const names = head.cells.map((name) => name.toLowerCase().replaceAll(/[\s-]+/g, '_'));
  const places = columns.map((column) => names.indexOf(column));
  if (places.includes(-1) || new Set(names).size !== names.length) return 'columns';
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, at) => [column, cells[places[at]!] ?? ''])),
  }));
}

// What is wrong with a cell, as a code; none for one that is right. An empty cell leaves what is there.

export function dateFault(typed: string, today: string): string[] {
  const date = parseCalendarDate(typed);
  return date === null ? ['date'] : date < today ? ['past'] : [];
}

export function numberFault(typed: string, least: number, most: number, code: string): string[] {
  return typed === '' || (/^\d{1,6}$/.test(typed) && Number(typed) >= least && Number(typed) <= most) ? [] : [code];
}

export function yesNoFault(typed: string): string[] {
  return typed === '' || typed === 'yes' || typed === 'no' ? [] : ['stopped'];
}

/** The number of a cell that has no fault; undefined for an empty one. */
export const numberIn = (typed: string | undefined) => (typed ? Number(typed) : undefined);

/** Rows that say something of a thing that an earlier row spoke of. `key` names the thing. */
export function repeated(rows: readonly Cells[], key: (cells: Cells) => string): ReadonlySet<number> {
  const seen = new Set<string>();
  return new Set(rows.flatMap((cells, at) => (seen.has(key(cells)) ? [at] : (seen.add(key(cells)), []))));
}
