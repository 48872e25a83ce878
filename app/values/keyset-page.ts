/** What a row is sorted by; null stands behind everything, whichever way the list runs. */
export type RowKey = string | number | null;

/** The last row of the page before. */
export interface RowCursor {
  readonly key: RowKey;
  readonly id: string;
}

/** How rows that are all in hand are sorted and cut into pages; rows of one key follow each other by id. */
export interface KeysetAsk<Row> {
  readonly key: (row: Row) => RowKey;
  readonly id: (row: Row) => string;
  readonly descending: boolean;
  /** Null for the first page. */
  readonly after: RowCursor | null;
  readonly most: number;
  /** Words are sorted as this language has them. */
  readonly language: string;
}

/** One page, by what it begins after and not by a count: a row that comes or goes meanwhile moves no other over the edge. */
export function keysetPage<Row>(rows: readonly Row[], ask: KeysetAsk<Row>): { readonly shown: Row[]; readonly next: RowCursor | null } {
  const words = new Intl.Collator(ask.language, { numeric: true });
  const compare = (a: RowKey, b: RowKey) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const way = typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
    return ask.descending ? -way : way;
  };
  const place = (a: RowCursor, b: RowCursor) => compare(a.key, b.key) || (a.id < b.id ? -1 : Number(a.id > b.id));
  const sorted = rows.map((row) => ({ row, at: { key: ask.key(row), id: ask.id(row) } })).sort((a, b) => place(a.at, b.at));
  const { after } = ask;
  const left = after ? sorted.filter(({ at }) => place(at, after) > 0) : sorted;
  const page = left.slice(0, ask.most);
  return { shown: page.map(({ row }) => row), next: left.length > ask.most ? page.at(-1)!.at : null };
}

/** As it stands in an address: its kind, its key, its id. */
export function cursorText({ key, id }: RowCursor): string {
  return key === null ? `-~${id}` : `${typeof key === 'number' ? 'n' : 't'}${key}~${id}`;
}

/** Null for what no list ever wrote. */
export function readCursor(text: string): RowCursor | null {
  const [, kind, key, id] = /^([-nt])(.{0,200})~([\w.:-]{1,80})$/su.exec(text) ?? [];
  if (kind === undefined || key === undefined || id === undefined) return null;
  if (kind === 't') return { key, id };
  if (kind === '-') return key === '' ? { key: null, id } : null;
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(key) ? { key: Number(key), id } : null;
}
