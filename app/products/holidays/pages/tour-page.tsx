import { data, Link } from 'react-router';
import { InquiryForm } from '#app/commerce/inquiries/inquiry-form.tsx';
import { openInquiryForm } from '#app/commerce/inquiries/open-inquiry-form.server.ts';
import { openProductReviews } from '#app/commerce/reviews/open-product-reviews.server.ts';
import { ReviewsOfProduct } from '#app/commerce/reviews/product-reviews.tsx';
import { receiveInquiry } from '#app/commerce/inquiries/receive-inquiry.server.ts';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { PriceAlertDoor } from '#app/commerce/price-alerts/price-alert-door.tsx';
import { showAlertsOf } from '#app/commerce/price-alerts/show-alerts.server.ts';
import { drawTripLine } from '#app/commerce/trip-line/draw-trip-lines.server.ts';
import { tripLineContext } from '#app/commerce/trip-line/trip-line-context.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { RouteMap } from '#app/ui/map/route-map.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { showTours, todayAtDesk } from '../find-tours.server.ts';
import { showTour, tourAsData } from '../show-tour.server.ts';
import { TourCards } from '../tour-card.tsx';
import { holidaysAddress } from '../tour-search-form.ts';
import type { Route } from './+types/tour-page.ts';
import { Facts, Journal, Lines, Cancelling } from './tour-parts.tsx';
import { BuyBar, BuyCard, Departures } from './tour-departures.tsx';
import './tour.css';

export const handle = { texts: ['holidays', 'inquiries', 'review-figures'] };

const mostSuggestions = 6;

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const t = textsFor(language).of('holidays');
  const shown = await showTour(platform, params.tourId, language, url.searchParams.get('departure'));
  if (!shown) {
    const suggested = (await showTours(platform, language)).slice(0, mostSuggestions);
    return data(
      {
        shown: null,
        suggested,
        inquiry: null,
        reviews: null,
        watched: null,
        visas: [],
        structured: null,
        title: t('tour.lost'),
        description: '',
      },
      { status: 404 },
    );
  }
  const { tour } = shown;
  const reviews = await openProductReviews(platform.db, { kind: 'holiday', id: tour.id }, language);
  const viewer = context.get(viewerContext);
  const watched = viewer.kind === 'anonymous' ? null : await showAlertsOf(platform.db, viewer.user.id, todayAtDesk(platform));
  return {
    shown,
    suggested: [],
    watched: watched?.[tour.id]?.below ?? null,
    reviews,
    visas: await Promise.all(
      tour.countries.map((country) =>
        drawTripLine(
          context.get(tripLineContext),
          request,
          { to: country, via: [], enters: [], arrives: shown.chosen?.from ?? null, leaves: shown.chosen?.until ?? null },
          language,
        ),
      ),
    ),
    inquiry: await openInquiryForm(platform, viewer, url),
    structured: tourAsData(shown, reviews, platform.env.publicUrl, [
      { name: t('title'), path: '/holidays' },
      { name: t(`regions.${tour.region}`), path: holidaysAddress({ filter: { regions: [tour.region] } }) },
      { name: tour.words.title, path: `/tour/${tour.id}` },
    ]),
    title: tour.words.title,
    description: tour.words.summary,
    shareCard: { place: tour.id, art: tour.poster },
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
  const { shown, inquiry, structured, visas, reviews, watched } = loaderData;
  const t = useTexts('holidays');
  const language = useLanguage();
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
        <FavoriteButton kind="tour" thing={tour.id} title={tour.words.title} price={tour.price} />
      </header>
      <div className="wrap">
        <Poster
          place={tour.id}
          art={shown.photo ? { ...tour.poster, photo: shown.photo } : tour.poster}
          crop="wide"
          phone="landscape"
          alt={shown.photo?.alt ?? ''}
          eager
        />
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
          <BuyCard shown={shown} visas={visas} />
          <PriceAlertDoor
            thing={tour.id}
            words={watched ? t('tour.watching', { below: formatMoney(watched, language) }) : t('tour.watch')}
          />
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
        {reviews && <ReviewsOfProduct of={reviews} />}
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
      <BuyBar shown={shown} />
    </main>
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
