import { data, Link } from 'react-router';
import { readProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { BookingNotice } from '../booking/booking-draft-mirror.tsx';
import { applyStep, readSearchFields } from '../search/flight-search-form.ts';
import { FlightSearchForm } from '../search/flight-search-form.tsx';
import { flightsContext } from '../flights-context.ts';
import { DealCards } from '../search/deal-cards.tsx';
import { durationWords, moneyWords } from '../search/flight-words.tsx';
import { readExplore } from '../search/explore-rules.ts';
import { ExploreSection } from '../search/explore-section.tsx';
import { LandingArt } from '../search/landing-art.tsx';
import { cheapestMonths, openDeals, routesFrom } from '../search/open-landing.server.ts';
import { PagePatience } from '../search/page-patience.ts';
import { openExplore } from '../search/open-explore.server.ts';
import { RecentSearches } from '../search/recent-searches.tsx';
import { checkWatchedFields, formFactsOf, searchWorldOf } from '../search/search-world.server.ts';
import type { Route } from './+types/flights-page.ts';
import './flights.css';

export const handle = { texts: ['flights', 'flight-search', 'booking'] };

export async function loader({ url, context }: Route.LoaderArgs) {
  const flights = context.get(flightsContext);
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const now = platform.clock.now();
  const typed = readSearchFields(url.searchParams);
  // Most journeys are returns: that is where an unfinished form begins.
  const unfinished = typed.trip === 'one-way' && !url.searchParams.has('trip') && typed.legs[0]!.date === '';
  const viewer = context.get(viewerContext);
  // A form with nothing in it begins with what a customer prefers; anything asked for in the address stands.
  const wishes = viewer.kind === 'anonymous' || url.search !== '' ? null : (await readProfile(platform, viewer.user.id)).flightPreferences;
  const begun = wishes
    ? {
        ...typed,
        legs: typed.legs.map((leg, index) => (index === 0 ? { ...leg, from: wishes.home } : leg)),
        cabin: wishes.cabin || typed.cabin,
        direct: wishes.direct,
      }
    : typed;
  const fields = applyStep(unfinished ? { ...begun, trip: 'return' } : begun, url.searchParams.get('step') ?? '');
  // Sent back by the page that watches prices: what it lacks is said here, beside the fields.
  const watched = url.searchParams.has('watch') ? checkWatchedFields(flights, fields, language, now) : null;
  const form = formFactsOf(flights, fields, watched, language, now);
  const world = searchWorldOf(flights, language, now);
  const [from, to] = [fields.legs[0]!.from, fields.legs[0]!.to].map((typed) => {
    const answer = typed === '' ? null : world.resolve(typed);
    return answer?.kind === 'found' ? answer.place : null;
  });
  const oneWay = fields.trip === 'one-way';
  const patience = new PagePatience();
  const months =
    from && to && from.city !== to.city
      ? {
          from: flights.geography.city(from.code, language),
          to: flights.geography.city(to.code, language),
          oneWay,
          prices: await cheapestMonths(
            flights,
            await getPricingRules(platform.db, now),
            { from: from.code, to: to.code, oneWay },
            form.today,
            now,
            patience,
          ),
        }
      : null;
  const popular = routesFrom(flights, from?.code ?? null, language);
  const rules = await flights.desk.pricingRules(platform.db, now);
  const explore = await openExplore(flights, rules, readExplore(url.searchParams), popular, form.today, { language, now, page: patience });
  const page = {
    form,
    months,
    deals: await openDeals(platform, flights, language),
    popular,
    explore,
  };
  return explore.problems.length > 0 || watched?.ok === false ? data(page, { status: 400 }) : page;
}

export default function FlightsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('flights');
  const language = useLanguage();
  const { form, months, deals, popular, explore } = loaderData;
  const known = months?.prices.flatMap((month) => (month.total ? [month.total.amount] : [])) ?? [];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return (
    <main id="main" className="fl">
      <div className="fl-hero">
        <LandingArt />
        <div className="wrap">
          <h1 tabIndex={-1}>{t('landing.title')}</h1>
          <p className="lede">{t('landing.lede')}</p>
          <BookingNotice />
          <FlightSearchForm {...form} watch={t('watch')} key={JSON.stringify(form.fields)} />
        </div>
      </div>
      <div className="wrap page-end">
        <RecentSearches today={form.today} />
        {months && (
          <section className="fl-band" aria-labelledby="months">
            <h2 id="months">{t('landing.months')}</h2>
            <p className="muted">
              {t('landing.monthsText', { from: months.from, to: months.to, trip: t(months.oneWay ? 'landing.oneWay' : 'landing.week') })}{' '}
              {t('landing.monthsSome')}
            </p>
            <ol className="fl-months">
              {months.prices.map(({ month, total, to }) => (
                <li key={month} className={total?.amount === least ? 'fl-months__low' : undefined}>
                  <Link to={to} rel="nofollow">
                    <span className="fl-months__bar" aria-hidden="true">
                      {total && (
                        <i
                          style={{ blockSize: `${most === least ? 50 : Math.round(18 + ((total.amount - least) * 82) / (most - least))}%` }}
                        />
                      )}
                    </span>
                    <span>{formatDate(`${month}-01`, language, 'month')}</span>
                    <b>{total ? <bdi>{moneyWords(total, language)}</bdi> : t(total === null ? 'month.none' : 'month.unknown')}</b>
                  </Link>
                </li>
              ))}
            </ol>
          </section>
        )}
        <ExploreSection explore={explore} />
        {deals.length > 0 && (
          <section className="fl-band" aria-labelledby="deals">
            <h2 id="deals">{t('landing.deals')}</h2>
            <p className="muted">{t('landing.dealsText')}</p>
            <DealCards deals={deals} />
          </section>
        )}
        <section className="fl-band" aria-labelledby="routes">
          <h2 id="routes">{t('landing.routes', { city: popular.city })}</h2>
          <p className="muted">{t('landing.routesText')}</p>
          <ul className="fl-routes">
            {popular.routes.map((route) => (
              <li key={route.code}>
                <Link to={`/flights?from=${popular.from}&to=${route.code}`}>
                  <Poster {...route.poster} crop="landscape" alt="" />
                  <b>{route.city}</b>
                  <small>
                    {t('landing.weekly', { count: route.weekly })} · {t('landing.quickest', { time: durationWords(t, route.minutes) })}
                  </small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </main>
  );
}
