import { data, Link, useRouteLoaderData } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { PriceAlertDoor } from '#app/commerce/price-alerts/price-alert-door.tsx';
import { TripLine } from '#app/commerce/trip-line/trip-line.tsx';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { sayClock } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { flightsContext } from '../flights-context.ts';
import { DealCards, factsOf } from '../search/deal-cards.tsx';
import { bagsWords, moneyWords, ruleWords } from '../search/flight-words.tsx';
import { dealAsData, openDeal } from '../search/open-deal.server.ts';
import type { Route } from './+types/flight-deal-page.ts';
import './flights.css';

export const handle = { texts: ['flights', 'flight-search'] };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const platform = context.get(platformContext);
  const opened = await openDeal(platform, context.get(flightsContext), params.id, language);
  if (!opened) throw data(null, { status: 404 });
  const json = dealAsData(opened, `${platform.env.publicUrl}${url.pathname}`);
  // `<` cannot end the script element when it is written as an escape.
  return {
    ...opened,
    title: textsFor(language).t('flights:deal.title', { from: opened.deal.from, to: opened.deal.to }),
    structured: json && JSON.stringify(json).replaceAll('<', '\\u003c'),
  };
}

export default function FlightDealPage({ loaderData: opened }: Route.ComponentProps) {
  const t = useTexts('flights');
  const words = useTexts('flight-search');
  const language = useLanguage();
  const { currency } = useCurrency();
  const root = useRouteLoaderData('root') as { nonce?: string } | undefined;
  const { deal, state, samples, rules } = opened;
  const day = (date: string) => formatDate(date, language, 'day');
  return (
    <main id="main">
      {opened.structured && (
        <script
          type="application/ld+json"
          nonce={root?.nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: opened.structured }}
        />
      )}
      <div className="fd-head">
        <div className="wrap">
          <h1 tabIndex={-1}>
            <span>{deal.from}</span>
            <Icon name="arrow-end" label={t('route', { from: deal.from, to: deal.to })} />
            <span>{deal.to}</span>
          </h1>
          <p className="lede">{opened.note}</p>
          <dl className="fd-facts">
            <div>
              <dt>{t('deal.upTo')}</dt>
              <dd>
                <bdi>{moneyWords(deal.price, language)}</bdi>{' '}
                {currency !== deal.price.currency && <DisplayPrice value={deal.price} className="approx" />}
              </dd>
            </div>
            <div>
              <dt>{t('deal.travel')}</dt>
              <dd>{t('dates.range', { from: day(deal.travelFrom), to: day(deal.travelUntil) })}</dd>
            </div>
            <div>
              <dt>{t('deal.bookBy')}</dt>
              <dd>{day(deal.bookBy)}</dd>
            </div>
            <div>
              <dt>{t('deal.trip')}</dt>
              <dd>{factsOf(t, deal).join(' · ')}</dd>
            </div>
          </dl>
        </div>
      </div>
      <div className="wrap fd-body">
        <div>
          {state === 'expired' && (
            <Notice tone="warn" boxed title={t('deal.expired', { date: day(deal.bookBy) })}>
              {t('deal.expiredText')}
            </Notice>
          )}
          {state === 'sold-out' && (
            <Notice tone="warn" boxed title={t('deal.soldOut')}>
              {t('deal.soldOutText', { price: moneyWords(deal.price, language) })}
            </Notice>
          )}
          {state === 'unanswered' && (
            <Notice
              tone="warn"
              boxed
              title={t('deal.silent')}
              end={
                <Link className="btn btn--line btn--s" to={`/flight-deal/${deal.id}`} preventScrollReset rel="nofollow">
                  {t('silent.again')}
                </Link>
              }
            >
              {t('deal.silentText')}
            </Notice>
          )}
          {opened.watch && (
            <p>
              <PriceAlertDoor thing={opened.watch} words={t('watch')} />
            </p>
          )}
          {opened.visas && (
            <TripLine query={opened.visas.query}>
              <p>
                <Link className="link" to={opened.visas.finder} rel="nofollow">
                  {t('head.visa')}
                </Link>
              </p>
            </TripLine>
          )}
          {samples.length > 0 && (
            <section aria-labelledby="dates">
              <h2 id="dates">{t('deal.dates')}</h2>
              <p className="muted small">
                {t('deal.datesNote', { cabin: words(`form.cabins.${opened.cabin}`), time: sayClock(opened.askedAt) })}
              </p>
              <ul className="fd-dates">
                {samples.map((sample) => (
                  <li key={sample.date} className={sample.good ? 'fd-dates__good' : undefined}>
                    <span>{sample.back ? t('dates.range', { from: day(sample.date), to: day(sample.back) }) : day(sample.date)}</span>
                    <span className="price">
                      {sample.total ? (
                        <bdi>{moneyWords(sample.total, language)}</bdi>
                      ) : (
                        t(sample.total === null ? 'month.none' : 'month.unknown')
                      )}
                      {sample.total && !sample.good && <small>{t('deal.soldDate')}</small>}
                    </span>
                    <Link
                      className="btn btn--line btn--s"
                      to={sample.to}
                      rel="nofollow"
                      aria-label={`${t('deal.search')}${comma(language)}${day(sample.date)}`}
                    >
                      {t('deal.search')}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {samples.length === 0 && (
            <p>
              <Link className="btn btn--go" to={opened.searchNow}>
                {t('deal.today')}
              </Link>
            </p>
          )}
        </div>
        <div>
          {rules && (
            <section aria-labelledby="rules">
              <h2 id="rules">{t('deal.conditions')}</h2>
              <p className="muted small">{t('deal.conditionsNote', { airline: rules.airline })}</p>
              <ul className="fd-rules">
                <li>
                  <Icon name="bag" />
                  <span>{bagsWords(t, rules.cabinBag, rules.checkedBag)}</span>
                </li>
                <li>
                  <Icon name="refund" />
                  <span>{ruleWords(t, 'refund', rules.refund, language)}</span>
                </li>
                <li>
                  <Icon name="change" />
                  <span>{ruleWords(t, 'change', rules.change, language)}</span>
                </li>
              </ul>
            </section>
          )}
          <section aria-labelledby="excluded">
            <h2 id="excluded">{t('deal.excluded')}</h2>
            <p className="small muted">{t('deal.excludedText')}</p>
          </section>
        </div>
        {opened.others.length > 0 && (
          <section className="fd-more" aria-labelledby="others">
            <h2 id="others">{t('deal.others')}</h2>
            <DealCards deals={opened.others} />
          </section>
        )}
      </div>
    </main>
  );
}
