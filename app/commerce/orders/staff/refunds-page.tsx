import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { productKinds } from '../../product-contract.ts';
import { refundRights } from './bulk-refunds.server.ts';
import { openDeskViews } from './open-desk-views.server.ts';
import { countRefunds, findRefundRows, sumOpenRefunds, type RefundRow } from './refund-desk-store.server.ts';
import {
  noRefundFilters,
  owedDays,
  readRefundListView,
  refundAges,
  refundColumns,
  refundListAddress,
  refundQueues,
  refundSorts,
  type RefundColumn,
  type RefundListView,
} from './refund-list-view.ts';
import type { Route } from './+types/refunds-page.ts';
import '#app/ui/desk-list/desk-tools.css';

export const handle = { texts: ['staff-refunds', 'staff-lists'] };

const base = '/admin/orders/refunds';
const pageSize = 50;
const deskZone = 'Asia/Dubai';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readRefundListView(url.searchParams);
  const now = clock.now();
  const [{ rows, next }, counts, open, colleagues] = await Promise.all([
    findRefundRows(db, view, { now, me: viewer.user.id, most: pageSize }),
    countRefunds(db, view.kind, now),
    sumOpenRefunds(db, view.kind, now),
    listStaffWith(db, 'refunds:request', { also: [view.owner] }),
  ]);
  const names = await findStaffNames(db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]);
  return {
    view,
    next,
    counts,
    open,
    rows: rows.map((row) => ({ ...row, owner: row.ownerId && (names.get(row.ownerId) ?? '–') })),
    colleagues: colleagues
      .filter(({ userId }) => userId !== viewer.user.id)
      .map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    works: may(viewer, refundRights.work),
    seesBank: may(viewer, 'money:view'),
    exports: may(viewer, 'invoices:export'),
    ...(await openDeskViews(db, 'refunds', viewer, url.searchParams)),
  };
}

export default function RefundsPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, next, counts, open, colleagues, exports, works } = loaderData;
  const t = useTexts('staff-refunds');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const address = (change: Partial<RefundListView> = {}) => `${base}${refundListAddress(view, change)}`;
  const here = refundListAddress(view);
  const filtered = refundListAddress(view, noRefundFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{open.length === 0 ? t('nothingOpen') : t('lead', { sum: open.map((sum) => formatMoney(sum, language)).join(' + ') })}</p>
        {exports && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      <QueueTabs
        label={t('queues')}
        queues={refundQueues.map((queue) => ({
          id: queue,
          name: t(`queue.${queue}`),
          to: address({ queue, find: '' }),
          count: counts[queue],
          here: queue === view.queue,
        }))}
      />
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={refundListAddress(view, noRefundFilters)}
          find={{ label: t('find'), value: view.find, most: 20 }}
          apply={t('apply')}
          clear={filtered ? { to: address(noRefundFilters), label: t('clear') } : null}
        >
          <FilterChoice
            name="kind"
            label={t('column.kind')}
            value={view.kind ?? ''}
            any={t('everyKind')}
            options={productKinds.map((kind) => ({ id: kind, name: t(`kind.${kind}`) }))}
          />
          <FilterChoice
            name="owner"
            label={t('column.owner')}
            value={view.owner}
            any={t('everyOwner')}
            options={[{ id: 'mine', name: t('mine') }, { id: 'nobody', name: t('nobody') }, ...colleagues]}
          />
          <FilterChoice
            name="age"
            label={t('column.asked')}
            value={view.age === null ? '' : String(view.age)}
            any={t('everyAge')}
            options={refundAges.map((age) => ({ id: String(age), name: t('olderThan', { count: age }) }))}
          />
          <FilterChoice
            name="owed"
            label={t('column.supplier')}
            value={view.owed === null ? '' : String(view.owed)}
            any={t('owed.either')}
            options={owedDays.map((days) => ({ id: String(days), name: days === 0 ? t('owed.any') : t('owed.for', { count: days }) }))}
          />
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={refundColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={here} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : `none.${view.queue}`)}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} seesBank={loaderData.seesBank} />}
          cellClass={(column, row) => (column === 'asked' && row.late ? 'dl-late' : undefined)}
          pick={works ? { name: 'ref', value: (row) => row.reference, reference: (row) => row.reference } : null}
          figures={['amount']}
          plain={['reference', 'state']}
          sort={{
            columns: refundSorts,
            by: view.sort,
            descending: view.descending,
            to: (column, descending) => address({ sort: refundSorts.find((sort) => sort === column) ?? 'asked', descending }),
          }}
        />
      )}
      {works && rows.length > 0 && (
        <Form id="bulk" className="dl-bulk" method="get" action={`${base}/bulk`}>
          <span>{lists('bulk.with')}</span>
          <button className="bo-btn" type="submit">
            {t('bulk.assign')}
          </button>
          <input type="hidden" name="list" value={here.slice(1)} />
          <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
            {t('bulk.assignAll')}
          </button>
        </Form>
      )}
      <DeskFoot picks={works} first={view.after ? address() : null} next={next && address({ after: next })} />
    </div>
  );
}

function Cell({
  column,
  row,
  seesBank,
}: {
  column: RefundColumn;
  row: RefundRow & { readonly owner: string | null };
  /** The line with which the money came may be opened: it names the account. */
  seesBank: boolean;
}): ReactNode {
  const t = useTexts('staff-refunds');
  const language = useLanguage();
  const day = (at: string | null) => (at === null ? '–' : formatDate(dateIn(deskZone, instant(Date.parse(at))), language));
  switch (column) {
    case 'reference':
      return (
        <>
          <Link to={`/admin/orders/${row.reference}`}>
            <bdi>{row.reference}</bdi>
          </Link>
          <small className="dl-quiet"> {t(`reason.${row.reason}`, { defaultValue: t('reason.other') })}</small>
        </>
      );
    case 'kind':
      return t(`kind.${row.kind}`);
    case 'state':
      return (
        <span className={`dl-state${row.state === 'failed' || row.state === 'checking' || row.late ? ' dl-state--now' : ''}`}>
          {t(row.byTransfer && row.state === 'approved' ? 'state.transfer' : `state.${row.state}`)}
        </span>
      );
    case 'amount':
      return <bdi>{formatMoney(row.amount, language)}</bdi>;
    case 'destination':
      if (row.inFour && row.state !== 'owed') return t('destination.four');
      if (row.byTransfer)
        return row.cameBy && seesBank ? (
          <Link to={`/admin/invoices/bank/${row.cameBy}`}>{t('destination.transfer')}</Link>
        ) : (
          t('destination.transfer')
        );
      return row.part === null
        ? row.ending === null
          ? t(row.state === 'owed' ? 'destination.open' : 'destination.card')
          : t('destination.cardOf', { ending: row.ending })
        : t('destination.part', { number: row.part });
    case 'asked':
      return (
        <>
          {day(row.asked)} <small>{t('days', { count: row.days })}</small>
        </>
      );
    case 'sent':
      return day(row.sent);
    case 'expected':
      return row.expectedBy === null || row.settled ? '–' : formatDate(row.expectedBy, language);
    case 'settled':
      return day(row.settled);
    case 'supplier':
      return day(row.owedSince);
    case 'owner':
      return row.owner === null ? <span className="dl-quiet">{t('nobody')}</span> : <bdi>{row.owner}</bdi>;
  }
}
