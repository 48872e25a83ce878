import { redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { favoriteKey, readFavorite, readFavoriteList } from '../favorites/favorite-rules.ts';
import { dropFavorite, keepFavorites, listFavoritesOf } from '../favorites/favorites-store.server.ts';
import type { Route } from './+types/favorites-api.ts';

const noStore = { headers: { 'Cache-Control': 'no-store' } };

/** Which hearts are full: keys of the signed-in customer's favourites, or null for somebody who keeps them in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') return Response.json({ keys: null }, noStore);
  const kept = await listFavoritesOf(context.get(platformContext).db, viewer.user.id);
  return Response.json({ keys: kept.map(favoriteKey) }, noStore);
}

/** Keeps, drops, or takes over a browser's list. A form without scripts is led back to its page; one of a guest to sign-in. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const back = returnPath(form.get('back'), '/favorites');
  const viewer = context.get(viewerContext);
  const script = request.headers.get('accept')?.includes('application/json') ?? false;
  if (viewer.kind === 'anonymous')
    return script ? Response.json({ keys: null }, noStore) : redirect(`/auth?tab=sign-in&next=${encodeURIComponent(back)}`, 303);
  const { db, clock } = context.get(platformContext);
  const intent = form.get('intent');
  if (intent === 'merge') {
    await keepFavorites(db, viewer.user.id, readFavoriteList(String(form.get('list') ?? '')), clock.now());
  } else {
    const favorite = readFavorite({ kind: form.get('kind'), thing: form.get('thing'), title: form.get('title') });
    if (!favorite) throw new Response(null, { status: 400 });
    if (intent === 'drop') await dropFavorite(db, viewer.user.id, favorite.kind, favorite.thing);
    else await keepFavorites(db, viewer.user.id, [favorite], clock.now());
  }
  if (!script) return redirect(back, 303);
  return Response.json({ keys: (await listFavoritesOf(db, viewer.user.id)).map(favoriteKey) }, noStore);
}
