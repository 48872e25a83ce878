import { foldText } from '#app/values/fold-text.ts';
import { keysetPage, type RowCursor, type RowKey } from '#app/values/keyset-page.ts';
import type { DeskList, ListView } from './list-address.ts';

/** A list that is short enough to be read whole: what tells its rows apart, beside what its address may ask. */
export interface ShortList<
  Row,
  Queue extends string = string,
  Filter extends string = string,
  Column extends string = string,
  Sort extends Column = Column,
> extends DeskList<Queue, Filter, Column> {
  readonly sorts: readonly Sort[];
  readonly id: (row: Row) => string;
  /** What a search looks in. */
  readonly words: (row: Row) => string;
  readonly inQueue: (row: Row, queue: Queue) => boolean;
  readonly meets: Readonly<Record<Filter, (row: Row, value: string) => boolean>>;
  readonly keys: Readonly<Record<Sort, (row: Row) => RowKey>>;
}

export interface ShortPage<Row> {
  readonly rows: readonly Row[];
  readonly next: RowCursor | null;
  /** How many stand in each tab with these filters. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The rows that an address asks for, in its order; all of them where no size of a page is given. */
export function cutShortList<Row, Queue extends string, Filter extends string, Column extends string, Sort extends Column>(
  list: ShortList<Row, Queue, Filter, Column, Sort>,
  all: readonly Row[],
  view: ListView<Queue, Filter, Column>,
  { language, most = all.length }: { readonly language: string; readonly most?: number },
): ShortPage<Row> {
  const wanted = foldText(view.find).split(' ').filter(Boolean);
  const asked = (Object.keys(list.filters) as Filter[]).filter((name) => view.filters[name] !== '');
  const found = all.filter((row) => {
    const words = wanted.length > 0 ? foldText(list.words(row)) : '';
    return asked.every((name) => list.meets[name](row, view.filters[name])) && wanted.every((word) => words.includes(word));
  });
  const sort = list.sorts.find((one) => one === view.sort) ?? list.sorts[0]!;
  const { shown, next } = keysetPage(
    found.filter((row) => list.inQueue(row, view.queue)),
    { key: list.keys[sort], id: list.id, descending: view.descending, after: view.after, most, language },
  );
  return {
    rows: shown,
    next,
    counts: Object.fromEntries(list.queues.map((queue) => [queue, found.filter((row) => list.inQueue(row, queue)).length])),
  };
}
