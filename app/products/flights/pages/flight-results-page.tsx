import { Suspense, useRef } from 'react';
import { Await, data, redirect, useActionData } from 'react-router';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { passportChoiceText, type PassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { toldPassport } from '#app/commerce/trip-line/draw-trip-lines.server.ts';
import { transitRulesContext } from '#app/commerce/trip-line/transit-rules-context.ts';
import { leadOf } from '#app/commerce/traffic/lead-rules.ts';
import { keepShownFlights } from '#app/commerce/traffic/shown-flights.server.ts';
import { PriceAlertDoor } from '#app/commerce/price-alerts/price-alert-door.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { flightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { later } from '#app/ui/later.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useQueryLinks } from '#app/ui/use-query-links.tsx';
import { calendarDate, dateIn, dayNumber } from '#app/values/dates.ts';
import { chooseFlight } from '../booking/choose-flight.server.ts';
import type { FlightSearch } from '../offer.ts';
import { formatSearch, isBlankSearch, readSearchFields, tripOf } from '../search/flight-search-form.ts';
import { flightsContext } from '../flights-context.ts';
import { joinStops, journeyStops } from '../journey-stops.ts';
import { DateStrip } from '../search/date-strip.tsx';
import { daysAround, daysOfMonth, flexDays, monthsBeside, nightsOf } from '../search/day-searches.ts';
import { flexGrid } from '../search/flex-pairs.ts';
import { EditSearch, LaterSearchForm } from '../search/edit-search.tsx';
import { FlightLeg } from '../search/flight-leg.tsx';
import { moneyWords, whoWords } from '../search/flight-words.tsx';
import { openResults } from '../search/open-results.server.ts';
import { packList } from '../search/packed-list.ts';
import { PagePatience } from '../search/page-patience.ts';
import { formatResultsAddress, readResultsAddress, transitAsked, type ResultsAddress } from '../search/results-address.ts';
import { useRememberedSearch } from '../search/recent-searches.tsx';
import { PackedResults } from '../search/results-list.tsx';
import type { ResultsList } from '../search/results-view.ts';
import { readChoice } from '../search/read-choice.ts';
import { checkFields, formFactsOf } from '../search/search-world.server.ts';
import { pricedDays } from '../search/strip-days.ts';
import { restMs } from '../supplier/circuit-rules.ts';
import { supplierTimeout } from '../supplier/search-suppliers.server.ts';
import { transitJudge } from '../booking/transit-of-offer.ts';
import type { Route } from './+types/flight-results-page.ts';
import '#app/commerce/catalogue-search/compare.css';
import '../search/flight-search-form.css';
import '../search/place-field.css';
import './flex-grid.css';
import './flight-results.css';

const MonthView = later(async () => (await import('../search/month-view.tsx')).MonthView);
const FlexGrid = later(async () => (await import('../search/flex-grid.tsx')).FlexGrid);

export const handle = { texts: ['flights', 'flight-search', 'fares', 'itinerary'] };

/** Of what was not answered in full nothing is kept, here or on the way; where nothing was found it is no answer yet. */
const notKept = { 'Cache-Control': 'no-store' };
const unanswered = { status: 503, headers: { ...notKept, 'Retry-After': String(restMs / 1000) } };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const flights = context.get(flightsContext);
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const now = platform.clock.now();
  const fields = readSearchFields(url.searchParams);
  if (isBlankSearch(fields)) throw redirect('/flights');
  const checked = checkFields(flights, fields, language, now);
  const form = formFactsOf(flights, fields, checked, language, now);
  if (!checked.ok) return data({ kind: 'wrong' as const, form }, { status: 400 });

  const { search } = checked;
  const told = transitAsked(url.searchParams);
  if (told) throw redirect(withPassport(url, told, toldPassport(request)));
  const address = readResultsAddress(url.searchParams);
  const country = (code: string | null | undefined) => (code ? countryName(code, language) : '');
  const first = search.slices[0]!;
  const place = (code: string) => flights.geography.city(code, language);
  const names = {
    from: place(first.from),
    to: joinStops(journeyStops(search.slices).map(place)),
  };
  const shared = {
    title: textsFor(language).t('flights:title', names),
    description: textsFor(language).t('descriptions:flights'),
    form,
    search,
    address,
    names,
    whom: address.passport && { passport: country(address.passport.nationality), residence: country(address.passport.residence) },
    visas: visasAddress(flights.geography.country, search),
    legs: search.slices.map((slice) => ({ from: place(slice.from), to: place(slice.to), date: slice.date })),
  };
  const to = (other: typeof search, change: Partial<ResultsAddress>) =>
    `?${formatResultsAddress({ ...address, chosen: [], compare: [], why: null, page: 1, view: 'list', month: null, ...change }, formatSearch(other))}`;
  const rules = await flights.desk.pricingRules(platform.db, now);

  if (address.view === 'month' && tripOf(search) !== 'multi') {
    const month = address.month ?? first.date.slice(0, 7);
    const days = daysOfMonth(search, month, form.today, form.lastDay);
    const asked = days.flatMap((day) => (day.search ? [day.search] : []));
    const totals = await flights.desk.lowestOfEach(asked, rules, now);
    const lowest = new Map(totals.map((total, index) => [asked[index]!, total]));
    const silent = totals.filter((total) => total === undefined).length;
    const beside = monthsBeside(month, form.today, form.lastDay);
    const page = {
      kind: 'month' as const,
      ...shared,
      month: {
        month,
        days: pricedDays(
          days,
          first.date,
          (day) => lowest.get(day.search!),
          (day) => to(day.search!, {}),
        ),
        before: beside.before && to(search, { view: 'month', month: beside.before }),
        after: beside.after && to(search, { view: 'month', month: beside.after }),
        list: to(search, {}),
        again: to(search, { view: 'month', month }),
        nights: nightsOf(search),
      },
    };
    if (silent === 0) return page;
    return data(page, silent === totals.length ? unanswered : { headers: notKept });
  }

  const judge = address.passport && transitJudge(await context.get(transitRulesContext)(), address.passport, flights.geography.country);
  const patience = url.searchParams.get('patient') === '1' ? { patienceMs: supplierTimeout } : {};
  const opened = await openResults(flights, rules, search, address, { language, now, judge, ...patience });
  // A direction chosen earlier was sold out or withdrawn meanwhile: begin again and say so.
  if (!opened) throw redirect(`${to(search, { filter: {} })}&gone=1`);
  const laidOut = ({ cards }: ResultsList) => ({
    route: `${flights.geography.metro(first.from)}-${flights.geography.metro(first.to)}`,
    cabin: search.cabin,
    lead: leadOf(dayNumber(calendarDate(first.date)) - dayNumber(dateIn('Asia/Dubai', now))),
    airlines: cards.flatMap(({ slice }) => slice.segments[0]?.airline ?? []),
  });
  // Of a list that never was whole, what there was is nobody's answer.
  const shown = opened.rest ? opened.rest.then(laidOut, () => null) : Promise.resolve(laidOut(opened.list));
  keepShownFlights(platform.db, url.search, shown);
  const flexible = address.chosen.length === 0 ? flexDays(search, form.today, form.lastDay) : null;
  const around = address.chosen.length === 0 && !flexible ? daysAround(search, form.today, form.lastDay) : [];
  // The list has waited for itself; what stands around it has a patience of its own.
  const extras = new PagePatience();
  const pricesAsked = url.searchParams.get('prices') === '1';
  const searches = around.flatMap((day) => day.search ?? []);
  const totals = pricesAsked
    ? await flights.desk.lowestOfEach(searches, rules, now, extras)
    : searches.map((each) => flights.desk.knownLowest(each, now));
  const known = new Map(totals.map((total, index) => [searches[index]!, total]));
  const days = pricedDays(
    around,
    first.date,
    (day) => known.get(day.search!),
    (day) => to(day.search!, {}),
  );
  const pairs = flexible ? await flights.desk.lowestOfPairs(search, rules, now, extras) : null;
  const page = {
    kind: 'list' as const,
    ...shared,
    list: packList(opened.list),
    rest: opened.rest?.then(packList) ?? null,
    chosen: opened.chosen,
    days,
    pricesAsked,
    flex: flexible && pairs && pairs.totals.size > 0 ? flexGrid(flexible, pairs.totals) : null,
    gone: url.searchParams.get('gone') === '1',
    links: { month: to(search, { view: 'month', filter: {} }), ask: `${to(search, {})}&prices=1`, again: to(search, {}) },
  };
  const { list, rest } = opened;
  if (!rest && list.found === 0 && list.failed > 0) return data(page, unanswered);
  const whole = !rest && list.failed === 0 && !(pricesAsked && totals.includes(undefined)) && pairs?.whole !== false;
  return whole ? page : data(page, { headers: notKept });
}

/**
 * Where layovers are judged by a passport that the address does not name: with the one this browser was told, or by
 * way of asking. Whoever was asked and told none gets the list without that filter.
 */
function withPassport(url: URL, asked: 'asked' | 'told', told: PassportChoice | null): string {
  const params = new URLSearchParams(url.search);
  params.delete('passport');
  params.delete('transit');
  if (told?.nationality) {
    params.set('transit', '1');
    params.set('passport', passportChoiceText(told));
  } else if (asked === 'asked') {
    params.set('transit', 'told');
    return `/passport?back=${encodeURIComponent(`${url.pathname}?${params}`)}`;
  }
  return `${url.pathname}?${params}`;
}

/** The finder of visas for where a search leads; null within one country. */
function visasAddress(countryOf: (place: string) => string | null, { slices }: FlightSearch): string | null {
  const [from, to] = [countryOf(slices[0]!.from), countryOf(slices[0]!.to)];
  if (!to || from === to) return null;
  return `/e-visa?to=${to}&arrives=${slices[0]!.date}${slices.length === 2 ? `&leaves=${slices[1]!.date}` : ''}`;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const flights = context.get(flightsContext);
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const now = platform.clock.now();
  const checked = checkFields(flights, readSearchFields(url.searchParams), language, now);
  if (!checked.ok) throw redirect(`/flight-search-results${url.search}`);
  const posted = await request.formData();
  const choice = readChoice(String(posted.get('choice') ?? ''));
  const rules = await getPricingRules(platform.db, now);
  const chosen = await chooseFlight(platform, flights, rules, request, context.get(viewerContext), checked.search, choice);
  if (!chosen.ok) return data({ refused: chosen.refused, seen: choice.seen, fresh: chosen.fresh ?? null }, { status: 409 });
  return redirect('/flight-passenger-details', chosen.value.cookie ? { headers: { 'Set-Cookie': chosen.value.cookie } } : undefined);
}

export { reloadOvertaken as shouldRevalidate };

export default function FlightResultsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('flights');
  if (loaderData.kind === 'wrong') {
    return (
      <main id="main" className="wrap fr-wrong">
        <h1 tabIndex={-1}>{t('wrong.title')}</h1>
        <LaterSearchForm {...loaderData.form} key={JSON.stringify(loaderData.form.fields)} />
      </main>
    );
  }
  return <Results facts={loaderData} />;
}

type Facts = Exclude<Awaited<Route.ComponentProps['loaderData']>, { kind: 'wrong' }>;

function Results({ facts }: { facts: Facts }) {
  const t = useTexts('flights');
  const words = useTexts('flight-search');
  const language = useLanguage();
  const refused = useActionData<typeof action>();
  const { search, address, legs, names } = facts;
  const trip = tripOf(search);
  const main = useRef<HTMLElement>(null);
  useQueryLinks(main);
  const query = formatSearch(search).toString();
  useRememberedSearch({
    query,
    from: names.from,
    to: names.to,
    dates: search.slices.map((slice) => slice.date),
  });
  const who = whoWords(words, search.passengers);
  const day = (date: string) => formatDate(date, language, 'day');
  const dates =
    search.slices.length === 1
      ? day(search.slices[0]!.date)
      : t('dates.range', { from: day(search.slices[0]!.date), to: day(search.slices.at(-1)!.date) });
  const step = Math.min(address.chosen.length, search.slices.length - 1);
  const leg = legs[step]!;
  const title =
    trip === 'one-way'
      ? t('head.only', { date: day(leg.date) })
      : trip === 'return'
        ? t(step === 0 ? 'head.out' : 'head.back', { date: day(leg.date) })
        : t('head.leg', { number: step + 1, count: legs.length, route: t('route', leg), date: day(leg.date) });
  const note = step === legs.length - 1 ? null : trip === 'return' ? t('head.outNote', { date: day(legs[1]!.date) }) : t('head.legNote');
  const shown = {
    search,
    address,
    title,
    note,
    visas: facts.visas,
    whom: facts.whom,
    legs,
    month: facts.kind === 'list' && (facts.flex || facts.days.length > 0) ? facts.links.month : null,
  };
  const [out, back] = search.slices;
  const watchable = trip === 'multi' ? null : flightThing(out!.from, out!.to, out!.date, back?.date ?? null);
  return (
    <main id="main" className="fr" ref={main}>
      <div className="fr-sum">
        <div className="wrap fr-sum__in">
          <h1 tabIndex={-1}>
            <span>{names.from}</span>
            <Icon name="arrow-end" label={t('route', names)} />
            <span>{names.to}</span>
          </h1>
          <p>{[dates, who, words(`form.cabins.${search.cabin}`)].join(' · ')}</p>
          {watchable && <FavoriteButton kind="flight" thing={watchable} title={t('route', names)} />}
          <EditSearch form={facts.form} query={query} key={query} />
        </div>
      </div>
      {facts.kind === 'month' ? (
        <MonthView month={facts.month} who={who} trip={t(`head.trips.${trip}`)} />
      ) : (
        <>
          {facts.flex && <FlexGrid key={query} grid={facts.flex} search={search} who={who} />}
          {facts.days.length > 0 && <DateStrip days={facts.days} query={query} ask={facts.links.ask} asked={facts.pricesAsked} />}
          {(facts.gone || refused) && (
            <div className="wrap fr-notice">
              <Notice tone="warn" boxed live title={t('refused.title')}>
                {refused?.refused === 'price-higher' && refused.fresh
                  ? t('refused.price', {
                      now: moneyWords(refused.fresh, language),
                      before: moneyWords({ amount: refused.seen ?? 0, currency: refused.fresh.currency }, language),
                    })
                  : t(`refused.${refused && refused.refused !== 'price-higher' ? refused.refused : 'not-offered'}`)}
              </Notice>
            </div>
          )}
          {facts.chosen.length > 0 && (
            <section className="wrap fr-chosen" aria-label={t('chosen.title')}>
              {facts.chosen.map((slice, index) => (
                <div key={index}>
                  <b>{trip === 'return' ? t('chosen.out') : index + 1}</b>
                  <FlightLeg slice={slice} />
                </div>
              ))}
              <a className="link" href={facts.links.again}>
                {t('chosen.change')}
              </a>
            </section>
          )}
          {watchable && (
            <p className="wrap fr-watch">
              <PriceAlertDoor thing={watchable} words={t('watch')} />
            </p>
          )}
          {facts.rest ? (
            <Suspense fallback={<PackedResults {...shown} list={facts.list} more />}>
              <Await resolve={facts.rest} errorElement={<PackedResults {...shown} list={facts.list} more={false} />}>
                {(list) => <PackedResults {...shown} list={list} more={false} />}
              </Await>
            </Suspense>
          ) : (
            <PackedResults {...shown} list={facts.list} more={false} />
          )}
        </>
      )}
    </main>
  );
}
