import { Link } from 'react-router';
import { findSharedList } from '#app/commerce/customers/favorites/favorite-lists-store.server.ts';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/shared-list-page.ts';
import { FavoriteDays, FavoritePicture, FavoriteSale, favoriteTitle, isOnSale } from './favorite-row.tsx';
import { openFavorites } from './open-favorites.server.ts';
import './favorites-page.css';

export const handle = { texts: ['my'] };

/** A list by its link, for whoever holds it; whose list it is, nobody is told. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const list = await findSharedList(platform.db, platform.crypto, params.token);
  if (!list) throw new Response('Not found', { status: 404 });
  const shopper = shopperOf(context.get(viewerContext));
  const favorites = await openFavorites(platform, context.get(flightsContext), list.favorites, { language, shopper });
  return { name: list.name, title: list.name, favorites };
}

export default function SharedListPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('my');
  const { name, favorites } = loaderData;
  return (
    <main id="main" className="wrap page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <p className="lede">{t('favorites.shared.lede')}</p>
      </header>
      {favorites.length === 0 && (
        <EmptyState title={t('favorites.shared.empty')} action={<ButtonLink to="/holidays">{t('favorites.others')}</ButtonLink>} />
      )}
      <ul className="kept-shared">
        {favorites.map((favorite) => {
          const title = favoriteTitle(t, favorite);
          return (
            <li key={`${favorite.kind}:${favorite.thing}`}>
              <FavoritePicture favorite={favorite} />
              <small className="muted">{t(`favorites.kinds.${favorite.kind}`)}</small>
              <h2>{isOnSale(favorite.state) ? <Link to={favorite.to}>{title}</Link> : <bdi>{title}</bdi>}</h2>
              <FavoriteDays flight={favorite.flight} className="small" />
              <FavoriteSale favorite={favorite} />
            </li>
          );
        })}
      </ul>
    </main>
  );
}
