import { redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { endVisit } from './visit-customer.server.ts';
import type { Route } from './+types/customer-visit-end-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** Ends the look at the shop as somebody else sees it; ending twice is ending once. */
export async function action({ context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { customerId, cookie } = await endVisit(context.get(platformContext), viewer);
  const to = customerId ? `/admin/customers/${encodeURIComponent(customerId)}?did=visited` : '/admin/customers';
  return redirect(to, { status: 303, headers: { 'Set-Cookie': cookie } });
}
