import { Form, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { checkNumbers, findMissing, tellSeries } from './check-numbers.server.ts';
import { MoneyNav } from './money-nav.tsx';
import { creditSeries } from '../number-series.ts';
import { seriesFault } from './number-rules.ts';
import type { Route } from './+types/numbers-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices'] };

/** Whether the numbers of every series run on without a gap; the same is asked every night. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { series, asOf } = await tellSeries(platform);
  return {
    asOf,
    series: await Promise.all(
      series.map(async (facts) => {
        const fault = seriesFault(facts);
        return { ...facts, ...fault, numbers: fault.missing > 0 ? await findMissing(platform.db, facts) : [] };
      }),
    ),
    checked: url.searchParams.has('checked'),
    mayCheck: may(context.get(viewerContext), 'money:work'),
  };
}

export async function action({ context }: Route.ActionArgs) {
  await checkNumbers(context.get(platformContext));
  return redirect('/admin/invoices/numbers?checked', 303);
}

export default function NumbersPage({ loaderData: { series, asOf, checked, mayCheck } }: Route.ComponentProps) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const broken = series.filter(({ sound }) => !sound).length;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('numbers.title')}</h1>
        <p>
          {t('numbers.lead')} {asOf && t('asOf', { time: asOf })}
        </p>
        {mayCheck && (
          <Form method="post">
            <button className="bo-btn">{t('numbers.check')}</button>
          </Form>
        )}
      </header>
      <MoneyNav here="numbers" />
      {(checked || broken > 0) && (
        <p className={`dl-said${broken > 0 ? ' dl-said--warn' : ''}`} role={broken > 0 ? 'alert' : 'status'}>
          <Icon name={broken > 0 ? 'warning' : 'done'} />
          {broken > 0 ? t('numbers.broken', { count: broken }) : t('numbers.sound')}
        </p>
      )}
      {series.length === 0 ? (
        <p className="dl-none">{t('none.all')}</p>
      ) : (
        <section className="iv-card">
          <header>
            <h2 id="series">{t('numbers.series')}</h2>
          </header>
          <ScrollRegion labelledBy="series" className="iv-rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('column.series')}</th>
                  <th scope="col" className="iv-figure">
                    {t('numbers.counter')}
                  </th>
                  <th scope="col" className="iv-figure">
                    {t('numbers.issued')}
                  </th>
                  <th scope="col">{t('numbers.verdict')}</th>
                </tr>
              </thead>
              <tbody>
                {series.map((one) => (
                  <tr key={one.series + one.year}>
                    <td>
                      <bdi>
                        {one.prefix}-{one.year}
                      </bdi>
                      <small>{t(one.series === creditSeries ? 'queue.credit-notes' : 'queue.invoices')}</small>
                    </td>
                    <td className="iv-figure">{formatNumber(one.counter, language)}</td>
                    <td className="iv-figure">{formatNumber(one.issued, language)}</td>
                    <td>
                      <span className={`dl-state${one.sound ? ' dl-state--good' : ' dl-late'}`}>
                        {one.sound ? t('numbers.runsOn') : t('numbers.missing', { count: one.missing })}
                      </span>
                      {one.numbers.length > 0 && (
                        <small>
                          <bdi>{one.numbers.map((number) => String(number).padStart(6, '0')).join(comma(language))}</bdi>
                        </small>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </section>
      )}
    </div>
  );
}
