import { Link } from 'react-router';
import { findSharedList } from '#app/commerce/customers/favorites/favorite-lists-store.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { EmptyState, Tag } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import type { Route } from './+types/shared-list-page.ts';
import { describeFavorites } from './describe-favorites.server.ts';
import './favorites-page.css';

export const handle = { texts: ['my'] };

/** A list by its link, for whoever holds it; whose list it is, nobody is told. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const list = await findSharedList(platform.db, platform.crypto, params.token);
  if (!list) throw new Response('Not found', { status: 404 });
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const favorites = await describeFavorites(platform, context.get(flightsContext).geography, list.favorites, language, today);
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
          const title = favorite.flight ? t('overview.route', { from: favorite.flight.from, to: favorite.flight.to }) : favorite.title;
          return (
            <li key={`${favorite.kind}:${favorite.thing}`}>
              {favorite.poster ? (
                <Poster place={favorite.thing} art={favorite.poster} crop="landscape" alt="" />
              ) : (
                <span className="kept__sign">
                  <Icon name={favorite.kind === 'flight' ? 'plane' : 'heart'} />
                </span>
              )}
              <small className="muted">{t(`favorites.kinds.${favorite.kind}`)}</small>
              <h2>{favorite.state === 'sold' ? <Link to={favorite.to}>{title}</Link> : <bdi>{title}</bdi>}</h2>
              {favorite.flight && (
                <p className="small">
                  <DateText date={favorite.flight.departs} form="day" />
                  {favorite.flight.returns && (
                    <>
                      {' – '}
                      <DateText date={favorite.flight.returns} form="day" />
                    </>
                  )}
                </p>
              )}
              {favorite.state !== 'sold' && <Tag tone="warn">{t(`favorites.${favorite.state}`)}</Tag>}
            </li>
          );
        })}
      </ul>
    </main>
  );
}
