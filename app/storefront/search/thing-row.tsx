import { Link } from 'react-router';
import { CompareLink } from '#app/commerce/catalogue-search/compare.tsx';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import type { ThingTile } from './open-search.server.ts';

/** One line of the search: what it is and where, how long it takes, and from what price. */
export function ThingRow({ tile, eager }: { tile: ThingTile; eager: boolean }) {
  const t = useTexts('search');
  const lasts = lastsWords(t, tile.facts);
  return (
    <li className="pp-row">
      <Poster place={tile.id} art={tile.poster} crop="landscape" alt="" eager={eager} />
      <FavoriteButton kind={tile.kind} thing={tile.id} title={tile.title} price={tile.price} corner />
      <div>
        <p className="pp-row__place">
          <b className="sr-kind">{t(`kindOne.${tile.kind}`)}</b> {tile.place}
        </p>
        <h3>
          <Link to={tile.to}>{tile.title}</Link>
        </h3>
        <p className="pp-row__line">{tile.tagline}</p>
        <ul className="pp-terms">
          {lasts && (
            <li>
              <Icon name="clock" small />
              {lasts}
            </li>
          )}
          {tile.facts.stars && <li>{t('stars', { count: tile.facts.stars })}</li>}
          {tile.isFreeToCancel && (
            <li className="pp-good">
              <Icon name="refund" small />
              {t('promises.free-cancel')}
            </li>
          )}
        </ul>
      </div>
      <div className="pp-row__end">
        <p className="pp-row__price">
          <span>{t('from')}</span> <DisplayPrice value={tile.price} /> <span>{t(`per.${tile.kind}`)}</span>
        </p>
        <CompareLink kind={tile.kind} id={tile.id} title={tile.title} />
      </div>
    </li>
  );
}

/** How long something takes; nothing for a stay, whose nights are chosen. */
export function lastsWords(t: Translate, { days, minutes }: { readonly days?: number; readonly minutes?: number }): string | null {
  if (days) return t('days', { count: days });
  if (!minutes) return null;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('minutes', { count: minutes });
  return rest === 0 ? t('hours', { count: hours }) : t('hoursMinutes', { hours, minutes: rest });
}
