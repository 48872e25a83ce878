import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import type { Translate } from '#app/ui/translate.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { money } from '#app/values/money.ts';
import { openShortList } from '../../orders/staff/open-short-list.server.ts';
import { tellMoneyTask } from '../../payments/money-task-words.ts';
import { paymentProviderContext } from '../../payments/payment-provider-context.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';
import { houseBank } from '../../ledger/ledger-postings.ts';
import { MoneyNav } from './money-nav.tsx';
import { openUnmatched, reckonAnew, type ProviderSums, type UnmatchedOrder } from './open-unmatched.server.ts';
import { providerName } from './provider-name.ts';
import { unmatchedList, unmatchedState, type UnmatchedColumn } from './unmatched-list.ts';
import type { Route } from './+types/unmatched-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices', 'staff-lists'] };

const here = '/admin/invoices/unmatched';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const texts = textsFor(language);
  const { orders, ...opened } = await openUnmatched(platform);
  const compared = url.searchParams.get('compared');
  return {
    ...opened,
    list: await openShortList(platform.db, 'unmatched', unmatchedList, orders, { viewer, search: url.searchParams, language }),
    exports: may(viewer, 'invoices:export'),
    differences: opened.differences.map((one) => ({ id: one.id, words: tellMoneyTask(texts, one), openedAt: one.openedAt })),
    works: may(viewer, 'money:work'),
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
          <section className="iv-list" aria-labelledby="over">
            <h2 id="over">{t('unmatched.over')}</h2>
            <p className="dl-quiet">{t('unmatched.overSub')}</p>
            <ShortListSheet
              base={here}
              list={unmatchedList}
              open={page.list}
              queueName={(queue) => t(`unmatched.${queue}`)}
              find={t('unmatched.find')}
              none={t(page.atBank.length > 0 ? 'unmatched.noneOfOrders' : 'unmatched.none')}
              exports={page.exports ? `${here}/export` : null}
              name={columnName(t)}
              rowKey={({ reference }) => reference}
              cell={(column, row) => <Cell column={column} row={row} />}
              figures={['held', 'invoiced', 'tooMuch']}
              plain={['order', 'state']}
            />
          </section>
          {page.atBank.length > 0 && (
            <section className="iv-card">
              <header>
                <h2>{t('unmatched.atBank.title')}</h2>
              </header>
              <dl className="iv-pairs">
                {page.atBank.map(({ queue, lines }) => (
                  <div key={queue}>
                    <dt>
                      <Link to={`/admin/invoices/bank?queue=${queue}`}>{t(`unmatched.atBank.${queue}`)}</Link>
                    </dt>
                    <dd>{formatNumber(lines, language)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
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
                    <span className="dl-quiet">{sayDay(one.openedAt, language)}</span>
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
                  <bdi>{providerName(t, one.provider)}</bdi> · <bdi>{one.currency}</bdi>
                </h2>
              </header>
              <dl className="iv-pairs">
                {sumsOf(one).map(([sum, amount]) => (
                  <div key={sum}>
                    <dt>{t(`unmatched.${one.provider === houseBank ? 'bank' : 'sum'}.${sum}`)}</dt>
                    <dd>{formatMoney(money(amount, one.currency), language)}</dd>
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

/** What a provider took, what went from it, and what it owes us; of our own account at the bank what came there, and lies there. */
function sumsOf({ provider, captured, refunded, fees, paidOut, balance }: ProviderSums) {
  return provider === houseBank
    ? ([
        ['captured', captured],
        ['refunded', refunded],
        ['paidOut', paidOut],
        ['balance', balance],
      ] as const)
    : ([
        ['captured', captured],
        ['refunded', refunded],
        ['fees', fees],
        ['paidOut', 0 - paidOut],
        ['balance', balance],
      ] as const);
}

const columnName = (t: Translate) => (column: UnmatchedColumn) =>
  column === 'order' || column === 'state'
    ? t(`column.${column}`)
    : column === 'invoice'
      ? t('unmatched.invoice')
      : t(`unmatched.${column}`);

function Cell({ column, row }: { column: UnmatchedColumn; row: UnmatchedOrder }): ReactNode {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const figure = (amount: number) => <bdi>{formatNumber(amount / 100, language, 2)}</bdi>;
  switch (column) {
    case 'order':
      return (
        <Link to={`/admin/orders/${row.reference}`}>
          <bdi>{row.reference}</bdi>
        </Link>
      );
    case 'invoice':
      return row.invoice === null ? (
        '–'
      ) : (
        <Link to={`/admin/invoices/${row.invoice}`}>
          <bdi>{row.invoice}</bdi>
        </Link>
      );
    case 'held':
      return figure(row.money);
    case 'invoiced':
      return figure(row.invoiced);
    case 'tooMuch':
      return <b>{figure(row.over)}</b>;
    case 'state':
      return <span className={`dl-state${row.returning ? '' : ' dl-state--now'}`}>{t(`unmatched.${unmatchedState(row)}`)}</span>;
  }
}
