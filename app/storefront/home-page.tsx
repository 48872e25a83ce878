import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { signedInHint } from '#app/commerce/customers/signed-in-hint.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { FlightSearchForm } from '#app/products/flights/search/flight-search-form.tsx';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import landscapeTall from '#app/ui/landscape-tall.svg?no-inline';
import landscapeWide from '#app/ui/landscape-wide.svg?no-inline';
import { RegionMap } from '#app/ui/map/region-map.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/home-page.ts';
import type { HomeTour } from './home-tours.server.ts';
import { FindTabs } from './find-tabs.tsx';
import { KeptPart } from './kept-part.tsx';
import { PassportLine } from './passport-line.tsx';
import { readHome } from './read-home.server.ts';
import { ReviewsBand } from './reviews-band.tsx';
import './home-page.css';

export const handle = { texts: ['home', 'flight-search', 'review-figures'] };

/** The same for everyone in one language and currency: the page is kept. */
export function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  return readHome(platform, context.get(flightsContext), language);
}

const services: readonly (readonly [name: string, to: string, icon: IconName])[] = [
  ['flights', '/flights', 'plane'],
  ['eVisa', '/e-visa', 'passport'],
  ['visaAssistance', '/visa-assistance', 'visa'],
  ['holidays', '/holidays', 'holidays'],
  ['staycations', '/staycations', 'staycations'],
  ['activities', '/experiences', 'experiences'],
];

const moneySteps = ['reserve', 'ticket', 'release'] as const;

const HomeCardsBand = lazy(() => import('./home-cards.tsx'));

/** Only a browser that has searched or signed in here asks for its cards, and only then is their code fetched. */
function WelcomeBack() {
  const [known, setKnown] = useState(false);
  useEffect(() => {
    try {
      setKnown(document.cookie.includes(`${signedInHint}=1`) || localStorage.getItem('flightSearches') !== null);
    } catch {
      // Storage may be forbidden; then nothing was remembered either.
    }
  }, []);
  return known ? (
    <Suspense fallback={null}>
      <HomeCardsBand />
    </Suspense>
  ) : null;
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('home');
  const { form, months } = loaderData;
  return (
    <main id="main" className="home">
      <div className="home-sky">
        <picture>
          <source media="(width <= 800px)" srcSet={landscapeTall} />
          <img className="home-sky__art" src={landscapeWide} alt="" fetchPriority="high" />
        </picture>
        <div className="wrap home-sky__words">
          <h1 tabIndex={-1}>
            {t('hero.before')} <em>{t('hero.phrase')}</em>
          </h1>
          <p>{t('hero.lede')}</p>
        </div>
        <WelcomeBack />
      </div>
      <div className="wrap home-find">
        <FindTabs flights={<FlightSearchForm {...form} />} months={months} today={form.today} lastDay={form.lastDay} />
        <PassportLine />
      </div>
      <KeptPart as="div" name="home" on={[loaderData]}>
        <HomeBands facts={loaderData} />
      </KeptPart>
    </main>
  );
}

/** Everything under the search: the same for everyone in one language and currency. */
function HomeBands({ facts }: { facts: Route.ComponentProps['loaderData'] }) {
  const t = useTexts('home');
  const shared = useTexts('frame');
  const { popular, said, top, itineraries, regions } = facts;
  return (
    <>
      {popular.routes.length > 0 && (
        <section className="wrap home-band" aria-labelledby="home-popular">
          <div className="home-band__head">
            <div>
              <h2 id="home-popular">{t('popular.title')}</h2>
              <p>
                {t('popular.lede')} <DateText date={popular.date} form="long" />.
              </p>
            </div>
            <Link className="link" to="/flights">
              {t('popular.all')}
            </Link>
          </div>
          <ul className="home-places">
            {popular.routes.slice(0, 5).map((route) => (
              <li key={route.code}>
                <Link to={route.to}>
                  <Poster place={route.code} art={route.art} crop="portrait" alt="" name={route.city} />
                  <span className="home-places__facts">
                    <span>{route.country}</span>
                    <b>
                      {t('popular.from')} <DisplayPrice value={route.from} />
                    </b>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}

      {top.length > 0 && (
        <section className="wrap home-band" aria-labelledby="home-top">
          <div className="home-band__head">
            <div>
              <h2 id="home-top">{t('top.title')}</h2>
              <p>{t('top.lede')}</p>
            </div>
          </div>
          <ul className="home-top">
            {top.map((tour, index) => (
              <li key={tour.id}>
                <Poster place={tour.id} art={tour.poster} crop={index === 0 ? 'landscape' : 'portrait'} alt="" />
                <div className="home-top__words">
                  <h3>
                    <Link to={`/tour/${tour.id}`}>{tour.title}</Link>
                  </h3>
                  <p>{tour.tagline}</p>
                  <TourPrice tour={tour} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}

      <section className="home-world" aria-labelledby="home-world">
        <div className="wrap">
          <div className="home-band__head">
            <div>
              <h2 id="home-world">{t('world.title')}</h2>
              <p>{t('world.lede')}</p>
            </div>
            <Link className="link" to="/holidays">
              {t('world.all')}
            </Link>
          </div>
          <RegionMap
            label={t('world.label')}
            regions={regions.map(({ id, tours }) => ({
              id,
              name: t(`regions.${id}`),
              note: tours > 0 ? t('world.tours', { count: tours }) : t('world.none'),
              to: tours > 0 ? `/holidays?region=${id}` : '/contact',
            }))}
          />
        </div>
      </section>

      <section className="wrap home-band" aria-labelledby="home-services">
        <h2 id="home-services">{t('services.title')}</h2>
        <ul className="home-services">
          {services.map(([name, to, icon]) => (
            <li key={name}>
              <Link to={to}>
                <Icon name={icon} />
                <h3>{shared(`nav.${name}`)}</h3>
                <Icon name="arrow-end" />
                <p>{t(`services.${name}`)}</p>
              </Link>
            </li>
          ))}
        </ul>
      </section>

      {itineraries.length > 0 && (
        <section className="wrap home-band" aria-labelledby="home-itineraries">
          <div className="home-band__head">
            <div>
              <h2 id="home-itineraries">{t('itineraries.title')}</h2>
              <p>{t('itineraries.lede')}</p>
            </div>
          </div>
          <ul className="home-itineraries">
            {itineraries.map((tour) => (
              <li key={tour.id}>
                <Poster place={tour.id} art={tour.poster} crop="landscape" alt="" />
                <h3>
                  <Link to={`/tour/${tour.id}`}>{tour.title}</Link>
                </h3>
                <p className="home-itineraries__route">{tour.route.join(t('itineraries.between'))}</p>
                <p className="home-itineraries__when">
                  {t('days', { count: tour.days })}
                  {tour.next && (
                    <span>
                      {t('itineraries.next')} <DateText date={tour.next} form="short" />
                    </span>
                  )}
                </p>
                <p className="home-itineraries__price">
                  <DisplayPrice value={tour.price} />
                  <span>{t('perPerson')}</span>
                </p>
                <Link className="btn btn--line" to={`/booking/${tour.id}`} aria-label={t('itineraries.bookTour', { tour: tour.title })}>
                  {t('itineraries.book')}
                </Link>
              </li>
            ))}
          </ul>
          <p className="home-itineraries__all">
            <Link className="btn btn--ink" to="/holidays">
              {t('itineraries.all')}
            </Link>
          </p>
        </section>
      )}

      <section className="wrap home-band" aria-labelledby="home-promise">
        <div className="home-band__head">
          <div>
            <h2 id="home-promise">{t('promise.title')}</h2>
            <p>{t('promise.lede')}</p>
          </div>
        </div>
        <ol className="home-steps">
          {moneySteps.map((step, index) => (
            <li key={step}>
              <bdi className="home-steps__number">{index + 1}</bdi>
              <h3>{t(`promise.${step}.title`)}</h3>
              <p>{t(`promise.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>

      <ReviewsBand {...said} />
    </>
  );
}

function TourPrice({ tour }: { tour: HomeTour }) {
  const t = useTexts('home');
  return (
    <p className="home-top__price">
      {t('days', { count: tour.days })} · {t('popular.from')} <DisplayPrice value={tour.price} /> {t('perPerson')}
    </p>
  );
}
