/** The columns that an address asks for, in the order they stand; the one that leads to the record always does. None asked: the usual ones. */
export function readColumns<Column extends string>(
  search: URLSearchParams,
  all: readonly Column[],
  usual: readonly Column[] = all,
  fixed: Column | undefined = all[0],
): readonly Column[] {
  const asked = search.getAll('column');
  const chosen = all.filter((column) => column === fixed || asked.includes(column));
  return chosen.length > 1 ? chosen : usual;
}

/** Says in an address which columns are shown, unless they are the usual ones. */
export function writeColumns<Column extends string>(search: URLSearchParams, columns: readonly Column[], usual: readonly Column[]): void {
  if (columns.join() !== usual.join()) for (const column of columns) search.append('column', column);
}
