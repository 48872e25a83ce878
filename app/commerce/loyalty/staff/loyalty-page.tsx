import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ComingSoon } from '#app/ui/coming-soon.tsx';
import { DeskFilters, DeskFoot, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { memberColumns, memberListAddress, memberQueues, readMemberView, type MemberColumn } from './member-list.ts';
import { openMemberList, type MemberRow } from './open-members.server.ts';
import type { Route } from './+types/loyalty-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import { sayDay } from '#app/ui/say-moment.ts';
import './loyalty-desk.css';

export const handle = { texts: ['staff-loyalty', 'staff-lists'] };

const base = '/admin/loyalty';
/** The specification's placeholder, until an owner switches the page on. */
const specified = 'Loyalty Program - Coming Soon';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  if (!(await isLoyaltyOn(platform))) return null;
  return {
    ...(await openMemberList(platform, viewer, readMemberView(url.searchParams))),
    ...(await openDeskViews(platform.db, 'loyalty', viewer, url.searchParams)),
  };
}

export default function LoyaltyPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-loyalty');
  if (!loaderData) return <ComingSoon words={specified} />;
  const { view, rows, counts, works, next } = loaderData;
  const here = memberListAddress(view);
  const kept = memberListAddress(view, { find: '' });
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {works && <ExportMenu to={`${base}/export${here}`} />}
        <Link className="bo-btn" to={`${base}/vouchers`}>
          {t('voucher.title')}
        </Link>
        <Link className="bo-btn bo-btn--p" to={`${base}/programme`}>
          {t('programme')}
        </Link>
      </header>
      <QueueTabs
        label={t('queues')}
        queues={memberQueues.map((queue) => ({
          id: queue,
          name: t(queue === 'all' || queue === 'held' ? `queue.${queue}` : `tier.${queue}`),
          to: `${base}${memberListAddress(view, { queue, find: '' })}`,
          count: counts[queue] ?? 0,
          here: queue === view.queue && view.find === '',
        }))}
      />
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={kept}
          find={{ label: t('find'), value: view.find, most: 254 }}
          apply={t('apply')}
          clear={view.find ? { to: `${base}${kept}`, label: t('clear') } : null}
        />
        <ColumnChooser
          base={base}
          here={here}
          columns={memberColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'member' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={kept} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(view.find ? 'none.find' : view.queue === 'all' ? 'none.first' : 'none.here')}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={({ id }) => id}
          cell={(column, row) => <Cell column={column} row={row} />}
          figures={['available', 'pending', 'ending', 'burned']}
          plain={['member', 'tier']}
          sort={{
            columns: ['available', 'last'],
            by: view.sort === 'balance' ? 'available' : 'last',
            descending: true,
            begins: 'descending',
            to: (column) => `${base}${memberListAddress(view, { sort: column === 'last' ? 'recent' : 'balance' })}`,
          }}
        />
      )}
      <DeskFoot first={view.after ? `${base}${here}` : null} next={next && `${base}${memberListAddress(view, { after: next })}`} />
    </div>
  );
}

function Cell({ column, row }: { column: MemberColumn; row: MemberRow }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const points = (count: number) => <bdi>{formatNumber(count, language)}</bdi>;
  const cells: Readonly<Record<MemberColumn, () => ReactNode>> = {
    member: () => (
      <>
        <Link to={`${base}/${row.id}`}>
          <bdi>{row.name}</bdi>
        </Link>{' '}
        {row.held && <span className="dl-state dl-state--now">{t('held')}</span>}
      </>
    ),
    tier: () => t(`tier.${row.tier}`),
    available: () => points(row.available),
    pending: () => points(row.pending),
    ending: () => (row.ending > 0 ? points(row.ending) : '–'),
    last: () => (row.last && row.lastAt ? `${t(`kind.${row.last}`)}${comma(language)}${sayDay(row.lastAt, language, 'day')}` : '–'),
    burned: () => (row.burned > 0 ? points(row.burned) : '–'),
    hold: () => (row.held ? `${t(row.rule ? `rule.${row.rule}` : 'byHand')}${comma(language)}${sayDay(row.held, language, 'day')}` : '–'),
    joined: () => sayDay(row.joined, language, 'day'),
  };
  return cells[column]();
}
