import type { Clerk } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import type { DeskListName } from './desk-lists.ts';
import { listDeskViews } from './desk-views-store.server.ts';

/** The names under which a list is kept, for whoever looks at it, and what became of one that was just kept or forgotten. */
export async function openDeskViews(db: Db, list: DeskListName, viewer: Clerk, search: URLSearchParams) {
  return { named: await listDeskViews(db, list, viewer.user.id), said: readViewSaid(search) };
}
