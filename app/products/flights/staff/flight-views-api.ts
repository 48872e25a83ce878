import { redirect } from 'react-router';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { deskAddress, readDeskView } from './desk-address.ts';
import { deleteDeskView, insertDeskView } from './desk-views-store.server.ts';
import type { Route } from './+types/flight-views-api.ts';

const list = '/admin/orders/flights';

export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Keeps the list of an address under a name, or forgets one. What is kept is the address as the list itself would write it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const owner = viewer.user.id;
  const query = deskAddress({ ...readDeskView(new URLSearchParams(text('query').slice(0, 600))), after: null });
  const back = (said: string) => redirect(`${list}${query === '' ? '?' : `${query}&`}view=${said}`, 303);
  const drop = text('drop');
  if (drop) return back((await transact(db, (tx) => deleteDeskView(tx, drop, owner))) ? 'dropped' : 'refused');
  const name = text('name').slice(0, 40);
  if (name.length < 2 || query === '') return back('refused');
  const view = { owner, name, query, shared: text('shared') === '1' };
  return back((await transact(db, (tx) => insertDeskView(tx, view, clock.now()))) ? 'kept' : 'refused');
}
