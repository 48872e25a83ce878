import { redirect } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { beginGoogle, googleIsOn } from '../google.server.ts';
import type { Route } from './+types/google-api.ts';

export function loader() {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Leaves for Google; where the house has not switched it on there is no such address. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  if (!googleIsOn(platform)) throw new Response('Not found', { status: 404 });
  const next = returnPath((await request.formData()).get('next'));
  const begun = await beginGoogle(platform, next);
  if (!begun.ok) return redirect(`/auth?error=${begun.refused}&next=${encodeURIComponent(next)}`, 303);
  return redirect(begun.value.url, { status: 303, headers: { 'Set-Cookie': begun.value.cookie } });
}
