import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { TripLine } from '#app/commerce/trip-line/trip-line.tsx';
import type { TripLineSaid } from '#app/commerce/trip-line/trip-line.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ShownTour } from '../show-tour.server.ts';

/** `visas`: what each country of the tour asks of the visitor's passport; empty lines for one who told none. */
export function BuyCard({ shown, visas }: { shown: ShownTour; visas: readonly (TripLineSaid | null)[] }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  const { currency } = useCurrency();
  const { tour, chosen } = shown;
  const price = chosen?.price ?? tour.price;
  const free = chosen?.steps.find((step) => step.lose === 'nothing')?.until;
  return (
    <section className="card card--in tour-buy" aria-labelledby="buy">
      <h2 id="buy" className="sr-only">
        {t('tour.buy')}
      </h2>
      {shown.lost && (
        <Notice tone="warn" boxed>
          {t(chosen ? 'tour.lostDeparture' : 'tour.noDepartures')}
        </Notice>
      )}
      <p className="tour-buy__price">
        {!chosen && `${t('from')} `}
        <DisplayPrice value={price} className="tour-buy__amount" /> <span>{t('perPerson')}</span>
      </p>
      {currency !== price.currency && (
        <p className="small muted">
          <Price value={price} />
        </p>
      )}
      <p className="small muted">{t('tour.sharing')}</p>
      <dl className="tour-buy__facts">
        {chosen && (
          <>
            <div>
              <dt>{t('tour.departure')}</dt>
              <dd>
                <DateText date={chosen.from} />
              </dd>
            </div>
            {chosen.parts ? (
              <>
                <div>
                  <dt>{t('tour.deposit')}</dt>
                  <dd>
                    <Price value={chosen.parts.deposit} />
                  </dd>
                </div>
                <div>
                  <dt>{t('tour.balance')}</dt>
                  <dd>
                    <DateText date={chosen.parts.balanceDue} />
                  </dd>
                </div>
              </>
            ) : (
              <div>
                <dt>{t('tour.atBooking')}</dt>
                <dd>{t('tour.wholePrice')}</dd>
              </div>
            )}
            <div>
              <dt>{free ? t('tour.free') : t('tour.freeNow')}</dt>
              <dd>{free ? <DateText date={free} /> : t('tour.notFree')}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('tour.alone')}</dt>
          <dd>{formatMoney(shown.alone, language)}</dd>
        </div>
      </dl>
      <WayOn shown={shown} wide />
      {chosen?.state === 'open' && <p className="small muted">{t('tour.bookNote')}</p>}
      <p className="tour-buy__visa small">
        <Icon name="passport" />
        <span>
          {t('tour.visa')}{' '}
          <Link
            className="link"
            to={`/e-visa?to=${tour.countries[0]}${chosen ? `&arrives=${chosen.from}&leaves=${chosen.until}` : ''}`}
            rel="nofollow"
          >
            {t('tour.visaLink')}
          </Link>
        </span>
      </p>
      {visas.map((line) => line && <TripLine key={line.href} drawn={line} />)}
    </section>
  );
}

/** The one way on from the departure that is shown: it is booked, waited for where it is full, and else asked for. */
function WayOn({ shown: { tour, chosen }, wide = false }: { shown: ShownTour; wide?: boolean }) {
  const t = useTexts('holidays');
  const look = wide ? 'btn btn--go btn--wide' : 'btn btn--go';
  if (!chosen || chosen.state === 'stopped')
    return (
      <a className={look} href="#inquiry">
        {t('tour.ask')}
      </a>
    );
  return (
    <Link className={look} to={`/booking/${tour.id}?departure=${chosen.from}`} rel="nofollow">
      {t(chosen.state === 'full' ? 'tour.waitPlace' : 'tour.bookThis')}
    </Link>
  );
}

/** The price and the way on at the foot of a phone's screen, of the departure that the page shows. */
export function BuyBar({ shown }: { shown: ShownTour }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  const { tour, chosen } = shown;
  return (
    <div className="tour-bar">
      <p>
        {chosen ? formatDate(chosen.from, language, 'day') : t('from')} <DisplayPrice value={chosen?.price ?? tour.price} />{' '}
        {t('perPerson')}
      </p>
      <WayOn shown={shown} />
    </div>
  );
}

const departuresAtOnce = 6;

export function Departures({ shown, here }: { shown: ShownTour; here: string }) {
  const t = useTexts('holidays');
  const first = shown.departures.slice(0, departuresAtOnce);
  const rest = shown.departures.slice(departuresAtOnce);
  return (
    <section className="tour-dates" id="departures" aria-labelledby="dates">
      <h2 id="dates">{t('tour.departures')}</h2>
      {first.length === 0 ? (
        <p>{t('tour.noDepartures')}</p>
      ) : (
        <>
          <p className="muted">{t('tour.departuresText')}</p>
          <DepartureTable shown={shown} rows={first} here={here} />
        </>
      )}
      {rest.length > 0 && (
        <details className="tour-dates__rest" open={rest.some(({ from }) => from === shown.chosen?.from) || undefined}>
          <summary className="btn btn--line">{t('tour.allDepartures', { count: rest.length })}</summary>
          <DepartureTable shown={shown} rows={rest} here={here} />
        </details>
      )}
    </section>
  );
}

function DepartureTable({ shown, rows, here }: { shown: ShownTour; rows: ShownTour['departures']; here: string }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  return (
    <table className="tour-table">
      <thead>
        <tr>
          <th scope="col">{t('tour.dates')}</th>
          <th scope="col">{t('tour.seats')}</th>
          <th scope="col">{t('tour.price')}</th>
          <th scope="col">
            <span className="sr-only">{t('tour.wayOn')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ from, until, price, left, state, guaranteed }) => (
          <tr key={from} aria-current={from === shown.chosen?.from ? 'true' : undefined}>
            <td>
              {t('tour.until', { from: formatDate(from, language, 'day'), until: formatDate(until, language, 'short') })}
              {from === shown.chosen?.from && <small> {t('tour.shown')}</small>}
            </td>
            <td>
              {state === 'open' ? (
                <Tag tone={left <= 4 ? 'warn' : 'ok'}>{t('tour.seatsLeft', { count: left })}</Tag>
              ) : (
                <Tag tone="plain">{t('tour.fullShort')}</Tag>
              )}
              {guaranteed && <small> {t('tour.guaranteed')}</small>}
            </td>
            <td className="tour-table__price">
              <DisplayPrice value={price} />
            </td>
            <td className="tour-table__go">
              <Link
                className="btn btn--line btn--s"
                to={state === 'stopped' ? `${here}?departure=${from}#inquiry` : `/booking/${shown.tour.id}?departure=${from}`}
                aria-label={t(state === 'stopped' ? 'tour.askForDates' : state === 'full' ? 'tour.waitFor' : 'tour.bookFor', {
                  date: formatDate(from, language, 'long'),
                })}
                rel="nofollow"
              >
                {t(state === 'stopped' ? 'tour.askFor' : state === 'full' ? 'tour.waitShort' : 'tour.book')}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
