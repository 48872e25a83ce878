import { useEffect } from 'react';
import { Form, Link, redirect, useRevalidator } from 'react-router';
import { listsOf } from '#app/commerce/customers/favorites/favorite-lists-store.server.ts';
import { findDropped, listFavoritesOf } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { favoriteKey, favoriteKinds, type FavoriteKind } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { learnFavorites, startFavorites } from '#app/commerce/customers/favorites/kept-favorites.ts';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import { showAlertsOf } from '#app/commerce/price-alerts/show-alerts.server.ts';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import type { Route } from './+types/favorites-page.ts';
import { describeFavorites } from './describe-favorites.server.ts';
import { ListTabs, ListTools, type ShownList } from './favorite-lists.tsx';
import { FavoriteRow, favoriteTitle } from './favorite-row.tsx';
import {
  choosableFrom,
  favoriteOrders,
  favoritesAddress,
  inFavoriteOrder,
  readFavoritesView,
  type FavoritesView,
} from './favorites-view.ts';
import { openFavorites } from './open-favorites.server.ts';
import { workFavorites } from './work-favorites.server.ts';
import './favorites-page.css';

export const handle = { texts: ['my', 'price-alerts'] };

const done = ['made', 'renamed', 'deleted', 'back', 'shared', 'unshared', 'put', 'taken', 'watching', 'alert-stopped', 'kept-again'];
const refused = ['refused', 'name-missing', 'too-many-lists', 'too-many-tries', 'too-many-alerts', 'not-verified', 'amount-wrong'];

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response(null, { status: 404 });
  const { db, crypto, env, clock } = platform;
  const flights = context.get(flightsContext);
  const { language } = context.get(requestContext);
  const today = dateIn('Asia/Dubai', clock.now());
  const params = url.searchParams;
  const said = params.get('did');
  const kindOfDone = favoriteKinds.find((kind) => kind === params.get('kind'));
  const removing = said === 'removed' && kindOfDone ? { kind: kindOfDone, thing: (params.get('thing') ?? '').slice(0, 120) } : null;
  const [kept, own, alerts, dropped] = await Promise.all([
    listFavoritesOf(db, viewer.user.id),
    listsOf(db, crypto, viewer.user.id),
    showAlertsOf(db, viewer.user.id, today),
    removing ? findDropped(db, clock.now(), viewer.user.id, removing) : null,
  ]);
  const asked = params.get('list');
  const list = own.find(({ id }) => id === asked) ?? null;
  // A list that was just deleted is no longer among them, and can still be brought back.
  const undo = said === 'deleted' && asked && /^[0-9a-f]{18}$/.test(asked) ? asked : null;
  const listed = list ? kept.filter((favorite) => list.things.includes(favoriteKey(favorite))) : kept;
  const counts = favoriteKinds.flatMap((kind) => {
    const count = listed.filter((favorite) => favorite.kind === kind).length;
    return count > 0 ? [{ kind, count }] : [];
  });
  const wanted = readFavoritesView(params);
  // The last one of its kind may just have been removed: then everything is shown again.
  const view: FavoritesView = { ...wanted, kind: counts.some(({ kind }) => kind === wanted.kind) ? wanted.kind : null };
  const shown = listed.filter(({ kind }) => view.kind === null || kind === view.kind);
  const [favorites, removed] = await Promise.all([
    openFavorites(platform, flights, shown, { language, shopper: shopperOf(viewer) }),
    describeFavorites(platform, flights.geography, dropped ? [dropped] : [], language, today),
  ]);
  return {
    favorites,
    keys: kept.map(favoriteKey),
    lists: own.map(({ id, name, things, token }): ShownList => ({
      id,
      name,
      things,
      link: token && `${env.publicUrl}/shared-list/${token}`,
    })),
    chosen: list?.id ?? null,
    view,
    counts,
    undo,
    removed: removed[0] ?? null,
    did: done.find((each) => each === said) ?? null,
    refused: refused.find((each) => each === said) ?? null,
    alerts,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response(null, { status: 404 });
  const { language } = context.get(requestContext);
  const { did, list, removed } = await workFavorites(context.get(platformContext), viewer.user, await request.formData(), language);
  return redirect(favoritesAddress(readFavoritesView(url.searchParams), { list, did, ...removed }), 303);
}

export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('my');
  const { revalidate } = useRevalidator();
  const { favorites, keys, lists, chosen, view, counts, undo, removed, did, refused: why, alerts } = loaderData;
  useEffect(() => learnFavorites(keys), [keys]);
  useEffect(() => {
    void startFavorites().then((merged) => (merged ? revalidate() : undefined));
  }, [revalidate]);
  const list = lists.find(({ id }) => id === chosen) ?? null;
  return (
    <AccountFrame title={t('favorites.title')} lede={t('favorites.lede')}>
      {removed && (
        <Notice tone="ok" boxed live>
          {t('favorites.did.removed', { title: favoriteTitle(t, removed) })}
          <Form method="post" action={favoritesAddress(view)} className="kept-undo">
            <input type="hidden" name="kind" value={removed.kind} />
            <input type="hidden" name="thing" value={removed.thing} />
            {chosen && <input type="hidden" name="list" value={chosen} />}
            <button className="btn btn--line btn--s" name="intent" value="remove-undo">
              {t('favorites.undo')}
            </button>
          </Form>
        </Notice>
      )}
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
      {(keys.length > 0 || lists.length > 0) && <ListTabs lists={lists} chosen={chosen} all={keys.length} />}
      {list && <ListTools key={list.id} list={list} />}
      <Choices view={view} counts={counts} list={chosen} />
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
              {inFavoriteOrder(these, view.order).map((favorite) => (
                <FavoriteRow
                  key={favorite.thing}
                  favorite={favorite}
                  alert={alerts[favorite.thing] ?? null}
                  lists={lists}
                  chosen={chosen}
                  view={view}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </AccountFrame>
  );
}

/** Kinds and orders to choose, as links; nothing where all of it is seen at once. */
function Choices({
  view,
  counts,
  list,
}: {
  view: FavoritesView;
  counts: readonly { readonly kind: FavoriteKind; readonly count: number }[];
  list: string | null;
}) {
  const t = useTexts('my');
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all < choosableFrom) return null;
  const to = (choice: Partial<FavoritesView>) => favoritesAddress({ ...view, ...choice }, { list });
  return (
    <div className="kept-choices">
      {counts.length > 1 && (
        <nav aria-label={t('favorites.show.label')}>
          <Link to={to({ kind: null })} className="chip" aria-current={view.kind === null || undefined}>
            {t('favorites.show.all')} <bdi>{all}</bdi>
          </Link>
          {counts.map(({ kind, count }) => (
            <Link key={kind} to={to({ kind })} className="chip" aria-current={view.kind === kind || undefined}>
              {t(`favorites.kinds.${kind}`)} <bdi>{count}</bdi>
            </Link>
          ))}
        </nav>
      )}
      <nav aria-label={t('favorites.order.label')}>
        {favoriteOrders.map((order) => (
          <Link key={order} to={to({ order })} className="chip" aria-current={view.order === order || undefined}>
            {t(`favorites.order.${order}`)}
          </Link>
        ))}
      </nav>
    </div>
  );
}
