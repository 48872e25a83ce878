import { Link } from 'react-router';
import { CompareLink } from '#app/commerce/catalogue-search/compare.tsx';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { cancelRuleWords, durationWords, momentWords } from './experience-words.tsx';
import type { ExperienceTile } from './open-experiences.server.ts';

/**
 * One line of the list: what, how long, when next, how it is confirmed and cancelled, and the price of one grown-up.
 * `dated`: a day was chosen, so that the last moment to cancel can be named.
 */
export function ExperienceRow({ tile, dated, eager }: { tile: ExperienceTile; dated: boolean; eager?: boolean }) {
  const t = useTexts('experiences');
  const language = useLanguage();
  const { next } = tile;
  return (
    <li className="pp-row" id={`at-${tile.id}`}>
      <Poster place={tile.id} art={tile.poster} crop="landscape" alt="" eager={eager} />
      <FavoriteButton kind="experience" thing={tile.id} title={tile.title} price={tile.price} corner />
      <div className="pp-row__words">
        <h3>
          <Link to={tile.to}>{tile.title}</Link>
        </h3>
        <p className="pp-row__line">{tile.tagline}</p>
        <ul className="pp-facts">
          <li>
            <Icon name="place" small />
            {tile.cityName}
            {tile.kilometres !== null && ` · ${t('kilometres', { count: tile.kilometres })}`}
          </li>
          <li>
            <Icon name="clock" small />
            {durationWords(t, tile.durationMinutes)}
          </li>
          {next && (
            <li>
              <Icon name="calendar" small />
              {t('card.next', { date: formatDate(next.date, language, 'day'), time: next.start })}
            </li>
          )}
        </ul>
        <ul className="pp-terms">
          <li className={tile.instant ? 'pp-good' : undefined}>
            <Icon name={tile.instant ? 'done' : 'message'} small />
            {t(tile.instant ? 'card.instant' : 'card.onRequest')}
          </li>
          <li className={(dated && next ? next.freeUntil : tile.freeCancelHours) === null ? undefined : 'pp-good'}>
            <Icon name="refund" small />
            {dated && next
              ? next.freeUntil
                ? t('cancel.until', { moment: momentWords(t, next.freeUntil, language) })
                : t('cancel.noLonger')
              : cancelRuleWords(t, tile)}
          </li>
        </ul>
      </div>
      <div className="pp-row__end">
        <p className="pp-row__price">
          <span>{t('from')}</span> <DisplayPrice value={tile.price} /> <span>{t('perAdult')}</span>
        </p>
        <CompareLink kind="experience" id={tile.id} title={tile.title} />
      </div>
    </li>
  );
}

/** A small card for rows of a few: near another one, or where an address led nowhere. */
export function ExperienceCards({ tiles, level: Title = 'h3' }: { tiles: readonly ExperienceTile[]; level?: 'h2' | 'h3' }) {
  const t = useTexts('experiences');
  return (
    <ul className="pp-cards">
      {tiles.map((tile) => (
        <li key={tile.id} className="pp-card">
          <Poster place={tile.id} art={tile.poster} crop="landscape" alt="" />
          <FavoriteButton kind="experience" thing={tile.id} title={tile.title} price={tile.price} corner />
          <Title className="pp-card__title">
            <Link to={tile.to}>{tile.title}</Link>
          </Title>
          <p>
            {tile.cityName} · {durationWords(t, tile.durationMinutes)}
          </p>
          <p>
            {t('from')} <DisplayPrice value={tile.price} /> {t('perAdult')}
          </p>
        </li>
      ))}
    </ul>
  );
}
