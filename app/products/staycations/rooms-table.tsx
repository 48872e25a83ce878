import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RoomOffer, StaycationView } from './open-staycation.server.ts';
import { planParams } from './stay-search-form.ts';
import { momentWords, partyWords } from './stay-words.tsx';

/** From here on we say how many rooms are left; never fewer than there are. */
const fewLeft = 2;

/** The ways in which a kind of room can be had: meals, until when it can be given back, the whole price. */
function Plans({ offer }: { offer: RoomOffer }) {
  const t = useTexts('staycations');
  const language = useLanguage();
  return (
    <ul className="sc-plans">
      {offer.left !== null && offer.left <= fewLeft && <li className="small">{t('rate.left', { number: offer.left })}</li>}
      {offer.plans.map((one) => (
        <li key={one.key}>
          <span>
            <b>{t(`board.${one.board}`)}</b>
            <small>{one.freeUntil ? t('rate.freeUntil', { moment: momentWords(t, one.freeUntil, language) }) : t('rate.fixed')}</small>
            {one.deposit && (
              <small>
                {t('rate.deposit', {
                  now: formatMoney(one.deposit.now, language),
                  rest: formatMoney(one.deposit.rest, language),
                  date: formatDate(one.deposit.by, language, 'day'),
                })}
              </small>
            )}
          </span>
          <Price value={one.total} />
          {one.book && (
            <Link
              className="btn btn--go btn--s"
              to={one.book}
              rel="nofollow"
              aria-label={`${t('rate.book')}: ${offer.name}${comma(language)}${t(`board.${one.board}`)}`}
            >
              {t('rate.book')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Every kind of room: who sleeps in it, what a night costs, and what this stay costs. */
export function RoomsTable({
  view: { stay, plan, offers, chosen, typed },
  script,
}: {
  view: StaycationView;
  /** Marks the words of the house where they stand in another language than the page does. */
  script: { readonly lang?: LanguageCode; readonly dir?: 'ltr' | 'rtl' };
}) {
  const t = useTexts('staycations');
  const askFor = (room: string) => `/staycations/${stay.id}?${new URLSearchParams([...planParams(plan), ['room', room]])}#inquiry`;
  const language = useLanguage();
  const beds = ({ doubleBeds, singleBeds }: RoomOffer) => [
    ...(doubleBeds > 0 ? [t('room.doubles', { count: doubleBeds, number: formatNumber(doubleBeds, language) })] : []),
    ...(singleBeds > 0 ? [t('room.singles', { count: singleBeds, number: formatNumber(singleBeds, language) })] : []),
  ];
  const night = plan.arrival && plan.nights > 1 ? 'room.nightMean' : 'room.night';
  return (
    <table className="sc-rooms">
      <caption className="sr-only">
        {t('roomsCaption', { party: partyWords(t, plan.party), nights: t('forNights', { count: plan.nights }) })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('room.room')}</th>
          <th scope="col">{t('room.sleeps')}</th>
          <th scope="col">{t(night)}</th>
          <th scope="col">{t('forNights', { count: plan.nights })}</th>
          <th scope="col">
            <span className="sr-only">{t(plan.arrival ? 'rate.book' : 'room.ask')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {offers.map((offer) => (
          <tr key={offer.key} aria-current={offer.key === chosen?.key ? 'true' : undefined}>
            <th scope="row">
              <span className="sc-rooms__name" {...script}>
                {offer.name}
              </span>
              <span className="sc-rooms__text" {...script}>
                {offer.text}
              </span>
              <span className="sc-rooms__size">{[t('room.size', { size: offer.sizeM2 }), ...beds(offer)].join(' · ')}</span>
            </th>
            <td data-label={t('room.sleeps')}>
              <span className="sc-rooms__sleeps">
                <Icon name="users" small />
                {partyWords(t, { adults: offer.adults, childAges: Array.from({ length: offer.children }, () => 0) })}
              </span>
            </td>
            <td data-label={t(night)}>
              {offer.stay?.night ? (
                <Price value={offer.stay.night} />
              ) : (
                !plan.arrival && (
                  <>
                    <span className="sc-rooms__from">{t('from')}</span> <Price value={offer.from} />
                  </>
                )
              )}
            </td>
            <td data-label={t('forNights', { count: plan.nights })}>
              {offer.closed ? (
                <small className="sc-rooms__closed">{t(`closed.${offer.closed}`)}</small>
              ) : offer.stay ? (
                <>
                  <Price value={offer.stay.total} />
                  {offer.stay.rooms > 1 && <small>{t('rooms', { count: offer.stay.rooms })}</small>}
                </>
              ) : (
                <small>{t(typed.faults.length > 0 ? 'faults.noPrice' : 'room.tooSmall')}</small>
              )}
            </td>
            <td>
              {offer.stay && plan.arrival && offer.closed === null ? (
                <Plans offer={offer} />
              ) : offer.stay ? (
                <Link className="btn btn--line btn--s" to={askFor(offer.key)} rel="nofollow" aria-label={`${t('room.ask')}: ${offer.name}`}>
                  {t('room.ask')}
                </Link>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
