import { redirect } from 'react-router';
import { keepDeskView } from '#app/commerce/orders/staff/keep-desk-view.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { readWorkView, workAddress } from './work-view.ts';
import type { Route } from './+types/work-views-api.ts';

export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Keeps the queue of an address under a name, or forgets one. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const canonical = (query: string) => workAddress(readWorkView(new URLSearchParams(query)));
  const form = await request.formData();
  const back = await keepDeskView(context.get(platformContext), { list: 'work', owner: viewer.user.id, form, canonical });
  return redirect(`/admin/work${back}`, 303);
}
