import { useEffect } from 'react';
import { Form, Link, redirect, useRevalidator } from 'react-router';
import { listsOf } from '#app/commerce/customers/favorites/favorite-lists-store.server.ts';
import { listFavoritesOf } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { favoriteKey, favoriteKinds } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { startFavorites } from '#app/commerce/customers/favorites/kept-favorites.ts';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { PriceAlertForm } from '#app/commerce/price-alerts/price-alert-form.tsx';
import { showAlertsOf } from '#app/commerce/price-alerts/show-alerts.server.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { EmptyState, Notice, Tag } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import type { Route } from './+types/favorites-page.ts';
import { describeFavorites, type ShownFavorite } from './describe-favorites.server.ts';
import { ListTabs, ListTools, type ShownList } from './favorite-lists.tsx';
import { workFavorites } from './work-favorites.server.ts';
import './favorites-page.css';

export const handle = { texts: ['my', 'price-alerts'] };

const done = ['made', 'renamed', 'deleted', 'back', 'shared', 'unshared', 'put', 'taken', 'watching', 'alert-stopped'];
const refused = ['refused', 'name-missing', 'too-many-lists', 'too-many-tries', 'too-many-alerts', 'not-verified', 'amount-wrong'];

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response(null, { status: 404 });
  const { db, crypto, env } = platform;
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const [kept, own, alerts] = await Promise.all([
    listFavoritesOf(db, viewer.user.id),
    listsOf(db, crypto, viewer.user.id),
    showAlertsOf(db, viewer.user.id, today),
  ]);
  const asked = url.searchParams.get('list');
  const said = url.searchParams.get('did');
  const list = own.find(({ id }) => id === asked) ?? null;
  // A list that was just deleted is no longer among them, and can still be brought back.
  const undo = said === 'deleted' && asked && /^[0-9a-f]{18}$/.test(asked) ? asked : null;
  const { language } = context.get(requestContext);
  const shown = list ? kept.filter((favorite) => list.things.includes(favoriteKey(favorite))) : kept;
  return {
    favorites: await describeFavorites(platform, context.get(flightsContext).geography, shown, language, today),
    all: kept.length,
    lists: own.map(({ id, name, things, token }): ShownList => ({
      id,
      name,
      things,
      link: token && `${env.publicUrl}/shared-list/${token}`,
    })),
    chosen: list?.id ?? null,
    undo,
    did: done.find((each) => each === said) ?? null,
    refused: refused.find((each) => each === said) ?? null,
    alerts,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response(null, { status: 404 });
  const { language } = context.get(requestContext);
  const { did, list } = await workFavorites(context.get(platformContext), viewer.user, await request.formData(), language);
  return redirect(`/favorites?${new URLSearchParams({ ...(list ? { list } : {}), did })}`, 303);
}

export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('my');
  const language = useLanguage();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    void startFavorites().then((merged) => (merged ? revalidate() : undefined));
  }, [revalidate]);
  const { favorites, all, lists, chosen, undo, did, refused: why, alerts } = loaderData;
  const list = lists.find(({ id }) => id === chosen) ?? null;
  return (
    <AccountFrame title={t('favorites.title')} lede={t('favorites.lede')}>
      {did && (
        <Notice tone="ok" boxed live>
          {t(`favorites.did.${did}`)}
          {undo && (
            <Form method="post" action="/favorites" className="kept-undo">
              <input type="hidden" name="list" value={undo} />
              <button className="btn btn--line btn--s" name="intent" value="list-undo">
                {t('favorites.lists.undo')}
              </button>
            </Form>
          )}
        </Notice>
      )}
      {why && (
        <Notice tone="danger" boxed live>
          {t(`favorites.refused.${why}`)}
        </Notice>
      )}
      {(all > 0 || lists.length > 0) && <ListTabs lists={lists} chosen={chosen} all={all} />}
      {list && <ListTools key={list.id} list={list} />}
      {list && favorites.length === 0 && (
        <EmptyState title={t('favorites.lists.empty')} action={<ButtonLink to="/favorites">{t('favorites.lists.all')}</ButtonLink>}>
          {t('favorites.lists.emptyText')}
        </EmptyState>
      )}
      {!list && favorites.length === 0 && (
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
                      {(kind === 'flight' || kind === 'tour') && favorite.state === 'sold' && (
                        <PriceAlertForm kind={kind} thing={favorite.thing} alert={alerts[favorite.thing] ?? null} route={title} />
                      )}
                      <InLists favorite={favorite} lists={lists} chosen={chosen} title={title} />
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

/** Into which list, or out of the one that is looked at. */
function InLists({
  favorite: { kind, thing },
  lists,
  chosen,
  title,
}: {
  favorite: Pick<ShownFavorite, 'kind' | 'thing'>;
  lists: readonly ShownList[];
  chosen: string | null;
  title: string;
}) {
  const t = useTexts('my');
  const free = lists.filter((list) => !list.things.includes(favoriteKey({ kind, thing })));
  const hidden = (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="thing" value={thing} />
    </>
  );
  if (chosen)
    return (
      <Form method="post" action="/favorites" preventScrollReset>
        {hidden}
        <input type="hidden" name="list" value={chosen} />
        <button className="btn btn--quiet btn--s" name="intent" value="list-take" aria-label={t('favorites.lists.takeOf', { title })}>
          {t('favorites.lists.take')}
        </button>
      </Form>
    );
  if (free.length === 0) return null;
  return (
    <Form method="post" action="/favorites" className="kept-put" preventScrollReset>
      {hidden}
      <select name="list" aria-label={t('favorites.lists.putOf', { title })}>
        {free.map((list) => (
          <option key={list.id} value={list.id}>
            {list.name}
          </option>
        ))}
      </select>
      <button className="btn btn--line btn--s" name="intent" value="list-put">
        {t('favorites.lists.put')}
      </button>
    </Form>
  );
}
