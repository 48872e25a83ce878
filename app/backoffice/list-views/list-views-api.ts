import { redirect } from 'react-router';
import { keepDeskView } from '#app/commerce/orders/staff/keep-desk-view.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { keptLists } from './kept-lists.ts';
import type { Route } from './+types/list-views-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** Keeps a list of the desk under a name, or forgets one: one address under each list, which the site map has judged. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  const path = url.pathname.replace(/\/views(\.data)?$/, '');
  const kept = keptLists[path];
  if (viewer.kind !== 'staff' || !kept) throw new Response('Not found', { status: 404 });
  const back = await keepDeskView(context.get(platformContext), {
    list: kept.list,
    owner: viewer.user.id,
    form: await request.formData(),
    canonical: (query) => kept.canonical(new URLSearchParams(query)),
  });
  return redirect(`${path}${back}`, 303);
}
