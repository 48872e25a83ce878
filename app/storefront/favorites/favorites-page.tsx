import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { listFavoritesOf } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { favoriteKinds } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { startFavorites } from '#app/commerce/customers/favorites/kept-favorites.ts';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { EmptyState, Tag } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import type { Route } from './+types/favorites-page.ts';
import { describeFavorites } from './describe-favorites.server.ts';
import './favorites-page.css';

export const handle = { texts: ['my'] };

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response(null, { status: 404 });
  const kept = await listFavoritesOf(platform.db, viewer.user.id);
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const { language } = context.get(requestContext);
  return { favorites: await describeFavorites(platform, context.get(flightsContext).geography, kept, language, today) };
}

export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('my');
  const language = useLanguage();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    void startFavorites().then((merged) => (merged ? revalidate() : undefined));
  }, [revalidate]);
  const { favorites } = loaderData;
  return (
    <AccountFrame title={t('favorites.title')} lede={t('favorites.lede')}>
      {favorites.length === 0 && (
        <EmptyState
          title={t('favorites.empty')}
          art={<Poster place="nothing-yet" art={{ scene: 'karst', palette: 'rose', landmark: null }} crop="landscape" alt="" />}
          action={
            <ButtonLink look="go" to="/holidays">
              {t('favorites.others')}
            </ButtonLink>
          }
        >
          {t('favorites.emptyText')}
        </EmptyState>
      )}
      {favoriteKinds.map((kind) => {
        const these = favorites.filter((favorite) => favorite.kind === kind);
        if (these.length === 0) return null;
        return (
          <section key={kind} className="mine__part" aria-labelledby={`kept-${kind}`}>
            <h2 id={`kept-${kind}`}>{t(`favorites.kinds.${kind}`)}</h2>
            <ul className="mine__list">
              {these.map((favorite) => {
                const title = favorite.flight
                  ? t('overview.route', { from: favorite.flight.from, to: favorite.flight.to })
                  : favorite.title;
                return (
                  <li key={favorite.thing} className="kept">
                    {favorite.poster ? (
                      <Poster place={favorite.thing} art={favorite.poster} crop="landscape" alt="" />
                    ) : (
                      <span className="kept__sign">
                        <Icon name={kind === 'flight' ? 'plane' : 'heart'} />
                      </span>
                    )}
                    <div className="kept__words">
                      <h3>{favorite.state === 'sold' ? <Link to={favorite.to}>{title}</Link> : <bdi>{title}</bdi>}</h3>
                      {favorite.flight && (
                        <p>
                          <DateText date={favorite.flight.departs} form="day" />
                          {favorite.flight.returns && (
                            <>
                              {' – '}
                              <DateText date={favorite.flight.returns} form="day" />
                            </>
                          )}
                        </p>
                      )}
                      <p className="small muted">{t('favorites.kept', { date: formatDate(favorite.keptAt.slice(0, 10), language) })}</p>
                      {favorite.state !== 'sold' && <Tag tone="warn">{t(`favorites.${favorite.state}`)}</Tag>}
                    </div>
                    <div className="mine__actions">
                      <Link className="link" to={favorite.to}>
                        {t(favorite.state === 'gone' ? 'favorites.others' : kind === 'flight' ? 'favorites.searchAgain' : 'favorites.open')}
                      </Link>
                      <form method="post" action="/api/favorites">
                        <input type="hidden" name="kind" value={kind} />
                        <input type="hidden" name="thing" value={favorite.thing} />
                        <input type="hidden" name="title" value={favorite.title} />
                        <button className="btn btn--quiet" name="intent" value="drop" aria-label={t('favorites.removeOf', { title })}>
                          {t('favorites.remove')}
                        </button>
                      </form>
                    </div>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </AccountFrame>
  );
}
