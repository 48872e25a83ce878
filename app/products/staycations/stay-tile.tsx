import { Link } from 'react-router';
import { CompareLink } from '#app/commerce/catalogue-search/compare.tsx';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Tag } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { StayTile } from './open-staycations.server.ts';
import type { StayPlan } from './stay-search-form.ts';
import { freeWords } from './stay-words.tsx';

/** What a house has, in the order a family asks. */
const amenities = ['pool', 'beach', 'kidsClub', 'spa', 'pets'] as const;

/** Whether a night is priced as it is where nobody said when and with whom. */
const isUsual = ({ arrival, party }: StayPlan) => arrival === null && party.adults === 2 && party.childAges.length === 0;

/** One line of the list: which house, what it has, how late it can be cancelled, and the price of the stay. */
export function StayRow({ tile, plan, eager }: { tile: StayTile; plan: StayPlan; eager?: boolean }) {
  const t = useTexts('staycations');
  const language = useLanguage();
  const has = amenities.filter((name) => tile[name]);
  return (
    <li className="pp-row">
      <Poster place={tile.id} art={tile.poster} crop="landscape" alt="" eager={eager} />
      <FavoriteButton kind="stay" thing={tile.id} title={tile.title} price={isUsual(plan) ? tile.night : null} corner />
      <div>
        <p className="pp-row__place">
          {t('place', { area: tile.areaName, country: tile.country })} · {t('stars', { count: tile.stars })}
        </p>
        <h3>
          <Link to={tile.to}>{tile.title}</Link>
        </h3>
        <p className="pp-row__line">{tile.tagline}</p>
        {has.length > 0 && <p className="pp-row__has">{has.map((name) => t(`has.${name}`)).join(' · ')}</p>}
        <ul className="pp-terms">
          <li className={(plan.arrival ? tile.freeUntil : tile.freeCancelDays) === null ? undefined : 'pp-good'}>
            <Icon name="refund" small />
            {freeWords(t, tile, plan.arrival !== null, tile.freeUntil, language)}
          </li>
          {tile.residentOffer && (
            <li>
              <Tag tone="info">{t(`resident.short.${tile.countryCode}`)}</Tag>
            </li>
          )}
          {tile.dayPass && (
            <li>
              <Tag>{t('flag.daypass')}</Tag>
            </li>
          )}
        </ul>
      </div>
      <div className="pp-row__end">
        <p className="pp-row__price">
          <span>{t('from')}</span> <DisplayPrice value={plan.arrival ? tile.total : tile.night} />{' '}
          <span>
            {plan.arrival ? t('forNights', { count: plan.nights }) : t('aNight')}
            {tile.rooms > 1 && `, ${t('rooms', { count: tile.rooms })}`}
          </span>{' '}
          <span className="sc-board">{t('included', { board: t(`board.${tile.boards[0]}`) })}</span>
        </p>
        <CompareLink kind="stay" id={tile.id} title={tile.title} />
      </div>
    </li>
  );
}

/** A small card for rows of a few: near another one, or where an address led nowhere. */
export function StayCards({ tiles, level: Title = 'h3' }: { tiles: readonly StayTile[]; level?: 'h2' | 'h3' }) {
  const t = useTexts('staycations');
  return (
    <ul className="pp-cards">
      {tiles.map((tile) => (
        <li key={tile.id} className="pp-card">
          <Poster place={tile.id} art={tile.poster} crop="landscape" alt="" />
          <FavoriteButton kind="stay" thing={tile.id} title={tile.title} corner />
          <Title className="pp-card__title">
            <Link to={tile.to}>{tile.title}</Link>
          </Title>
          <p>
            {tile.areaName} · {t(`kind.${tile.kind}`)}
          </p>
          <p>
            {t('from')} <DisplayPrice value={tile.night} /> {t('aNight')}
          </p>
        </li>
      ))}
    </ul>
  );
}
