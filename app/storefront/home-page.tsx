import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { FlightSearchForm } from '#app/products/flights/flight-search-form.tsx';
import { readSearchFields } from '#app/products/flights/flight-search-form.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { formFactsOf } from '#app/products/flights/search/search-world.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import landscapeTall from '#app/ui/landscape-tall.svg?no-inline';
import landscapeWide from '#app/ui/landscape-wide.svg?no-inline';
import { useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/home-page.ts';
import { findPopularRoutes } from './popular-routes.server.ts';
import './home-page.css';

export const handle = { texts: ['home', 'flight-search'] };

/** The same for everyone in one language and currency: the page is kept. */
export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const flights = context.get(flightsContext);
  const { language } = context.get(requestContext);
  const fields = readSearchFields(new URLSearchParams({ trip: 'return', from: 'DXB' }));
  return {
    form: formFactsOf(flights, fields, null, language, platform.clock.now()),
    popular: await findPopularRoutes(platform, flights, language),
  };
}

const products: readonly (readonly [name: string, to: string, icon: IconName])[] = [
  ['flights', '/flights', 'plane'],
  ['holidays', '/holidays', 'holidays'],
  ['eVisa', '/e-visa', 'passport'],
  ['visaAssistance', '/visa-assistance', 'visa'],
  ['staycations', '/staycations', 'staycations'],
  ['activities', '/experiences', 'experiences'],
];

const moneySteps = ['reserve', 'ticket', 'release'] as const;

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('home');
  const shared = useTexts('frame');
  const { form, popular } = loaderData;
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
      </div>
      <div className="wrap home-find">
        <div className="home-find__card">
          <nav className="home-find__tabs" aria-label={t('find.products')}>
            {products.map(([name, to, icon]) => (
              <Link key={name} to={to} aria-current={name === 'flights' ? 'true' : undefined}>
                <Icon name={icon} />
                {shared(`nav.${name}`)}
              </Link>
            ))}
          </nav>
          <FlightSearchForm {...form} />
        </div>
      </div>

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
          <ul className="home-routes">
            {popular.routes.map((route) => (
              <li key={route.code}>
                <Link to={route.to}>
                  <span className="home-routes__city">
                    <b>{route.city}</b>
                    <span>{route.country}</span>
                  </span>
                  <span className="home-routes__price">
                    {t('popular.from')} <DisplayPrice value={route.from} />
                  </span>
                  <Icon name="arrow-end" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}

      <section className="home-promise" aria-labelledby="home-promise">
        <div className="wrap">
          <h2 id="home-promise">{t('promise.title')}</h2>
          <p className="home-promise__lede">{t('promise.lede')}</p>
          <ol className="home-steps">
            {moneySteps.map((step, index) => (
              <li key={step}>
                <bdi className="home-steps__number">{index + 1}</bdi>
                <h3>{t(`promise.${step}.title`)}</h3>
                <p>{t(`promise.${step}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className="wrap home-band" aria-labelledby="home-services">
        <h2 id="home-services">{t('services.title')}</h2>
        <ul className="home-services">
          {products.map(([name, to, icon]) => (
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

      <section className="wrap home-band home-earn" aria-labelledby="home-earn">
        <h2 id="home-earn">{t('earn.title')}</h2>
        <div>
          <p className="lede">{t('earn.text')}</p>
          <p>
            <Link className="link" to="/track-booking">
              {t('earn.track')}
            </Link>
          </p>
        </div>
      </section>
    </main>
  );
}
