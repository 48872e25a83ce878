import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { linkKey } from '#app/commerce/orders/order-visit.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { LocalClock } from '#app/ui/date-text.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { formatSearch } from '../../search/flight-search-form.ts';
import { flightsContext } from '../../flights-context.ts';
import { FlightLeg, LegNotes } from '../../search/flight-leg.tsx';
import { bagsWords, durationWords, fareName, ruleWords, stopWords, whoWords } from '../../search/flight-words.tsx';
import { quoteZone } from '../flight-quote-form.ts';
import { readFlightQuoteToken } from '../flight-quote-link.server.ts';
import { isOpenQuote } from '../flight-quote-status.ts';
import { findFlightQuoteAsSystem, findOptions, type FlightQuote } from '../flight-quotes-store.server.ts';
import { PriceChanges } from '../price-changes.tsx';
import { compareOption, priceQuoted, searchOf, type OptionNow } from '../price-option.server.ts';
import { perTraveller } from '../each-traveller.ts';
import { showOption, type ShownOption } from '../show-option.server.ts';
import { takeOption, type TakeOutcome } from '../take-option.server.ts';
import { askAnew, findStanding, seeFlightQuote } from '../work-flight-quote.server.ts';
import type { Route } from './+types/flight-quote-page.ts';
import '../../pages/flight-results.css';
import './flight-quote.css';

export const handle = { texts: ['flight-quote', 'flights', 'flight-search', 'fares', 'price'] };

/** The quote of a link. Forged, not sent yet or never there: one answer for all of them. */
async function quoteOf(platform: Platform, token: string): Promise<FlightQuote> {
  const id = readFlightQuoteToken(platform.secret, token);
  const quote = id && (await findFlightQuoteAsSystem(platform.db, platform.crypto, id));
  if (!quote || (quote.sentAt === null && quote.status !== 'accepted')) throw new Response('Not found', { status: 404 });
  return quote;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const flights = context.get(flightsContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const { db, clock } = platform;
  const now = clock.now();
  const quote = await quoteOf(platform, params.token);
  // A colleague who looks at what they sent is not its reader.
  if (viewer.kind !== 'staff') await seeFlightQuote(platform, quote.id);
  const [standing, options, rules] = await Promise.all([
    findStanding(db, quote, now),
    findOptions(db, quote.id),
    getPricingRules(db, now, 'desk'),
  ]);
  const order = standing === 'accepted' && quote.orderId ? await findOrderAsSystem(db, quote.orderId) : null;
  const open = isOpenQuote(standing);
  const first = options[0]!.offer;
  const from = first.slices[0]!.segments[0]!.departs.zone;
  const until = (zone: string) => localTimeIn(zone, instant(quote.expiresAt.getTime() - 60_000));
  // What was taken back is named and not shown: nobody should plan with it.
  const shown = standing === 'withdrawn' ? [] : options;
  return {
    here: `/flight-quote/${params.token}`,
    reference: quote.reference,
    name: quote.contact.name === '-' ? '' : quote.contact.name,
    message: standing === 'withdrawn' ? '' : quote.message,
    standing: open ? ('open' as const) : standing,
    taken: quote.taken,
    cities: {
      from: flights.geography.city(quote.origin, language),
      to: flights.geography.city(quote.destination, language),
    },
    quotedAt: localTimeIn(quoteZone, instant(Date.parse(options[0]!.price.quotedAt))),
    until: {
      dubai: until(quoteZone),
      there: from === quoteZone ? null : { time: until(from), city: flights.geography.city(first.slices[0]!.from, language) },
    },
    search: `/flight-search-results?${formatSearch(searchOf(first))}`,
    order: order && {
      reference: order.reference,
      // The link of a quote is passed round: it opens the way to pay, not an order that is paid, and nothing for a colleague.
      to: `/track?order=${order.reference}${order.status === 'held' && viewer.kind !== 'staff' ? `&key=${linkKey(platform, order, now)}` : ''}`,
    },
    options: await Promise.all(
      shown.map(async (option) => ({
        shown: showOption(flights, option.number, option, language),
        now: open ? (compareOption(option.price, await priceQuoted(flights, rules, option, now)) satisfies OptionNow) : null,
      })),
    ),
    asked: url.searchParams.has('asked'),
    tooMany: url.searchParams.has('wait'),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const quote = await quoteOf(platform, params.token);
  const here = `/flight-quote/${params.token}`;
  const form = await request.formData();
  if (form.get('intent') === 'anew') {
    const asked = await askAnew(platform, quote.id);
    return redirect(asked.ok ? `${here}?asked` : asked.refused === 'too-many' ? `${here}?wait` : here, 303);
  }
  const option = (await findOptions(platform.db, quote.id)).find(({ number }) => String(number) === form.get('option'));
  if (!option) throw data(null, { status: 400 });
  const seen = Number(form.get('seen'));
  const rules = await getPricingRules(platform.db, platform.clock.now(), 'desk');
  const taken = await takeOption(platform, context.get(flightsContext), rules, {
    request,
    viewer: context.get(viewerContext),
    quote,
    option,
    seen: Number.isSafeInteger(seen) && seen > 0 ? seen : null,
  });
  if (taken.kind !== 'begun') return data({ number: option.number, taken: taken satisfies TakeOutcome }, { status: 409 });
  return redirect('/flight-passenger-details', { status: 303, headers: taken.cookie ? { 'Set-Cookie': taken.cookie } : {} });
}

type Page = Route.ComponentProps['loaderData'];
type PageOption = Page['options'][number];

export default function FlightQuotePage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('flight-quote');
  const language = useLanguage();
  const { standing, options, order } = page;
  const tried = actionData ?? null;
  return (
    <main id="main" className="wrap page-end fqp">
      <header className="page-head">
        <p className="fqp-kicker">
          {t('kicker')} <bdi>{page.reference}</bdi>
        </p>
        <h1 tabIndex={-1}>{t('title', page.cities)}</h1>
        <p className="lede">
          {page.name && `${t('hello', { name: page.name })} `}
          {t(`lede.${standing === 'open' ? (options.length > 1 ? 'several' : 'one') : standing}`)}
        </p>
      </header>
      {page.message && (
        <blockquote className="fqp-words">
          <p dir="auto">{page.message}</p>
          <footer>{t('signed')}</footer>
        </blockquote>
      )}
      {order && (
        <Notice tone="ok" boxed>
          {t('order.made', { reference: order.reference })}{' '}
          <Link className="link" to={order.to}>
            {t('order.open')}
          </Link>
        </Notice>
      )}
      {standing === 'open' && <Until page={page} />}
      {(standing === 'expired' || standing === 'withdrawn') && <Over page={page} />}
      {options.length > 1 && <SideBySide options={options} />}
      <div className={`fqp-options fqp-options--${options.length}`}>
        {options.map((option) => (
          <Option
            key={option.shown.number}
            option={option}
            open={standing === 'open'}
            taken={order !== null && page.taken === option.shown.number}
            tried={tried?.number === option.shown.number ? tried.taken : null}
            search={page.search}
          />
        ))}
      </div>
      {options.length > 0 && (
        <p className="small muted">
          {t('rechecked', { date: formatDate(page.quotedAt, language, 'long'), time: page.quotedAt.slice(11, 16) })}
        </p>
      )}
    </main>
  );
}

/** Until when it can be taken, at the desk and where the journey begins. */
function Until({ page }: { page: Page }) {
  const t = useTexts('flight-quote');
  const language = useLanguage();
  const { dubai, there } = page.until;
  const values = (time: string) => ({ date: formatDate(time, language, 'long'), time: time.slice(11, 16) });
  return (
    <Notice tone="info" boxed icon="clock">
      {t('until.dubai', values(dubai))}
      {there && ` ${t('until.there', { ...values(there.time), city: there.city })}`}
    </Notice>
  );
}

function Over({ page }: { page: Page }) {
  const t = useTexts('flight-quote');
  return (
    <section className="fqp-over" aria-labelledby="over">
      <h2 id="over">{t(`over.${page.standing === 'withdrawn' ? 'withdrawn' : 'expired'}`)}</h2>
      {page.asked ? (
        <Notice tone="ok" boxed live>
          {t('over.asked')}
        </Notice>
      ) : (
        <>
          <p>{t('over.text')}</p>
          {page.tooMany && (
            <Notice tone="warn" boxed live>
              {t('over.wait')}
            </Notice>
          )}
          <Form method="post" className="row no-print">
            <ButtonLink to={page.search} look="go">
              {t('over.search')}
            </ButtonLink>
            <Button look="quiet" name="intent" value="anew">
              {t('over.anew')}
            </Button>
          </Form>
        </>
      )}
    </section>
  );
}

/** Several options in one table, one fact a row: what differs is seen at a glance. */
function SideBySide({ options }: { options: readonly PageOption[] }) {
  const t = useTexts('flight-quote');
  const flights = useTexts('flights');
  const fares = useTexts('fares');
  const language = useLanguage();
  const rows: readonly (readonly [string, (option: ShownOption, now: OptionNow | null) => React.ReactNode])[] = [
    [
      t('row.total'),
      (option, now) => {
        const paid = pricesNow(option, now);
        return (
          <>
            <bdi className="price">{formatMoney(paid.total, language)}</bdi>
            {paid.quoted && <small>{t('row.quoted', { total: formatMoney(option.total, language) })}</small>}
          </>
        );
      },
    ],
    [t('row.each'), (option, now) => <bdi>{formatMoney(pricesNow(option, now).each[0]!.amount, language)}</bdi>],
    [t('row.family'), (option) => fareName(fares, option.brandNameKey)],
    [
      flights('compare.times'),
      (option) =>
        option.slices.map(({ slice }, index) => (
          <span key={index} className="fqp-time">
            <bdi dir="ltr">
              <LocalClock time={slice.segments[0]!.departs} /> –{' '}
              <LocalClock time={slice.segments.at(-1)!.arrives} plusDays={slice.dayShift} />
            </bdi>
          </span>
        )),
    ],
    [
      flights('compare.duration'),
      (option) =>
        option.slices.map(({ slice }, index) => (
          <span key={index} className="fqp-time">
            {durationWords(flights, slice.minutes)}
            {comma(language)}
            {slice.stops === 0
              ? flights('compare.direct')
              : flights(`stopsAt.${slice.stops}`, { places: stopWords(slice.layovers, language) })}
          </span>
        )),
    ],
    [flights('compare.bags'), (option) => bagsWords(flights, option.cabinBag, option.checkedBag)],
    [flights('compare.refund'), (option) => ruleWords(flights, 'refund', option.refund, language)],
    [flights('compare.change'), (option) => ruleWords(flights, 'change', option.change, language)],
    [flights('compare.co2'), (option) => flights('card.co2', { kilograms: option.co2 })],
  ];
  return (
    <section className={`fqp-compare fqp-compare--${options.length}`} aria-labelledby="compare">
      <h2 id="compare">{t('compare')}</h2>
      <ScrollRegion className="fqp-scroll" labelledBy="compare">
        <table>
          <thead>
            <tr>
              <td>
                <span className="sr-only">{t('compare')}</span>
              </td>
              {options.map(({ shown }) => (
                <th key={shown.number} scope="col">
                  <a className="link" href={`#o${shown.number}`}>
                    {t('option', { number: shown.number })}
                  </a>
                  <small>{shown.airline}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, cell]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {options.map(({ shown, now }) => (
                  <td key={shown.number}>{cell(shown, now)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

/** What is paid of an option: the price of now where it is another one than was quoted, which is `quoted` then. */
function pricesNow(shown: ShownOption, now: OptionNow | null): Pick<ShownOption, 'total' | 'each'> & { readonly quoted: boolean } {
  return now && 'price' in now
    ? { total: now.price.total, each: perTraveller(now.price, shown.passengers), quoted: true }
    : { total: shown.total, each: shown.each, quoted: false };
}

function Option({
  option: { shown, now },
  open,
  taken,
  tried,
  search,
}: {
  option: PageOption;
  open: boolean;
  taken: boolean;
  tried: TakeOutcome | null;
  search: string;
}) {
  const t = useTexts('flight-quote');
  const flights = useTexts('flights');
  const who = useTexts('flight-search');
  const fares = useTexts('fares');
  const price = useTexts('price');
  const language = useLanguage();
  const busy = useNavigation().state === 'submitting';
  const gone = now !== null && !('price' in now) && now.kind !== 'as-quoted';
  const dearer = tried?.kind === 'dearer' ? tried : null;
  const paid = pricesNow(shown, now);
  const total = dearer?.total ?? paid.total;
  return (
    <article className="fqp-option" id={`o${shown.number}`} aria-labelledby={`o${shown.number}-title`}>
      <header>
        <h2 id={`o${shown.number}-title`}>
          {t('option', { number: shown.number })} <small>{shown.airline}</small>
        </h2>
        {taken && <Tag tone="ok">{t('taken')}</Tag>}
        {gone && <Tag tone="warn">{t(`gone.${now.kind}`)}</Tag>}
      </header>
      {shown.slices.map(({ from, to, slice }, index) => (
        <div className="fqp-slice" key={index}>
          <h3>
            {t('leg', { from, to })} <small>{formatDate(slice.segments[0]!.departs, language, 'long')}</small>
          </h3>
          <FlightLeg slice={slice} />
          <LegNotes slice={slice} />
        </div>
      ))}
      <ul className="fqp-rules">
        <li>
          {fareName(fares, shown.brandNameKey)} · {who(`form.cabins.${shown.cabin}`)}
        </li>
        <li>
          {bagsWords(flights, shown.cabinBag, shown.checkedBag)} {flights('card.bagsEach')}
        </li>
        <li>{ruleWords(flights, 'refund', shown.refund, language)}</li>
        <li>{ruleWords(flights, 'change', shown.change, language)}</li>
        <li>{t(`seat.${shown.seatChoice}`)}</li>
        {shown.tickets > 1 && <li>{flights('card.tickets', { count: shown.tickets })}</li>}
      </ul>
      <MoneyList
        groups={[
          {
            title: t('each'),
            lines: paid.each.map(({ traveller, count, amount }) => ({
              label: `${price(`traveller.${traveller}`)}${count > 1 ? ` × ${count}` : ''}`,
              value: amount,
            })),
          },
        ]}
        total={{ label: t('total', { who: whoWords(who, shown.passengers) }), value: paid.total, note: t('totalNote') }}
      />
      {now && 'price' in now && !dearer && (
        <div className={now.kind === 'dearer' ? 'fqp-now fqp-now--dearer' : 'fqp-now'}>
          <p>{t(`now.${now.kind}`, { total: formatMoney(now.price.total, language) })}</p>
          <PriceChanges changes={now.changes} />
        </div>
      )}
      {gone && (
        <p>
          {t(`goneText.${now.kind}`)}{' '}
          <Link className="link" to={search}>
            {t('over.search')}
          </Link>
        </p>
      )}
      {tried && tried.kind !== 'begun' && (
        <Notice tone="warn" boxed live title={t('refused.title')}>
          {t(`refused.${tried.kind}`, { total: formatMoney(total, language) })}
          {dearer && <PriceChanges changes={dearer.changes} />}
        </Notice>
      )}
      {open && !gone && (
        <Form method="post" action={`#o${shown.number}`} className="no-print">
          <input type="hidden" name="option" value={shown.number} />
          <input type="hidden" name="seen" value={total.amount} />
          <Button look="go" wide busy={busy && t('busy')}>
            {t(total.amount > shown.total.amount ? 'takeAt' : 'take', { number: shown.number, total: formatMoney(total, language) })}
          </Button>
        </Form>
      )}
    </article>
  );
}
