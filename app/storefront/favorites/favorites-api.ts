import { redirect } from 'react-router';
import { favoriteKey, readFavorite, readFavoriteList, type Favorite } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { dropFavorite, keepFavorites, listFavoritesOf } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import type { Route } from './+types/favorites-api.ts';
import { priceFavorites } from './price-favorites.server.ts';

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
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const { language } = context.get(requestContext);
  const withPrices = async (wanted: readonly Favorite[]): Promise<readonly Favorite[]> => {
    const prices = await priceFavorites(platform, context.get(flightsContext), wanted, { language, shopper: shopperOf(viewer) });
    return wanted.map((favorite) => {
      // A guest's browser knows what it cost when it was kept, maybe weeks ago; of the rest, what it costs now is known here.
      const now = prices.get(favoriteKey(favorite));
      return favorite.price === undefined && now?.currency === 'AED' && now.amount > 0 ? { ...favorite, price: now.amount } : favorite;
    });
  };
  const intent = form.get('intent');
  if (intent === 'merge') {
    await keepFavorites(db, viewer.user.id, await withPrices(readFavoriteList(String(form.get('list') ?? ''))), clock.now());
  } else {
    const favorite = readFavorite({ kind: form.get('kind'), thing: form.get('thing'), title: form.get('title') });
    if (!favorite) throw new Response(null, { status: 400 });
    if (intent === 'drop') await dropFavorite(db, clock.now(), viewer.user.id, favorite);
    else await keepFavorites(db, viewer.user.id, await withPrices([favorite]), clock.now());
  }
  if (!script) return redirect(back, 303);
  return Response.json({ keys: (await listFavoritesOf(db, viewer.user.id)).map(favoriteKey) }, noStore);
}
