import type { Clerk } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import type { OpenShortList } from '#app/ui/desk-list/short-list-sheet.tsx';
import { cutShortList, type ShortList } from '#app/ui/desk-list/short-list.ts';
import type { DeskListName } from './desk-lists.ts';
import { openDeskViews } from './open-desk-views.server.ts';

const pageSize = 50;

/** One page of a list that is read whole, as an address asks for it, with the names under which it is kept. */
export async function openShortList<Row, Queue extends string, Filter extends string, Column extends string, Sort extends Column>(
  db: Db,
  name: DeskListName,
  list: ShortList<Row, Queue, Filter, Column, Sort>,
  all: readonly Row[],
  asked: { readonly viewer: Clerk; readonly search: URLSearchParams; readonly language: string },
): Promise<OpenShortList<Row, Queue, Filter, Column>> {
  const view = readListView(list, asked.search);
  return {
    view,
    ...cutShortList(list, all, view, { language: asked.language, most: pageSize }),
    ...(await openDeskViews(db, name, asked.viewer, asked.search)),
  };
}
