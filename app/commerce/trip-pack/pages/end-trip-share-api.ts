import { redirect } from 'react-router';
import type { Route } from './+types/end-trip-share-api.ts';
import { postOnly } from '#app/platform/post-only.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { withdrawShare } from '../share-trip.server.ts';

export function loader() {
  throw postOnly();
}

/** Withdraws a link of one's own and leads back. One that is over already, or was never there, is just as shut. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  const form = await request.formData();
  const id = form.get('id');
  if (viewer.kind !== 'anonymous' && typeof id === 'string')
    await withdrawShare(context.get(platformContext), viewer.user.id, id.slice(0, 60));
  return redirect(returnPath(form.get('next'), '/bookings-trips'), 303);
}
