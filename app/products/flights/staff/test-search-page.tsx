import { Form, Link } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { flightsContext } from '../flights-context.ts';
import { cabinsInOrder, type FlightSearch } from '../offer.ts';
import { compareSources } from './compare-sources.server.ts';
import { Card, Chip, Field, SupplyHead } from './supply-parts.tsx';
import type { Route } from './+types/test-search-page.ts';

export const handle = { texts: ['staff-supply'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const asked = (name: string) => (url.searchParams.get(name) ?? '').trim();
  const code = (name: string) => (/^[A-Za-z]{3}$/.test(asked(name)) ? asked(name).toUpperCase() : '');
  const cabin = cabinsInOrder.find((one) => one === asked('cabin')) ?? 'economy';
  const adults = /^[1-9]$/.test(asked('adults')) ? Number(asked('adults')) : 1;
  const date = parseCalendarDate(asked('date'));
  const back = parseCalendarDate(asked('back'));
  const direct = asked('direct') === '1';
  const fields = { from: code('from'), to: code('to'), date: date ?? '', back: back ?? '', cabin, adults, direct };
  const whole = fields.from !== '' && fields.to !== '' && date !== null && (back === null || back >= date);
  const search: FlightSearch | null = whole
    ? {
        slices: [{ from: fields.from, to: fields.to, date }, ...(back ? [{ from: fields.to, to: fields.from, date: back }] : [])],
        passengers: { adults, children: 0, infants: 0 },
        cabin,
        maxStops: direct ? 0 : 2,
      }
    : null;
  return {
    fields,
    asked: asked('from') !== '',
    explains: may(context.get(viewerContext), 'pricing:view'),
    soon: addDays(dateIn('Asia/Dubai', platform.clock.now()), 30),
    answer: search && (await compareSources(platform, context.get(flightsContext), search)),
  };
}

export default function TestSearchPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-supply');
  const { fields, answer, asked, soon } = loaderData;
  return (
    <div className="sd">
      <SupplyHead current="test" sub={t('test.sub')} />
      <div className="sd-stack">
        <Card title={t('test.title')}>
          <Form className="sd-form sd-form--row sd-card__in" method="get" action="/admin/flight-supply/test">
            <Field label={t('field.fromAirport')}>
              <input name="from" dir="ltr" maxLength={3} placeholder="DXB" required defaultValue={fields.from} autoComplete="off" />
            </Field>
            <Field label={t('field.toAirport')}>
              <input name="to" dir="ltr" maxLength={3} placeholder="LHR" required defaultValue={fields.to} autoComplete="off" />
            </Field>
            <Field label={t('test.date')}>
              <input name="date" type="date" required defaultValue={fields.date || soon} />
            </Field>
            <Field label={t('test.back')}>
              <input name="back" type="date" defaultValue={fields.back} />
            </Field>
            <Field label={t('own.cabin')}>
              <select name="cabin" defaultValue={fields.cabin}>
                {cabinsInOrder.map((cabin) => (
                  <option key={cabin} value={cabin}>
                    {t(`cabin.${cabin}`)}
                  </option>
                ))}
              </select>
            </Field>
            <Field label={t('test.adults')}>
              <input name="adults" inputMode="numeric" maxLength={1} defaultValue={fields.adults} />
            </Field>
            <label className="sd-tick">
              <input type="checkbox" name="direct" value="1" defaultChecked={fields.direct} />
              {t('deals.direct')}
            </label>
            <button className="bo-btn bo-btn--p">{t('test.go')}</button>
          </Form>
          {asked && !answer && (
            <p className="sd-none" role="alert">
              {t('test.incomplete')}
            </p>
          )}
        </Card>
        {answer && <Answers answer={answer} adults={fields.adults} explains={loaderData.explains} />}
      </div>
    </div>
  );
}

interface Answered {
  readonly answer: NonNullable<Route.ComponentProps['loaderData']['answer']>;
  readonly adults: number;
  /** Whether this person may read what prices are made of. */
  readonly explains: boolean;
}

function Answers({ answer, adults, explains }: Answered) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  const { sources, flights, found } = answer;
  return (
    <>
      <Card title={t('test.answers')}>
        <div className="sd-figures">
          {sources.map((source) => (
            <div key={source.supplier}>
              <b>
                <bdi>{source.supplier}</bdi>
              </b>
              <Chip tone={source.outcome === 'ok' ? 'good' : source.outcome === 'refused' ? 'act' : 'bad'}>
                {t(`outcome.${source.outcome}`)}
                {source.reason && ` (${source.reason})`}
              </Chip>
              <br />
              <span>
                {t('test.offers', { n: source.offers, shown: formatNumber(source.offers, language) })} ·{' '}
                <bdi>{formatNumber(source.milliseconds, language)} ms</bdi>
              </span>
            </div>
          ))}
        </div>
      </Card>
      <Card title={t('test.compare')} sub={t('test.matching', { n: found, shown: formatNumber(flights.length, language) })}>
        {flights.length === 0 ? (
          <p className="sd-none">
            <b>{t('test.none')}</b>
            {t('test.noneHow')}
          </p>
        ) : (
          <div className="sd-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('own.flight')}</th>
                  <th scope="col">{t('deals.route')}</th>
                  <th scope="col" className="sd-num">
                    {t('test.duration')}
                  </th>
                  {sources.map(({ supplier }) => (
                    <th key={supplier} scope="col" className="sd-num">
                      <bdi>{supplier}</bdi>
                    </th>
                  ))}
                  <th scope="col">{t('test.sold')}</th>
                </tr>
              </thead>
              <tbody>
                {flights.map((flight) => (
                  <tr key={flight.key} className={Object.keys(flight.prices).length > 1 ? 'sd-mark' : undefined}>
                    <td>
                      <bdi dir="ltr">{flight.key.replaceAll('_', ' + ')}</bdi>
                    </td>
                    <td>
                      <bdi dir="ltr">
                        {flight.from} → {flight.to}
                      </bdi>
                      <small>{t('test.stops', { n: flight.stops })}</small>
                    </td>
                    <td className="sd-num">
                      <bdi>
                        {Math.floor(flight.minutes / 60)}:{String(flight.minutes % 60).padStart(2, '0')}
                      </bdi>
                    </td>
                    {sources.map(({ supplier }) => {
                      const price = flight.prices[supplier];
                      return (
                        <td key={supplier} className="sd-num">
                          {price ? (
                            <>
                              <bdi className={supplier === flight.cheapest ? 'sd-best' : 'sd-dear'}>
                                {formatMoney(price.total, language)}
                              </bdi>
                              <small>
                                {t('test.net')} <bdi>{formatMoney(price.net, language)}</bdi>
                              </small>
                            </>
                          ) : (
                            <span className="sd-dear">–</span>
                          )}
                        </td>
                      );
                    })}
                    <td>
                      <bdi>{flight.cheapest}</bdi>
                      {explains && (
                        <small>
                          <Link
                            to={`/admin/supply/flights/markup-management?${new URLSearchParams({ explain: flight.offer, adults: String(adults) })}`}
                          >
                            {t('test.explain')}
                          </Link>
                        </small>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      {sources
        .filter(({ raw }) => raw !== '[]')
        .map((source) => (
          <details key={source.supplier} className="sd-card sd-more">
            <summary className="sd-card__in">{t('test.raw', { source: source.supplier })}</summary>
            <textarea
              className="sd-raw"
              dir="ltr"
              readOnly
              rows={16}
              aria-label={t('test.raw', { source: source.supplier })}
              value={source.raw}
            />
          </details>
        ))}
    </>
  );
}
