import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, or } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { DeskListName } from './desk-lists.ts';
import type { NamedView } from '#app/ui/desk-list/named-views.ts';
import { deskViews } from './desk-views.tables.ts';

/** More would not be read any more. */
const mostOfOne = 20;

/** A person's own views of a list and those that colleagues share, by name. */
export async function listDeskViews(db: Db, list: DeskListName, staffId: string): Promise<NamedView[]> {
  const rows = await db
    .select()
    .from(deskViews)
    .where(and(eq(deskViews.list, list), or(eq(deskViews.owner, staffId), eq(deskViews.shared, true))))
    .orderBy(asc(deskViews.name), asc(deskViews.id));
  return rows.map(({ id, name, query, shared, owner }) => ({ id, name, query, shared, mine: owner === staffId }));
}

/** False when this person keeps as many of this list as can be kept. */
export async function insertDeskView(
  tx: Tx,
  view: { readonly list: DeskListName; readonly owner: string; readonly name: string; readonly query: string; readonly shared: boolean },
  now: Instant,
): Promise<boolean> {
  const [kept] = await tx
    .select({ all: count() })
    .from(deskViews)
    .where(and(eq(deskViews.owner, view.owner), eq(deskViews.list, view.list)));
  if ((kept?.all ?? 0) >= mostOfOne) return false;
  await tx.insert(deskViews).values({ ...view, id: randomUUID(), createdAt: new Date(now) });
  return true;
}

/** False when it is not there or somebody else's. */
export async function deleteDeskView(tx: Tx, id: string, owner: string): Promise<boolean> {
  const gone = await tx
    .delete(deskViews)
    .where(and(eq(deskViews.id, id), eq(deskViews.owner, owner)))
    .returning({ id: deskViews.id });
  return gone.length > 0;
}
