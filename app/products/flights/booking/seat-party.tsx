import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { PassengerType } from '../offer.ts';
import type { CabinView } from '../seats/seat-view.ts';

export interface SeatedTraveller {
  readonly index: number;
  readonly type: PassengerType;
  readonly name: string;
  readonly initials: string;
}

export interface SeatedSegment {
  readonly index: number;
  readonly flight: string;
  /** Who flies it, where that is not the airline of the number. */
  readonly operator: string | null;
  readonly from: string;
  readonly to: string;
  /** Local, as in a timetable. */
  readonly departs: string;
  readonly aircraft: string;
  /** By traveller; null while nothing is chosen. */
  readonly seats: readonly (string | null)[];
}

/** Every flight with its travellers: whose seat is being chosen, and which seats are. */
export function SeatParty({
  segments,
  travellers,
  at,
  traveller,
}: {
  segments: readonly SeatedSegment[];
  travellers: readonly SeatedTraveller[];
  at: number;
  traveller: number;
}) {
  const language = useLanguage();
  const t = useTexts('booking');
  return (
    <>
      {segments.map((each) => (
        <section key={each.index} className="seats__segment" aria-current={each.index === at ? 'true' : undefined}>
          <h2>{t('journey.route', { from: each.from, to: each.to })}</h2>
          <p className="muted small">
            <bdi>{each.flight}</bdi> · <DateText date={each.departs} form="day" /> · <LocalClock time={each.departs} /> ·{' '}
            <bdi>{each.aircraft}</bdi>
            {each.operator && <> · {t('seats.operatedBy', { airline: each.operator })}</>}
          </p>
          {each.index === at ? (
            <ul className="seats__people">
              {travellers.map((person) =>
                person.type === 'infant' ? (
                  <li key={person.index} className="seats__person seats__person--lap">
                    <span className="seats__initials">{person.initials}</span>
                    <span>
                      {person.name}
                      <small className="muted">{t('seats.onLap')}</small>
                    </span>
                  </li>
                ) : (
                  <li key={person.index}>
                    <button
                      className="seats__person"
                      name="go"
                      value={`${at}.${person.index}`}
                      aria-current={person.index === traveller ? 'true' : undefined}
                      data-tone={person.index % 4}
                    >
                      <span className="seats__initials">{person.initials}</span>
                      <span>
                        {person.name}
                        <small className="muted">{t(`types.${person.type}`)}</small>
                      </span>
                      <b>
                        {each.seats[person.index] ? (
                          <bdi>{each.seats[person.index]}</bdi>
                        ) : (
                          <span className="muted small">{t('seats.none')}</span>
                        )}
                      </b>
                    </button>
                  </li>
                ),
              )}
            </ul>
          ) : (
            <button className="btn btn--quiet btn--s" name="go" value={`${each.index}.0`}>
              {each.seats.some(Boolean)
                ? t('seats.change', { seats: each.seats.filter(Boolean).join(comma(language)) })
                : t('seats.choose')}
            </button>
          )}
        </section>
      ))}
    </>
  );
}

/** What the seats of the map mean, and from which price. */
export function SeatLegend({ kinds, initials }: { kinds: CabinView['kinds']; initials: string }) {
  const t = useTexts('booking');
  const language = useLanguage();
  return (
    <ul className="legend" aria-label={t('seats.legend')}>
      {kinds.map(({ kind, price }) => (
        <li key={kind}>
          <span className={`seat seat--${kind}`} aria-hidden="true">
            <span />
          </span>
          {t(`seatKinds.${kind}`)}
          <small className="num">
            {price ? t(price.amount === 0 ? 'seats.freeOfCharge' : 'seats.from', { price: formatMoney(price, language) }) : ''}
          </small>
        </li>
      ))}
      <li>
        <span className="seat seat--mine" aria-hidden="true">
          <span>{initials}</span>
        </span>
        {t('seats.yours')}
      </li>
    </ul>
  );
}

/** Whose seat comes after this one: the next traveller, then the next flight, then the first again. */
export function nextOf(segments: number, travellers: readonly SeatedTraveller[], segment: number, traveller: number): string {
  const next = travellers.find((person) => person.index > traveller && person.type !== 'infant');
  return next ? `${segment}.${next.index}` : `${segment + 1 < segments ? segment + 1 : 0}.0`;
}
