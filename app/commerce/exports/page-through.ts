/** Rows that a writer reads at once: few statements for a long list, and little of it in memory. */
const pageSize = 2_000;

/** A list to its end, a page at a time: `read` gives so many rows behind a place, and `placeOf` the place of the last of them. */
export async function* pageThrough<Row, Place>(
  read: (after: Place | null, most: number) => Promise<readonly Row[]>,
  placeOf: (last: Row) => Place | null,
): AsyncGenerator<readonly Row[]> {
  for (let after: Place | null = null; ;) {
    const rows: readonly Row[] = await read(after, pageSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = rows.length < pageSize ? null : placeOf(last);
    if (after === null) return;
  }
}

/** The same of a list that says itself behind which place its next page begins; null is its end. */
export async function* pageAlong<Row, Place>(
  read: (after: Place | null, most: number) => Promise<{ readonly rows: readonly Row[]; readonly next: Place | null }>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Place | null = null; ;) {
    const { rows, next }: { readonly rows: readonly Row[]; readonly next: Place | null } = await read(after, pageSize);
    if (rows.length > 0) yield rows;
    if (next === null) return;
    after = next;
  }
}
