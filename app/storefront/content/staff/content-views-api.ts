import { redirect } from 'react-router';
import { keepDeskView } from '#app/commerce/orders/staff/keep-desk-view.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { listAddress, readListView } from '#app/ui/desk-list/list-address.ts';
import { contentList } from './content-list.ts';
import type { Route } from './+types/content-views-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** Keeps the list of texts under a name, or forgets one: the back office, which does it for other lists, does not know the shop's. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const back = await keepDeskView(context.get(platformContext), {
    list: 'content',
    owner: viewer.user.id,
    form: await request.formData(),
    canonical: (query) => listAddress(contentList, readListView(contentList, new URLSearchParams(query))),
  });
  return redirect(`/admin/content${back}`, 303);
}
