import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, FilterDay, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { MoneyNav } from '../../invoices/staff/money-nav.tsx';
import {
  bankAddress,
  bankColumns,
  bankSides,
  bankSorts,
  noBankFilters,
  readBankView,
  type BankSort,
  type BankColumn,
  type BankView,
} from '../bank-view.ts';
import { AcceptForm, BankState, SuggestionWords } from './bank-parts.tsx';
import { openBankLines, type shownAccount } from './open-bank.server.ts';
import type { Route } from './+types/bank-lines-page.ts';
import '../../invoices/staff/invoices-desk.css';
import './bank.css';

export const handle = { texts: ['staff-bank', 'staff-invoices', 'staff-lists'] };

const base = '/admin/invoices/bank';

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const [statements, lines, known, seen] = (url.searchParams.get('taken') ?? '').split('-').map(Number);
  const withdrawn = Number(url.searchParams.get('withdrawn') ?? Number.NaN);
  return {
    ...(await openBankLines(context.get(platformContext), viewer, readBankView(url.searchParams))),
    said: readViewSaid(url.searchParams),
    taken: Number.isInteger(lines)
      ? { statements: statements!, lines: lines!, known: known === 1, seen: Number.isInteger(seen) ? seen! : 0 }
      : null,
    withdrawn: Number.isInteger(withdrawn) && withdrawn >= 0 ? withdrawn : null,
  };
}

type Loaded = Route.ComponentProps['loaderData'];

export default function BankLinesPage({ loaderData }: Route.ComponentProps) {
  const { view, here, queues, rows, accounts, next, works } = loaderData;
  const t = useTexts('staff-bank');
  const filtered = bankAddress(view, noBankFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {works && (
          <Link className="bo-btn bo-btn--p" to={`${base}/import`}>
            <Icon name="upload" small /> {t('import.go')}
          </Link>
        )}
        {loaderData.exports && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      <MoneyNav here="bank" />
      {loaderData.taken && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t('import.taken', { count: loaderData.taken.lines })} {loaderData.taken.known && t('import.partKnown')}{' '}
          {loaderData.taken.seen > 0 && t('import.seen', { count: loaderData.taken.seen })}
        </p>
      )}
      {loaderData.withdrawn !== null && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t('withdraw.done', { count: loaderData.withdrawn })}
        </p>
      )}
      {accounts.map((one) => (
        <Account key={one.account + one.currency} one={one} />
      ))}
      <QueueTabs
        label={t('queues')}
        queues={queues.map(({ queue, lines }) => ({
          id: queue,
          name: t(`queue.${queue}`),
          to: `${base}${bankAddress(view, { queue })}`,
          count: lines,
          here: queue === view.queue,
        }))}
      />
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={bankAddress(view, noBankFilters)}
          find={{ label: t('find'), value: view.find.typed, most: 40 }}
          apply={t('apply')}
          clear={filtered ? { to: `${base}${bankAddress(view, noBankFilters)}`, label: t('clear') } : null}
        >
          {accounts.length > 1 && (
            <FilterChoice
              name="account"
              label={t('column.account')}
              value={view.account}
              any={t('anyAccount')}
              options={[...new Set(accounts.map(({ account }) => account))].map((account) => ({ id: account, name: account }))}
            />
          )}
          <FilterChoice
            name="side"
            label={t('side.label')}
            value={view.side}
            any={t('side.any')}
            options={bankSides.map((side) => ({ id: side, name: t(`side.${side}`) }))}
          />
          <FilterDay name="from" label={t('from')} value={view.from} />
          <FilterDay name="until" label={t('until')} value={view.until} />
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={bankColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'day' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={here} said={loaderData.said} />
      {view.find.unread && <p className="dl-quiet">{t('findHint')}</p>}
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : accounts.length === 0 ? 'none.ever' : `none.${view.queue}`)}</p>
      ) : (
        <DeskTable<Loaded['rows'][number], BankColumn>
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} works={works} />}
          figures={['amount']}
          plain={['state']}
          sort={{
            columns: bankSorts,
            by: view.sort,
            descending: view.descending,
            begins: 'descending',
            to: (column, descending) => `${base}${bankAddress(view, { sort: column as BankSort, descending })}`,
          }}
        />
      )}
      <DeskFoot
        first={view.after ? `${base}${here}` : null}
        next={next && `${base}${bankAddress(view, { after: next } as Partial<BankView>)}`}
      />
    </div>
  );
}

function Cell({ column, row, works }: { column: BankColumn; row: Loaded['rows'][number]; works: boolean }) {
  const language = useLanguage();
  const [best] = row.suggestions;
  const cells: Readonly<Record<BankColumn, () => ReactNode>> = {
    day: () => <Link to={`${base}/${row.id}`}>{formatDate(row.bookedOn, language)}</Link>,
    party: () => <bdi>{row.party || '–'}</bdi>,
    text: () => <bdi className="bk-text">{row.text || '–'}</bdi>,
    amount: () => <b className={row.amount.amount < 0 ? 'iv-minus' : undefined}>{formatMoney(row.amount, language)}</b>,
    suggestion: () =>
      best ? (
        <>
          <SuggestionWords one={best} />
          {works && <AcceptForm line={row} one={best} />}
        </>
      ) : (
        '–'
      ),
    state: () => <BankState status={row.status} />,
  };
  return cells[column]();
}

function Account({ one }: { one: ReturnType<typeof shownAccount> }) {
  const t = useTexts('staff-bank');
  const language = useLanguage();
  const sum = (amount: Parameters<typeof formatMoney>[0] | null) => (amount ? formatMoney(amount, language) : t('account.untold'));
  const off = one.difference !== null && one.difference.amount !== 0;
  return (
    <section aria-label={one.account}>
      <dl className="iv-facts">
        <div>
          <dt>{t('column.account')}</dt>
          <dd>
            <bdi>{one.account}</bdi>
            <small>{t('account.until', { date: formatDate(one.lastOn, language) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('account.closing')}</dt>
          <dd>
            {sum(one.closing)}
            {one.opening && <small>{t('account.opening', { amount: sum(one.opening) })}</small>}
          </dd>
        </div>
        <div>
          <dt>{t('account.reconciled')}</dt>
          <dd>{sum(one.reconciled)}</dd>
        </div>
        <div className={one.open.amount === 0 ? undefined : 'iv-warm'}>
          <dt>{t('account.open')}</dt>
          <dd>{sum(one.open)}</dd>
        </div>
        <div>
          <dt>{t('account.notOurs')}</dt>
          <dd>{sum(one.notOurs)}</dd>
        </div>
        {one.toReturn.amount > 0 && (
          <div className="iv-warm">
            <dt>{t('account.toReturn')}</dt>
            <dd>{sum(one.toReturn)}</dd>
          </div>
        )}
        <div className={off || one.breaks > 0 ? 'iv-hot' : undefined}>
          <dt>{t('account.check')}</dt>
          <dd>
            {one.difference === null ? t('account.untold') : off ? sum(one.difference) : t('account.agrees')}
            {one.breaks > 0 && <small>{t('account.breaks', { count: one.breaks })}</small>}
          </dd>
        </div>
      </dl>
    </section>
  );
}
