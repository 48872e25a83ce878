import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { MoneyNav } from '../../invoices/staff/money-nav.tsx';
import { disputeStates } from '../dispute-status.ts';
import { disputeList, disputeOwners, type DisputeColumn, type ListedDispute } from './dispute-list.ts';
import { DisputeState, TimeLeft } from './dispute-parts.tsx';
import { readDisputes } from './read-disputes.server.ts';
import type { Route } from './+types/disputes-page.ts';
import '../../invoices/staff/invoices-desk.css';

export const handle = { texts: ['staff-disputes', 'staff-invoices', 'staff-lists'] };

const base = '/admin/invoices/disputes';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const all = await readDisputes(platform, viewer);
  return {
    exports: may(viewer, 'invoices:export'),
    reasons: [...new Set(all.map(({ reason }) => reason))].toSorted(),
    list: await openShortList(platform.db, 'disputes', disputeList, all, { viewer, search: url.searchParams, language }),
  };
}

export default function DisputesPage({ loaderData: { list, reasons, exports } }: Route.ComponentProps) {
  const t = useTexts('staff-disputes');
  const word = (reason: string) => t(`reason.${reason}`, { defaultValue: reason.replaceAll('_', ' ') });
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <MoneyNav here="disputes" />
      <ShortListSheet
        base={base}
        list={disputeList}
        open={list}
        queueName={(queue) => t(`queue.${queue}`)}
        find={t('find')}
        filters={{
          state: {
            label: t('column.state'),
            any: t('everyState'),
            options: disputeStates.map((id) => ({ id, name: t(`state.${id}`) })),
          },
          owner: { label: t('column.owner'), any: t('everyOwner'), options: disputeOwners.map((id) => ({ id, name: t(`owner.${id}`) })) },
          reason: { label: t('column.reason'), any: t('everyReason'), options: reasons.map((id) => ({ id, name: word(id) })) },
        }}
        none={t('none')}
        exports={exports ? `${base}/export` : null}
        name={(column) => t(`column.${column}`)}
        rowKey={(row) => row.id}
        cell={(column, row) => <Cell column={column} row={row} word={word} />}
        cellClass={(column, row) => (column === 'due' && row.hoursLeft !== null && row.hoursLeft < 48 ? 'dl-late' : undefined)}
        figures={['amount', 'lost']}
        plain={['order', 'state']}
      />
    </div>
  );
}

function Cell({ column, row, word }: { column: DisputeColumn; row: ListedDispute; word: (reason: string) => string }): ReactNode {
  const t = useTexts('staff-disputes');
  const language = useLanguage();
  const day = (at: string | null) => (at === null ? '–' : formatDate(dateIn('Asia/Dubai', instant(Date.parse(at))), language));
  switch (column) {
    case 'order':
      return (
        <Link to={`${base}/${row.id}`}>
          <bdi>{row.references[0] ?? row.providerRef}</bdi>
          {row.references.length > 1 && ` +${row.references.length - 1}`}
        </Link>
      );
    case 'state':
      return (
        <>
          <DisputeState status={row.status} /> {row.answer && <small>{t(`answer.state.${row.answer}`)}</small>}
        </>
      );
    case 'due':
      return <TimeLeft respondBy={row.respondBy} hoursLeft={row.hoursLeft} />;
    case 'amount':
      return <bdi>{formatMoney(row.amount, language)}</bdi>;
    case 'reason':
      return word(row.reason);
    case 'owner':
      return row.owner === null ? <span className="dl-quiet">{t('owner.nobody')}</span> : <bdi>{row.owner}</bdi>;
    case 'opened':
      return day(row.opened);
    case 'closed':
      return day(row.closed);
    case 'lost':
      return row.lost.amount === 0 ? '–' : <bdi>{formatMoney(row.lost, language)}</bdi>;
    case 'provider':
      return (
        <bdi>
          {row.provider} {row.providerRef}
        </bdi>
      );
  }
}
