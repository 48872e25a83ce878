import { data, Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { InquiryForm } from '#app/commerce/inquiries/inquiry-form.tsx';
import { openInquiryForm } from '#app/commerce/inquiries/open-inquiry-form.server.ts';
import { receiveInquiry } from '#app/commerce/inquiries/receive-inquiry.server.ts';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Tag } from '#app/ui/notice.tsx';
import { RouteMap } from '#app/ui/map/route-map.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { showTours } from '../find-tours.server.ts';
import { showTour, tourAsData, type ShownTour } from '../show-tour.server.ts';
import { TourCards } from '../tour-card.tsx';
import { holidaysAddress } from '../tour-search-form.ts';
import type { Route } from './+types/tour-page.ts';
import './tour.css';

export const handle = { texts: ['holidays', 'inquiries'] };

const mostSuggestions = 6;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const t = textsFor(language).of('holidays');
  const shown = await showTour(platform, params.tourId, language, url.searchParams.get('departure'));
  if (!shown) {
    const suggested = (await showTours(platform, language)).slice(0, mostSuggestions);
    return data({ shown: null, suggested, inquiry: null, structured: null, title: t('tour.lost'), description: '' }, { status: 404 });
  }
  const { tour } = shown;
  return {
    shown,
    suggested: [],
    inquiry: await openInquiryForm(platform, context.get(viewerContext), url),
    structured: tourAsData(shown, platform.env.publicUrl, [
      { name: t('title'), path: '/holidays' },
      { name: t(`regions.${tour.region}`), path: holidaysAddress({ filter: { regions: [tour.region] } }) },
      { name: tour.words.title, path: `/tour/${tour.id}` },
    ]),
    title: tour.words.title,
    description: tour.words.summary,
    share: { place: tour.id, art: tour.poster },
  };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const shown = await showTour(platform, params.tourId, language, null);
  if (!shown) throw data(null, { status: 404 });
  const { tour } = shown;
  const departure = url.searchParams.get('departure');
  return receiveInquiry(platform, { request: context.get(requestContext), viewer: context.get(viewerContext) }, await request.formData(), {
    kind: 'holiday',
    about: { id: tour.id, title: tour.words.title },
    page: shown.departures.some(({ from }) => from === departure) ? `/tour/${tour.id}?departure=${departure}` : `/tour/${tour.id}`,
  });
}

export default function TourPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, inquiry, structured } = loaderData;
  const t = useTexts('holidays');
  if (!shown || !inquiry) return <NoSuchTour suggested={loaderData.suggested} />;
  const { tour, chosen } = shown;
  const here = `/tour/${tour.id}`;
  return (
    <main id="main" className="tour">
      {structured && <StructuredData data={structured} />}
      <header className="wrap tour-head">
        <nav className="tour-trail" aria-label={t('tour.home')}>
          <Link to="/holidays">{t('tour.home')}</Link>
          <Link to={holidaysAddress({ filter: { regions: [tour.region] } })}>{t(`regions.${tour.region}`)}</Link>
          {shown.countries.map(({ code, name }) => (
            <Link key={code} to={holidaysAddress({ filter: { countries: [code] } })}>
              {name}
            </Link>
          ))}
        </nav>
        <h1 tabIndex={-1}>{tour.words.title}</h1>
        <p className="lede">{tour.words.tagline}</p>
        <FavoriteButton kind="tour" thing={tour.id} title={tour.words.title} />
      </header>
      <div className="wrap">
        <Poster place={tour.id} art={tour.poster} crop="wide" phone="landscape" alt="" eager />
        <Facts shown={shown} />
      </div>
      <div className="wrap tour-body">
        <div className="tour-main">
          <p className="tour-summary">{tour.words.summary}</p>
          <section aria-labelledby="highlights" className="tour-high">
            <h2 id="highlights">{t('tour.highlights')}</h2>
            <ul>
              {tour.words.highlights.map((line) => (
                <li key={line}>
                  <Icon name="check" small />
                  <span>{line}</span>
                </li>
              ))}
            </ul>
          </section>
          <Journal shown={shown} />
        </div>
        <div className="tour-side">
          <BuyCard shown={shown} />
          <section className="tour-route" aria-labelledby="route">
            <h2 id="route">{t('tour.route')}</h2>
            <RouteMap
              places={tour.route.map(({ name, latitude, longitude }) => ({ name, lat: latitude, lon: longitude }))}
              label={t('tour.routeThrough', { places: tour.route.map(({ name }) => name).join(' – ') })}
            />
            <ol>
              {tour.route.map((place, index) => (
                <li key={`${place.key}-${index}`}>
                  <span>{place.name}</span>
                  {place.nights > 0 && <span>{t('nights', { count: place.nights })}</span>}
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
      <div className="wrap">
        <Departures shown={shown} here={here} />
        <div className="tour-thirds">
          <Lines title={t('tour.included')} lines={tour.words.included} icon="check" />
          <Lines title={t('tour.notIncluded')} lines={tour.words.notIncluded} icon="close" />
          {chosen && <Cancelling chosen={chosen} />}
        </div>
        <section className="tour-know" aria-labelledby="know">
          <h2 id="know">{t('tour.know')}</h2>
          <ul>
            {tour.words.goodToKnow.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        <section className="tour-ask" id="inquiry" aria-labelledby="ask">
          <div>
            <h2 id="ask">{t('tour.inquiry')}</h2>
            <p>{t('tour.inquiryText')}</p>
          </div>
          <InquiryForm
            key={chosen?.from}
            kind="holiday"
            facts={inquiry}
            answer={actionData}
            action={chosen ? `${here}?departure=${chosen.from}` : here}
            days={shown.departures.map(({ from }) => from)}
            begin={{ startsOn: chosen?.from ?? '' }}
            look="go"
          />
        </section>
        {shown.others.length > 0 && (
          <section className="tour-others" aria-labelledby="others">
            <h2 id="others">{t('tour.others')}</h2>
            <TourCards tours={shown.others} />
            <Link className="link" to="/holidays">
              {t('tour.all')}
            </Link>
          </section>
        )}
      </div>
      <div className="tour-bar">
        <p>
          {t('from')} <DisplayPrice value={tour.price} /> {t('perPerson')}
        </p>
        <a className="btn btn--go" href="#inquiry">
          {t('tour.ask')}
        </a>
      </div>
    </main>
  );
}

function Facts({ shown: { tour } }: { shown: ShownTour }) {
  const t = useTexts('holidays');
  const facts: readonly (readonly [string, string])[] = [
    [t('days', { count: tour.days }), t('nights', { count: tour.nights })],
    [t('tour.places', { count: tour.route.length }), tour.transport.map((one) => t(`transport.${one}`)).join(', ')],
    tour.group === 'private' ? [t('tour.private'), t('tour.privateText')] : [t('tour.upTo', { count: tour.groupSize }), t('tour.people')],
    [t('tour.starsTitle', { count: tour.stars }), t('tour.starsText')],
    tour.minAge > 0 ? [t('tour.age', { count: tour.minAge }), t('tour.ageText')] : [t('tour.allAges'), t('tour.allAgesText')],
  ];
  return (
    <dl className="tour-facts">
      {facts.map(([head, words]) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The days as a journal, dated for the departure that is shown. */
function Journal({ shown }: { shown: ShownTour }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  return (
    <section className="tour-journal" aria-labelledby="journal">
      <h2 id="journal">{t('tour.journal')}</h2>
      {shown.chosen && <p className="muted small">{t('tour.journalDates', { date: formatDate(shown.chosen.from, language, 'long') })}</p>}
      <ol>
        {shown.days.map((day) => (
          <li key={day.number}>
            <p className="tour-journal__when">
              <b>
                <span className="sr-only">{t('tour.day', { number: day.number })}</span>
                <span aria-hidden="true">{day.number}</span>
              </b>
              {day.date && <DateText date={day.date} form="day" />}
            </p>
            <div>
              <h3>{day.title}</h3>
              <p>{day.text}</p>
              <ul className="tour-journal__marks">
                {day.sleepsIn && (
                  <li>
                    <Icon name="staycations" small />
                    {t('tour.night', { place: day.sleepsIn })}
                  </li>
                )}
                <li>
                  <Icon name="meal" small />
                  {day.meals === '' ? t('noMeals') : [...day.meals].map((meal) => t(`meals.${meal}`)).join(', ')}
                </li>
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function BuyCard({ shown }: { shown: ShownTour }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  const { currency } = useCurrency();
  const { tour, chosen } = shown;
  const free = chosen?.steps.find((step) => step.lose === 'nothing')?.until;
  return (
    <section className="card card--in tour-buy" aria-labelledby="buy">
      <h2 id="buy" className="sr-only">
        {t('tour.buy')}
      </h2>
      <p className="tour-buy__price">
        {t('from')} <DisplayPrice value={tour.price} className="tour-buy__amount" /> <span>{t('perPerson')}</span>
      </p>
      {currency !== tour.price.currency && (
        <p className="small muted">
          <Price value={tour.price} />
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
            <div>
              <dt>{t('tour.deposit')}</dt>
              <dd>
                <Price value={shown.deposit} />
              </dd>
            </div>
            <div>
              <dt>{t('tour.balance')}</dt>
              <dd>
                <DateText date={chosen.balanceDue} />
              </dd>
            </div>
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
      <a className="btn btn--go btn--wide" href="#inquiry">
        {t('tour.ask')}
      </a>
      <p className="small muted">{t('tour.askNote')}</p>
      <p className="tour-buy__visa small">
        <Icon name="passport" />
        <span>
          {t('tour.visa')}{' '}
          <Link className="link" to="/visa-services">
            {t('tour.visaLink')}
          </Link>
        </span>
      </p>
    </section>
  );
}

const departuresAtOnce = 6;

function Departures({ shown, here }: { shown: ShownTour; here: string }) {
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
            <span className="sr-only">{t('tour.askFor')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ from, until }) => (
          <tr key={from} aria-current={from === shown.chosen?.from ? 'true' : undefined}>
            <td>
              {t('tour.until', { from: formatDate(from, language, 'day'), until: formatDate(until, language, 'short') })}
              {from === shown.chosen?.from && <small> {t('tour.shown')}</small>}
            </td>
            <td>
              <Tag tone="warn">{t('tour.onRequest')}</Tag>
            </td>
            <td className="tour-table__price">
              <DisplayPrice value={shown.tour.price} />
            </td>
            <td className="tour-table__go">
              <Link
                className="btn btn--line btn--s"
                to={`${here}?departure=${from}#inquiry`}
                aria-label={t('tour.askForDates', { date: formatDate(from, language, 'long') })}
                rel="nofollow"
              >
                {t('tour.askFor')}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ title, lines, icon }: { title: string; lines: readonly string[]; icon: 'check' | 'close' }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className={`tour-lines tour-lines--${icon}`}>
        {lines.map((line) => (
          <li key={line}>
            <Icon name={icon} small />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Cancelling({ chosen }: { chosen: NonNullable<ShownTour['chosen']> }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  const day = (date: string) => formatDate(date, language, 'short');
  return (
    <section>
      <h2>{t('tour.cancel')}</h2>
      <dl className="tour-cancel">
        {chosen.steps.map((step) => (
          <div key={step.lose}>
            <dt>
              {step.from === null
                ? t('tour.now', { until: day(step.until ?? chosen.from) })
                : step.until === null
                  ? t('tour.since', { from: day(step.from) })
                  : t('tour.between', { from: day(step.from), until: day(step.until) })}
            </dt>
            <dd>{t(`tour.lose.${step.lose}`, { amount: formatMoney(step.amount, language) })}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{t('tour.cancelFor', { date: formatDate(chosen.from, language, 'short') })}</p>
      <p className="small muted">{t('tour.visaRefused')}</p>
    </section>
  );
}

function NoSuchTour({ suggested }: { suggested: Parameters<typeof TourCards>[0]['tours'] }) {
  const t = useTexts('holidays');
  return (
    <main id="main" className="wrap page-head page-end">
      <h1 tabIndex={-1}>{t('tour.lost')}</h1>
      <p className="lede">{t('tour.lostText')}</p>
      <div className="tour-suggested">
        <TourCards tours={suggested} level={2} />
      </div>
      <ButtonLink look="line" to="/holidays">
        {t('tour.all')}
      </ButtonLink>
    </main>
  );
}
