import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { DeskListName } from './desk-lists.ts';
import type { ViewSaid } from '#app/ui/desk-list/named-views.ts';
import { deleteDeskView, insertDeskView } from './desk-views-store.server.ts';

/**
 * Keeps the list of an address under a name, or forgets one. `canonical` writes an address as the list itself would:
 * nothing else is kept. The address of the list to go back to, and what to say there.
 */
export async function keepDeskView(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly list: DeskListName; readonly owner: string; readonly form: FormData; readonly canonical: (query: string) => string },
): Promise<string> {
  const text = (name: string) => {
    const value = ask.form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const query = ask.canonical(text('query').slice(0, 600));
  const back = (said: ViewSaid) => `${query === '' ? '?' : `${query}&`}view=${said}`;
  const drop = text('drop');
  if (drop) return back((await transact(db, (tx) => deleteDeskView(tx, drop, ask.owner))) ? 'dropped' : 'refused');
  const name = text('name').slice(0, 40);
  if (name.length < 2 || query === '') return back('refused');
  const view = { list: ask.list, owner: ask.owner, name, query, shared: text('shared') === '1' };
  return back((await transact(db, (tx) => insertDeskView(tx, view, clock.now()))) ? 'kept' : 'refused');
}
