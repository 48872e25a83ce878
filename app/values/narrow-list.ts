/** What each filter asks of an item. A filter that is undefined asks nothing. */
export type FilterTests<Item, Filter> = {
  readonly [Key in keyof Filter]-?: (item: Item, wanted: NonNullable<Filter[Key]>) => boolean;
};

/** The items that pass every filter; `without` leaves one of them out. */
export function narrowed<Item, Filter extends object>(
  tests: FilterTests<Item, Filter>,
  items: readonly Item[],
  filter: Filter,
  without?: keyof Filter,
): Item[] {
  const asked = (Object.keys(filter) as (keyof Filter)[]).filter((key) => key !== without && filter[key] !== undefined);
  return items.filter((item) => asked.every((key) => tests[key](item, filter[key] as never)));
}

/** How many items the list has when one filter is set so and the others stay: the number beside a choice. */
export function countWith<Item, Filter extends object, Key extends keyof Filter>(
  tests: FilterTests<Item, Filter>,
  items: readonly Item[],
  filter: Filter,
  key: Key,
  wanted: NonNullable<Filter[Key]>,
): number {
  return narrowed(tests, items, { ...filter, [key]: wanted }).length;
}

/** Filters whose absence alone brings items back, the most helpful first; for a list that came out empty. */
export function helpfulToDrop<Item, Filter extends object>(
  tests: FilterTests<Item, Filter>,
  items: readonly Item[],
  filter: Filter,
): { key: keyof Filter; count: number }[] {
  return (Object.keys(filter) as (keyof Filter)[])
    .filter((key) => filter[key] !== undefined)
    .map((key) => ({ key, count: narrowed(tests, items, filter, key).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** One page of a list; a page past the end is the last one. Pages count from 1. */
export function pageOf<Item>(items: readonly Item[], page: number, size: number): { shown: Item[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const kept = Math.min(Math.max(1, page), pages);
  return { shown: items.slice((kept - 1) * size, kept * size), page: kept, pages };
}
