import { redirect } from 'react-router';
import { keepDeskView } from '#app/commerce/orders/staff/keep-desk-view.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { bookingAddress, readBookingView } from './booking-desk-view.ts';
import { bookingLists, kindOfPath } from './booking-lists.ts';
import type { Route } from './+types/booking-views-api.ts';

export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Keeps the list of an address under a name, or forgets one. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const kind = kindOfPath(url.pathname);
  const canonical = (query: string) => bookingAddress(readBookingView(kind, new URLSearchParams(query)));
  const form = await request.formData();
  const back = await keepDeskView(context.get(platformContext), { list: kind, owner: viewer.user.id, form, canonical });
  return redirect(`${bookingLists[kind].path}${back}`, 303);
}
