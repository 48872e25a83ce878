import { Form, Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { favoriteKey, type FavoriteKind } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { PriceAlertForm } from '#app/commerce/price-alerts/price-alert-form.tsx';
import type { ShownAlert } from '#app/commerce/price-alerts/show-alerts.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Tag } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import type { AlikeThing } from './alike.server.ts';
import type { ShownFavorite } from './describe-favorites.server.ts';
import type { ShownList } from './favorite-lists.tsx';
import { cheaperBy, favoritesAddress, type FavoritesView } from './favorites-view.ts';
import type { SoldFavorite } from './open-favorites.server.ts';

/** As few as these are worth a warning. */
const fewLeft = 4;

/** A flight is called by its cities in the language of the page, everything else by its title. */
export function favoriteTitle(t: Translate, { flight, title }: Pick<ShownFavorite, 'flight' | 'title'>): string {
  return flight ? t('overview.route', { from: flight.from, to: flight.to }) : title;
}

/** Its poster, or the sign of its kind where there is none. */
export function FavoritePicture({ favorite: { kind, poster } }: { favorite: Pick<ShownFavorite, 'kind' | 'poster'> }) {
  return poster ? (
    <Poster {...poster} crop="landscape" alt="" />
  ) : (
    <span className="kept__sign">
      <Icon name={kind === 'flight' ? 'plane' : 'heart'} />
    </span>
  );
}

/** The days of a flight; nothing for anything else. */
export function FavoriteDays({ flight, className }: Pick<ShownFavorite, 'flight'> & { className?: string }) {
  if (!flight) return null;
  return (
    <p className={className}>
      <DateText date={flight.departs} form="day" />
      {flight.returns && (
        <>
          {' – '}
          <DateText date={flight.returns} form="day" />
        </>
      )}
    </p>
  );
}

/** From what price it is sold, how many places there are next or how long it takes, or why it cannot be had. */
export function FavoriteSale({ favorite }: { favorite: SoldFavorite }) {
  const t = useTexts('my');
  const language = useLanguage();
  const { kind, state, price, keptPrice, next, takes } = favorite;
  const cheaper = cheaperBy(price, keptPrice);
  const few = next !== null && next.count !== null && next.count <= fewLeft;
  const left = next && next.count !== null && t('favorites.left', { count: next.count, date: formatDate(next.date, language, 'day') });
  return (
    <>
      {state !== 'sold' && <Tag tone="warn">{t(`favorites.${state === 'sold-out' && kind === 'flight' ? 'no-flights' : state}`)}</Tag>}
      {price && <FromPrice kind={kind} price={price} />}
      {cheaper && (
        <p className="kept__cheaper">
          <Tag tone="ok" icon="done">
            {t('favorites.cheaper')}
          </Tag>{' '}
          <span className="small muted">
            {t('favorites.then')} <DisplayPrice value={keptPrice!} />
          </span>
        </p>
      )}
      {left && state === 'sold' && <p className="small">{few ? <Tag tone="warn">{left}</Tag> : left}</p>}
      {takes && state === 'sold' && (
        <p className="small">
          {takes.waitDays !== null && <>{t('favorites.wait', { count: Math.max(1, takes.waitDays) })} · </>}
          {t('favorites.takes', { count: takes.workingDays })}
        </p>
      )}
    </>
  );
}

function FromPrice({ kind, price }: { kind: FavoriteKind; price: NonNullable<SoldFavorite['price']> }) {
  const t = useTexts('my');
  return (
    <p className="kept__price">
      {t('favorites.from')} <DisplayPrice value={price} /> {t(`favorites.per.${kind}`)}
    </p>
  );
}

/** What else is sold and most like it. */
function Alike({ kind, title, things }: { kind: FavoriteKind; title: string; things: readonly AlikeThing[] }) {
  const t = useTexts('my');
  if (things.length === 0) return null;
  return (
    <section className="kept__alike" aria-label={t('favorites.alikeTo', { title })}>
      <p className="small">{t('favorites.alike')}</p>
      <ul>
        {things.map(({ to, title: own, cities, price }) => (
          <li key={to}>
            <Link className="link" to={to}>
              {own ?? t('overview.route', cities!)}
            </Link>
            <FromPrice kind={kind} price={price} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether it has a page still, even when nobody can have it just now. */
export function isOnSale(state: SoldFavorite['state']): boolean {
  return state === 'sold' || state === 'sold-out' || state === 'paused';
}

/** One favourite with everything that can be done with it. */
export function FavoriteRow({
  favorite,
  alert,
  lists,
  chosen,
  view,
}: {
  favorite: SoldFavorite;
  alert: ShownAlert | null;
  lists: readonly ShownList[];
  /** The list that is looked at. */
  chosen: string | null;
  view: FavoritesView;
}) {
  const t = useTexts('my');
  const language = useLanguage();
  const { kind, thing, state } = favorite;
  const title = favoriteTitle(t, favorite);
  const mayApply = favorite.takes !== null && state === 'sold';
  const elsewhere = kind === 'flight' ? 'searchAgain' : 'open';
  const go = state === 'gone' ? 'others' : mayApply ? 'apply' : elsewhere;
  return (
    <li className="kept">
      <FavoritePicture favorite={favorite} />
      <div className="kept__words">
        <h3>{isOnSale(state) ? <Link to={favorite.to}>{title}</Link> : <bdi>{title}</bdi>}</h3>
        <FavoriteDays flight={favorite.flight} />
        <FavoriteSale favorite={favorite} />
        <p className="small muted">{t('favorites.kept', { date: sayDay(favorite.keptAt, language) })}</p>
        <Alike kind={kind} title={title} things={favorite.alike} />
        {(kind === 'flight' || kind === 'tour') && isOnSale(state) && (
          <PriceAlertForm kind={kind} thing={thing} alert={alert} route={title} />
        )}
        <InLists favorite={favorite} lists={lists} chosen={chosen} title={title} view={view} />
      </div>
      <div className="mine__actions">
        <Link className="link" to={mayApply ? `${favorite.to}#apply` : favorite.to}>
          {t(`favorites.${go}`)}
        </Link>
        <Form method="post" action={favoritesAddress(view)}>
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="thing" value={thing} />
          {chosen && <input type="hidden" name="list" value={chosen} />}
          <button className="btn btn--quiet" name="intent" value="remove" aria-label={t('favorites.removeOf', { title })}>
            {t('favorites.remove')}
          </button>
        </Form>
      </div>
    </li>
  );
}

/** Into which list, or out of the one that is looked at. */
function InLists({
  favorite: { kind, thing },
  lists,
  chosen,
  title,
  view,
}: {
  favorite: Pick<ShownFavorite, 'kind' | 'thing'>;
  lists: readonly ShownList[];
  chosen: string | null;
  title: string;
  view: FavoritesView;
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
      <Form method="post" action={favoritesAddress(view)} preventScrollReset>
        {hidden}
        <input type="hidden" name="list" value={chosen} />
        <button className="btn btn--quiet btn--s" name="intent" value="list-take" aria-label={t('favorites.lists.takeOf', { title })}>
          {t('favorites.lists.take')}
        </button>
      </Form>
    );
  if (free.length === 0) return null;
  return (
    <Form method="post" action={favoritesAddress(view)} className="kept-put" preventScrollReset>
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
