import { redirect } from 'react-router';
import { keepDeskView } from '#app/commerce/orders/staff/keep-desk-view.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { deskAddress, readDeskView } from './desk-address.ts';
import type { Route } from './+types/flight-views-api.ts';

const list = '/admin/orders/flights';

export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Keeps the list of an address under a name, or forgets one. What is kept is the address as the list itself would write it. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const canonical = (query: string) => deskAddress({ ...readDeskView(new URLSearchParams(query)), after: null });
  const form = await request.formData();
  const back = await keepDeskView(context.get(platformContext), { list: 'flights', owner: viewer.user.id, form, canonical });
  return redirect(`${list}${back}`, 303);
}
