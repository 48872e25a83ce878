import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { ListView } from '#app/ui/desk-list/list-address.ts';
import type { ShortPage } from '#app/ui/desk-list/short-list.ts';
import { countTouched, listDisruptions, type DisruptionRow } from '../supply/disruptions-store.server.ts';
import type { DisruptionColumn, DisruptionQueue } from './disruption-list.ts';

export interface ListedDisruption extends Omit<DisruptionRow, 'begunAt'> {
  readonly begunAt: string;
  readonly by: string;
  /** How many it touched, and how many of them are not settled. */
  readonly orders: { readonly all: number; readonly open: number };
}

/** A page of what was said of flights, with whom it touched and who said it. */
export async function readDisruptions(
  db: Db,
  view: ListView<DisruptionQueue, 'what', DisruptionColumn>,
  most: number,
): Promise<ShortPage<ListedDisruption>> {
  const page = await listDisruptions(db, view, most);
  const [touched, names] = await Promise.all([
    countTouched(
      db,
      page.rows.map((row) => row.id),
    ),
    findStaffNames(
      db,
      page.rows.map(({ begunBy }) => begunBy.replace('staff:', '')),
    ),
  ]);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      begunAt: row.begunAt.toISOString(),
      by: names.get(row.begunBy.replace('staff:', '')) ?? '–',
      orders: touched.get(row.id) ?? { all: 0, open: 0 },
    })),
  };
}
