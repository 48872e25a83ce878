import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { paymentProviderContext } from '../../payments/payment-provider-context.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';
import { MoneyNav } from './money-nav.tsx';
import { openUnmatched, reckonAnew } from './open-unmatched.server.ts';
import type { Route } from './+types/unmatched-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices'] };

const here = '/admin/invoices/unmatched';

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textsFor(context.get(requestContext).language).t;
  const opened = await openUnmatched(context.get(platformContext));
  const compared = url.searchParams.get('compared');
  return {
    ...opened,
    differences: opened.differences.map((one) => ({ id: one.id, words: t(one.textKey, one.detail), openedAt: one.openedAt })),
    works: may(context.get(viewerContext), 'money:work'),
    compared: compared === 'silent' ? ('silent' as const) : compared !== null && /^\d{1,4}$/.test(compared) ? Number(compared) : null,
  };
}

/** Lays the provider's list beside ours at once; the same is done by itself every ten minutes. */
export async function action({ context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const found = await reconcilePayments(platform, context.get(paymentProviderContext));
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: `staff:${viewer.user.id}`,
      action: 'payments.compared',
      subject: 'payments:list',
      detail: { differences: found?.length ?? -1 },
      requestId: context.get(requestContext).requestId,
    }),
  );
  reckonAnew(platform.db);
  return redirect(`${here}?compared=${found?.length ?? 'silent'}`, 303);
}

export default function UnmatchedPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const figure = (amount: number) => <bdi>{formatNumber(amount / 100, language, 2)}</bdi>;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('unmatched.title')}</h1>
        <p>
          {t('unmatched.lead')} {page.asOf && t('asOf', { time: page.asOf })}
        </p>
        {page.works && (
          <Form method="post">
            <button className="bo-btn">
              <Icon name="balance" small /> {t('unmatched.compare')}
            </button>
          </Form>
        )}
      </header>
      <MoneyNav here="unmatched" />
      {page.compared !== null && (
        <p className={`dl-said${page.compared === 0 ? '' : ' dl-said--warn'}`} role={page.compared === 0 ? 'status' : 'alert'}>
          <Icon name={page.compared === 0 ? 'done' : 'warning'} />
          {page.compared === 'silent' ? t('unmatched.silent') : t('unmatched.compared', { count: page.compared })}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="iv-card">
            <header>
              <h2 id="over">{t('unmatched.over')}</h2>
              <p>{t('unmatched.overSub')}</p>
            </header>
            {page.orders.length === 0 ? (
              <p className="dl-quiet">{t('unmatched.none')}</p>
            ) : (
              <ScrollRegion labelledBy="over" className="iv-rows">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{t('column.order')}</th>
                      <th scope="col" className="iv-figure">
                        {t('unmatched.held')}
                      </th>
                      <th scope="col" className="iv-figure">
                        {t('unmatched.invoiced')}
                      </th>
                      <th scope="col" className="iv-figure">
                        {t('unmatched.tooMuch')}
                      </th>
                      <th scope="col">{t('column.state')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {page.orders.map((row) => (
                      <tr key={row.reference}>
                        <td>
                          <Link to={`/admin/orders/${row.reference}`}>
                            <bdi>{row.reference}</bdi>
                          </Link>
                          {row.invoice && (
                            <small>
                              <Link to={`/admin/invoices/${row.invoice}`}>
                                <bdi>{row.invoice}</bdi>
                              </Link>
                            </small>
                          )}
                        </td>
                        <td className="iv-figure">{figure(row.money)}</td>
                        <td className="iv-figure">{figure(row.invoiced)}</td>
                        <td className="iv-figure">
                          <b>{figure(row.over)}</b>
                        </td>
                        <td>
                          <span className={`dl-state${row.returning ? '' : ' dl-state--now'}`}>
                            {t(row.returning ? 'unmatched.returning' : row.invoice ? 'unmatched.toReturn' : 'unmatched.noInvoice')}
                          </span>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollRegion>
            )}
          </section>
          <section className="iv-card">
            <header>
              <h2>{t('unmatched.differences')}</h2>
              <p>{t('unmatched.differencesSub')}</p>
            </header>
            {page.differences.length === 0 ? (
              <p className="dl-quiet">{t('unmatched.noDifferences')}</p>
            ) : (
              <ol className="iv-events">
                {page.differences.map((one) => (
                  <li key={one.id}>
                    <Icon name="warning" small />
                    <span>{one.words}</span>
                    <span className="dl-quiet">{formatDate(one.openedAt, language)}</span>
                    <small>
                      <Link to="/admin/tasks">{t('unmatched.task')}</Link>
                    </small>
                  </li>
                ))}
              </ol>
            )}
          </section>
        </div>
        <aside>
          {page.providers.map((one) => (
            <section key={one.provider + one.currency} className="iv-card">
              <header>
                <h2>
                  <bdi>
                    {one.provider} · {one.currency}
                  </bdi>
                </h2>
              </header>
              <dl className="iv-pairs">
                {(['captured', 'refunded', 'fees', 'paidOut', 'balance'] as const).map((sum) => (
                  <div key={sum}>
                    <dt>{t(`unmatched.sum.${sum}`)}</dt>
                    <dd>{formatMoney(money(one[sum], one.currency), language)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          {page.providers.length === 0 && <p className="dl-quiet">{t('unmatched.noProvider')}</p>}
        </aside>
      </div>
    </div>
  );
}
