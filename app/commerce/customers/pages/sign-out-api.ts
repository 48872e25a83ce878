import { redirect } from 'react-router';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import type { Route } from './+types/sign-out-api.ts';
import { basketHint } from '../../baskets/basket-hint.ts';
import { signedInHint } from '../signed-in-hint.ts';

export function loader() {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Ends the session in the database and in the browser, and leads to the door its form names. Also right for somebody who has none. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth, env } = context.get(platformContext);
  const ended = await auth.api.signOut({ headers: request.headers, asResponse: true });
  const headers = new Headers();
  for (const line of ended.headers.getSetCookie()) headers.append('Set-Cookie', line);
  const secure = env.publicUrl.startsWith('https://');
  for (const hint of [signedInHint, basketHint]) headers.append('Set-Cookie', cookieLine(hint, '', { maxAge: 0, readable: true, secure }));
  const next = (await request.formData()).get('next');
  return redirect(returnPath(next), { status: 303, headers });
}
