import { Form, Link } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { MoneyNav } from './money-nav.tsx';
import { openStatement } from './open-statement.server.ts';
import type { Route } from './+types/statement-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices'] };

const here = '/admin/invoices/statement';

export async function loader({ context, url }: Route.LoaderArgs) {
  return {
    asked: (url.searchParams.get('of') ?? '').trim().slice(0, 64),
    statement: await openStatement(context.get(platformContext), url.searchParams),
    exports: may(context.get(viewerContext), 'invoices:export'),
    sends: may(context.get(viewerContext), 'invoices:issue'),
  };
}

export default function StatementPage({ loaderData: { asked, statement, exports, sends } }: Route.ComponentProps) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const figure = (fils: number) => <bdi>{formatNumber(fils / 100, language, 2)}</bdi>;
  const query = statement ? `?of=${encodeURIComponent(statement.of)}&from=${statement.from}&until=${statement.until}` : '';
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('statement.title')}</h1>
        <p>
          {statement &&
            (statement.company ? (
              <Link to={`/admin/customers/companies/${statement.company.id}`}>
                <bdi>{statement.buyer}</bdi>
              </Link>
            ) : (
              <bdi>{statement.buyer}</bdi>
            ))}
        </p>
        {statement && (
          <>
            {(['en', 'ar'] as const).map((paper) => (
              <a key={paper} className="bo-btn" href={`${here}/paper/${paper}${query}`}>
                <Icon name="document" small /> {t(`acts.paper.${paper}`)}
              </a>
            ))}
            {sends && statement.company && (
              <Link className="bo-btn" to={`${here}/send${query}`}>
                <Icon name="mail" small /> {t('statement.send.link')}
              </Link>
            )}
            {exports && <ExportMenu to={`${here}/export${query}`} />}
          </>
        )}
      </header>
      <MoneyNav here="statement" />
      <Form className="dl-filters" method="get" action={here} role="search" key={query}>
        <label>
          <span className="sr-only">{t('statement.of')}</span>
          <input name="of" type="search" defaultValue={asked} placeholder={t('statement.of')} maxLength={64} autoComplete="off" />
        </label>
        <label className="iv-day">
          <span>{t('from')}</span>
          <input type="date" name="from" defaultValue={statement?.from} />
        </label>
        <label className="iv-day">
          <span>{t('until')}</span>
          <input type="date" name="until" defaultValue={statement?.until} />
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
      </Form>
      {!statement ? (
        <p className="dl-none">{t(asked === '' ? 'statement.ask' : 'statement.nobody')}</p>
      ) : (
        <>
          <dl className="iv-facts">
            <div>
              <dt>{t('statement.opening')}</dt>
              <dd>
                {formatMoney(money(statement.opening, 'AED'), language)}
                <small>{formatDate(statement.from, language)}</small>
              </dd>
            </div>
            {(['invoice', 'credit-note', 'payment', 'refund'] as const).map((kind) => (
              <div key={kind}>
                <dt>{t(`statement.sum.${kind}`)}</dt>
                <dd>{figure(statement.sums[kind])}</dd>
              </div>
            ))}
            <div className={statement.closing > 0 ? 'iv-warm' : undefined}>
              <dt>{t('statement.closing')}</dt>
              <dd>
                {formatMoney(money(statement.closing, 'AED'), language)}
                <small>{formatDate(statement.until, language)}</small>
              </dd>
            </div>
          </dl>
          <section className="iv-card">
            <header>
              <h2 id="movements">{t('statement.movements')}</h2>
              <p>{t(statement.company ? 'statement.companyNote' : 'statement.note')}</p>
            </header>
            <ScrollRegion labelledBy="movements" className="iv-rows">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('statement.on')}</th>
                    <th scope="col">{t('statement.what')}</th>
                    <th scope="col" className="iv-figure">
                      {t('statement.charge')}
                    </th>
                    <th scope="col" className="iv-figure">
                      {t('statement.payment')}
                    </th>
                    <th scope="col" className="iv-figure">
                      {t('statement.balance')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  <tr>
                    <td>{formatDate(statement.from, language)}</td>
                    <td colSpan={3}>{t('statement.opening')}</td>
                    <td className="iv-figure">{figure(statement.opening)}</td>
                  </tr>
                  {statement.lines.map((line, index) => (
                    <tr key={index}>
                      <td>{formatDate(line.on, language)}</td>
                      <td>
                        {t(`statement.kind.${line.kind}`)}{' '}
                        <Link
                          to={
                            line.kind === 'invoice' || line.kind === 'credit-note'
                              ? `/admin/invoices/${line.about}`
                              : `/admin/orders/${line.about}`
                          }
                        >
                          <bdi>{line.about}</bdi>
                        </Link>
                      </td>
                      <td className="iv-figure">{line.amount > 0 && figure(line.amount)}</td>
                      <td className="iv-figure">{line.amount < 0 && figure(-line.amount)}</td>
                      <td className="iv-figure">{figure(line.balance)}</td>
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row" colSpan={4}>
                      {t('statement.closing')}
                    </th>
                    <td className="iv-figure">{figure(statement.closing)}</td>
                  </tr>
                </tfoot>
              </table>
            </ScrollRegion>
          </section>
        </>
      )}
    </div>
  );
}
