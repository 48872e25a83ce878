import type { Clerk } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { readListView, type DeskList, type ListView } from '#app/ui/desk-list/list-address.ts';
import type { OpenShortList } from '#app/ui/desk-list/short-list-sheet.tsx';
import type { ShortPage } from '#app/ui/desk-list/short-list.ts';
import type { DeskListName } from './desk-lists.ts';
import { openDeskViews } from './open-desk-views.server.ts';

const pageSize = 50;

/** One page of a list that the database filters, sorts and cuts, as an address asks for it, with the names under which it is kept. */
export async function openLongList<Row, Queue extends string, Filter extends string, Column extends string>(
  db: Db,
  name: DeskListName,
  list: DeskList<Queue, Filter, Column>,
  read: (view: ListView<Queue, Filter, Column>, most: number) => Promise<ShortPage<Row>>,
  asked: { readonly viewer: Clerk; readonly search: URLSearchParams },
): Promise<OpenShortList<Row, Queue, Filter, Column>> {
  const view = readListView(list, asked.search);
  const [page, views] = await Promise.all([read(view, pageSize), openDeskViews(db, name, asked.viewer, asked.search)]);
  return { view, ...page, ...views };
}
