import type { Route } from './+types/trips-left-api.ts';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { keptHint } from '../kept-trip-rules.ts';
import { leftDocument } from '../left-document.server.tsx';

/**
 * Where a device is sent that keeps a trip of somebody who is not signed in on it any more: it lets go of that, and goes on.
 * The worker does the same as soon as it sees this address.
 */
export function loader({ context, url }: Route.LoaderArgs) {
  const { language, brand } = context.get(requestContext);
  const { html, headers } = leftDocument(language, brand, returnPath(url.searchParams.get('next')));
  const secure = context.get(platformContext).env.publicUrl.startsWith('https://');
  return new Response(html, { headers: { ...headers, 'Set-Cookie': cookieLine(keptHint, '', { maxAge: 0, readable: true, secure }) } });
}
