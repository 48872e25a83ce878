import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { cookieLine } from '#app/platform/cookies.ts';
import type { Route } from './+types/me-api.ts';
import { countUnread } from '../../tickets/tickets-store.server.ts';
import { nameOf, signedInHint } from '../signed-in-hint.ts';

/** Who is signed in, for pages that are drawn for everyone and for the chat; a hint that turns out wrong is taken away. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (viewer.kind !== 'anonymous') {
    const { id, email, fullName, createdAt } = viewer.user;
    return Response.json(
      {
        visitor: { name: nameOf(viewer.user), unread: await countUnread(context.get(platformContext).db, id) },
        chat: { id, email, fullName, createdAt },
      },
      { headers },
    );
  }
  const secure = context.get(platformContext).env.publicUrl.startsWith('https://');
  headers.append('Set-Cookie', cookieLine(signedInHint, '', { maxAge: 0, readable: true, secure }));
  return Response.json({ visitor: null, chat: null }, { headers });
}
