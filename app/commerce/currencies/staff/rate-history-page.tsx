import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openLongList } from '#app/commerce/orders/staff/open-long-list.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { listRateAskers, listRateHistory } from '../rate-history-store.server.ts';
import { rateSources, settableCurrencies } from '../rate-rules.ts';
import { machineAsks, rateHistoryList, type RateHistoryColumn } from './rate-history-list.ts';
import { Decided, Moved } from './rate-words.tsx';
import { ratesHistoryPage, ratesPage } from './rates-list.ts';
import type { Route } from './+types/rate-history-page.ts';
import './currency-settings.css';

export const handle = { texts: ['staff-currencies', 'staff-lists'] };

const idOf = (actor: string) => actor.replace('staff:', '');

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = await listRateAskers(db);
  const names = await findStaffNames(db, asked.askers.map(idOf));
  /** Null is the house's own machinery. */
  const nameOf = (actor: string | null) => (actor?.startsWith('staff:') ? (names.get(idOf(actor)) ?? '–') : null);
  const list = await openLongList(
    db,
    'rate-history',
    rateHistoryList,
    async (view, most) => {
      const page = await listRateHistory(db, view, most);
      return {
        ...page,
        rows: page.rows.map((row) => ({
          id: row.id,
          target: row.target,
          status: row.status,
          rate: Number(row.rate),
          moved: row.moved,
          spread: row.spread,
          source: row.source,
          reason: row.reason,
          by: nameOf(row.proposedBy),
          asked: row.proposedAt.toISOString(),
          decidedBy: nameOf(row.decidedBy),
          decided: row.decidedAt?.toISOString() ?? null,
          ends: row.endsAt?.toISOString() ?? null,
        })),
      };
    },
    { viewer, search: url.searchParams },
  );
  return {
    list,
    months: asked.months,
    askers: asked.askers.flatMap((actor) => (actor.startsWith('staff:') ? [{ id: idOf(actor), name: nameOf(actor) ?? '–' }] : [])),
  };
}

export default function RateHistoryPage({ loaderData: { list, months, askers } }: Route.ComponentProps) {
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  return (
    <div className="dl cs">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('history')}</h1>
        <Link className="bo-btn" to={ratesPage}>
          {t('backToRates')}
        </Link>
      </header>
      <ShortListSheet
        base={ratesHistoryPage}
        list={rateHistoryList}
        open={list}
        queueName={(queue) => t(queue === 'all' ? 'everyState' : `state.${queue}`)}
        find={t('column.reason')}
        filters={{
          currency: { label: t('column.currency'), any: t('everyCurrency'), options: settableCurrencies.map((id) => ({ id, name: id })) },
          source: { label: t('column.source'), any: t('everySource'), options: rateSources.map((id) => ({ id, name: t(`source.${id}`) })) },
          month: {
            label: t('month'),
            any: t('everyMonth'),
            options: months.map((id) => ({ id, name: formatDate(`${id}-01`, language, 'month') })),
          },
          by: { label: t('column.by'), any: t('everybody'), options: [{ id: machineAsks, name: t('machine') }, ...askers] },
        }}
        none={t('none')}
        exports={`${ratesHistoryPage}/export`}
        name={(column) => t(`column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} />}
        figures={['rate', 'moved', 'spread']}
        plain={['currency', 'state']}
      />
    </div>
  );
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number];

function Cell({ column, row }: { column: RateHistoryColumn; row: Row }): ReactNode {
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  switch (column) {
    case 'currency':
      return (
        <Link to={`${ratesPage}?currency=${row.target}`}>
          <bdi>{row.target}</bdi>
        </Link>
      );
    case 'when':
      return sayDay(row.asked, language);
    case 'state':
      return (
        <span className={`dl-state${row.status === 'live' ? ' dl-state--good' : row.status === 'proposed' ? ' dl-state--now' : ''}`}>
          {t(`state.${row.status}`)}
        </span>
      );
    case 'rate':
      return <bdi>{formatNumber(row.rate, language, 6)}</bdi>;
    case 'moved':
      return <Moved value={row.moved} />;
    case 'spread':
      return <bdi>{formatNumber(row.spread / 100, language, 2)} %</bdi>;
    case 'source':
      return t(`source.${row.source}`);
    case 'ends':
      return row.ends === null ? '–' : sayDay(row.ends, language);
    case 'reason':
      return <bdi>{row.reason || '–'}</bdi>;
    case 'by':
      return <bdi>{row.by ?? t('machine')}</bdi>;
    case 'decided':
      return <Decided on={row.decided} by={row.decidedBy} />;
  }
}
