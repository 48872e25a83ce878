import { redirect } from 'react-router';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext } from '#app/platform/request-context.ts';
import type { Route } from './+types/sign-out-api.ts';
import { signedInHint } from '../signed-in-hint.ts';

export function loader() {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Ends the session in the database and in the browser. Also right for somebody who has none. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth, env } = context.get(platformContext);
  const ended = await auth.api.signOut({ headers: request.headers, asResponse: true });
  const headers = new Headers();
  for (const line of ended.headers.getSetCookie()) headers.append('Set-Cookie', line);
  headers.append('Set-Cookie', cookieLine(signedInHint, '', { maxAge: 0, readable: true, secure: env.publicUrl.startsWith('https://') }));
  return redirect('/', { status: 303, headers });
}
