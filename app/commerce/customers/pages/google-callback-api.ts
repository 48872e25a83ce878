import { redirect } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { endGoogle, finishGoogle, googleIsOn } from '../google.server.ts';
import type { Route } from './+types/google-callback-api.ts';
import { takeDraftAlong } from './take-draft-along.server.ts';

/** Where Google sends the browser back to; signs in, or says on the sign-in page why not. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  if (!googleIsOn(platform)) throw new Response('Not found', { status: 404 });
  const from = { headers: request.headers, address: context.get(requestContext).address };
  const entry = await finishGoogle(platform, url.searchParams, from);
  const headers = new Headers({ 'Set-Cookie': endGoogle(platform), 'Cache-Control': 'no-store' });
  if (!entry.ok) return redirect(`/auth?error=${entry.refused}&next=${encodeURIComponent(entry.next)}`, { headers });
  await takeDraftAlong(context, request, entry.value);
  for (const line of entry.value.cookies) headers.append('Set-Cookie', line);
  return redirect(entry.next, { headers });
}
