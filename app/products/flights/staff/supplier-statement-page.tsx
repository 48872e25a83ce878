import { Link } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { findSupplier } from '../supply/flight-suppliers-store.server.ts';
import { readStatement } from '../supply/supplier-statement-store.server.ts';
import { owedOf, payBy, statementMonth } from '../supply/supplier-statement.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { Card } from './supply-parts.tsx';
import type { Route } from './+types/supplier-statement-page.ts';

export const handle = { texts: ['staff-supply', 'staff-orders'] };

/** What we owe one supplier for a month, order by order, as the ledger shows the money taken. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const supplier = await findSupplier(db, params.code);
  if (!supplier) throw new Response('Not found', { status: 404 });
  const month = statementMonth(url.searchParams.get('month'), dateIn('Asia/Dubai', clock.now()));
  const lines = await readStatement(db, supplier.code, month.from, month.until);
  return {
    code: supplier.code,
    name: supplier.name,
    title: supplier.name,
    month,
    lines,
    owed: owedOf(lines),
    payBy: payBy(month, supplier.paymentDays),
    prepaid: supplier.paymentDays === 0,
  };
}

export default function SupplierStatementPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  const { code, name, month, lines, owed, prepaid } = loaderData;
  const record = `/admin/supply/flights/supplier-register/${code}`;
  const here = `${record}/statement`;
  return (
    <div className="sd">
      <header className="sd-head">
        <h1 tabIndex={-1}>
          {t('statement.title')}: <bdi>{name}</bdi>
        </h1>
        <p>
          <bdi>{month.month}</bdi>
        </p>
        <Link to={`${here}?month=${month.before}`}>{t('statement.before')}</Link>
        {month.next && <Link to={`${here}?month=${month.next}`}>{t('statement.next')}</Link>}
        <ExportMenu to={`${here}/export?month=${month.month}`} />
        <Link to={record}>{t('statement.back')}</Link>
      </header>
      <div className="sd-stack">
        <Card title={t('statement.lines')} sub={t('statement.sub')}>
          <div className="sd-figures">
            {owed.map((sum) => (
              <div key={sum.currency}>
                <b>
                  <bdi>{formatMoney(sum, language)}</bdi>
                </b>
                <span>{prepaid ? t('statement.prepaid') : t('statement.due', { date: formatDate(loaderData.payBy, language) })}</span>
              </div>
            ))}
          </div>
          {lines.length === 0 ? (
            <p className="sd-none">{t('statement.none')}</p>
          ) : (
            <div className="sd-table">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('statement.when')}</th>
                    <th scope="col">{t('statement.order')}</th>
                    <th scope="col">{t('statement.what')}</th>
                    {(['fares', 'taxes', 'extras', 'owed'] as const).map((column) => (
                      <th key={column} scope="col" className="sd-num">
                        {t(`statement.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line) => (
                    <tr key={line.reference + line.kind}>
                      <td>
                        <DeskMoment at={line.at} />
                      </td>
                      <td>
                        <Link to={`/admin/orders/flights/${line.reference}`}>
                          <bdi>{line.reference}</bdi>
                        </Link>{' '}
                        <small>
                          <bdi>{line.locator}</bdi>
                        </small>
                      </td>
                      <td>{t(`statement.${line.kind}`)}</td>
                      {(['fares', 'taxes', 'extras', 'owed'] as const).map((column) => (
                        <td key={column} className="sd-num">
                          <bdi>{formatMoney(line[column], language)}</bdi>
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Card>
      </div>
    </div>
  );
}
