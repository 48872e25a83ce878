import { Link } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { ageingPage, ageingPageSize, ages, mostOpen } from './ageing-rules.ts';
import { MoneyNav } from './money-nav.tsx';
import { tellAgeing } from './open-ageing.server.ts';
import type { Route } from './+types/ageing-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { rows, ...opened } = await tellAgeing(context.get(platformContext));
  // The sums above the rows are those of all pages.
  const { page, pages } = ageingPage(url.searchParams.get('page'), rows.length);
  return {
    ...opened,
    rows: rows.slice((page - 1) * ageingPageSize, page * ageingPageSize),
    page,
    pages,
    exports: may(context.get(viewerContext), 'invoices:export'),
  };
}

export default function AgeingPage({ loaderData: { today, asOf, rows, page, pages, sum, due, full, exports } }: Route.ComponentProps) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const figure = (fils: number) => (fils === 0 ? '–' : <bdi>{formatNumber(fils / 100, language, 2)}</bdi>);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('ageing.title')}</h1>
        <p>
          {t('ageing.lead', { date: formatDate(today, language) })} {asOf && t('asOf', { time: asOf })}
        </p>
        {exports && <ExportMenu to="/admin/invoices/ageing/export" />}
      </header>
      <MoneyNav here="ageing" />
      <dl className="iv-facts">
        <div>
          <dt>{t('ageing.all')}</dt>
          <dd>{formatMoney(money(due, 'AED'), language)}</dd>
        </div>
        {ages.map((age) => (
          <div key={age} className={age === 'later' || sum[age] === 0 ? undefined : age === 'd30' ? 'iv-warm' : 'iv-hot'}>
            <dt>{t(`ageing.${age}`)}</dt>
            <dd>{figure(sum[age])}</dd>
          </div>
        ))}
      </dl>
      {full && <p className="dl-said dl-said--warn">{t('ageing.full', { most: mostOpen })}</p>}
      {rows.length === 0 ? (
        <p className="dl-none">{t('none.open')}</p>
      ) : (
        <section className="iv-card">
          <header>
            <h2 id="ageing">{t('ageing.byInvoice')}</h2>
          </header>
          <ScrollRegion labelledBy="ageing" className="iv-rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('column.number')}</th>
                  <th scope="col">{t('column.customer')}</th>
                  <th scope="col">{t('column.issued')}</th>
                  <th scope="col" className="iv-figure">
                    {t('column.due')}
                  </th>
                  {ages.map((age) => (
                    <th key={age} scope="col" className="iv-figure">
                      {t(`ageing.${age}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.number}>
                    <td>
                      <Link to={`/admin/invoices/${row.number}`}>
                        <bdi>{row.number}</bdi>
                      </Link>
                      <small>
                        <bdi>{row.order}</bdi>
                      </small>
                    </td>
                    <td>
                      <Link to={`/admin/invoices/statement?of=${row.ownerId ?? row.order}`}>
                        <bdi>{row.buyer}</bdi>
                      </Link>
                    </td>
                    <td>{formatDate(row.issuedOn, language)}</td>
                    <td className="iv-figure">
                      <b>{figure(row.due)}</b>
                    </td>
                    {ages.map((age) => (
                      <td key={age} className={`iv-figure${age !== 'later' && row.ages[age] > 0 ? ' iv-minus' : ''}`}>
                        {figure(row.ages[age])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          <Pagination
            page={page}
            pages={pages}
            pageTo={(number) => `/admin/invoices/ageing${number > 1 ? `?page=${number}` : ''}`}
            label={t('ageing.pages')}
          />
        </section>
      )}
    </div>
  );
}
