import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ComingSoon } from '#app/ui/coming-soon.tsx';
import { DeskBulk, DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import { ticketChannels, ticketDeeds, ticketPriorities } from '../ticket-kinds.ts';
import { livingTicketStates } from '../ticket-status.ts';
import { openTicketList, type TicketRow } from './open-ticket-list.server.ts';
import {
  keptTicketList,
  noTicketFilters,
  readTicketView,
  ticketColumns,
  ticketListAddress,
  ticketQueues,
  type TicketColumn,
  type TicketView,
} from './ticket-list.ts';
import { DueIn, TagLinks, TicketPress, TicketState } from './ticket-parts.tsx';
import type { Route } from './+types/tickets-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './ticket-desk.css';

export const handle = { texts: ['staff-tickets', 'staff-lists'] };

const base = '/admin/tickets';
/** The specification's placeholder, until an owner switches the page on. */
const specified = 'Support Tickets - Coming Soon';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  if (!(await isHelpdeskOn(platform))) return null;
  return {
    ...(await openTicketList(platform, viewer, readTicketView(url.searchParams))),
    ...(await openDeskViews(platform.db, 'tickets', viewer, url.searchParams)),
  };
}

export default function TicketsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-tickets');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  if (!loaderData) return <ComingSoon words={specified} />;
  const { view, rows, counts, works, rating, next } = loaderData;
  const here = ticketListAddress(view);
  const living = livingTicketStates.reduce((sum, state) => sum + counts.byStatus[state], 0);
  const all = Object.values(counts.byStatus).reduce((sum, one) => sum + one, 0);
  const countOf = (queue: (typeof ticketQueues)[number]) =>
    queue === 'living' ? living : queue === 'late' ? counts.late : queue === 'all' ? all : counts.byStatus[queue];
  const filtered = ticketListAddress(view, noTicketFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{rating ? t('rated', { mean: formatNumber(rating.mean / 100, language, 1), count: rating.count }) : t('lead')}</p>
        {works && (
          <>
            <Link className="bo-btn" to={`${base}/macros`}>
              {t('macros.title')}
            </Link>
            <ExportMenu to={`${base}/export${here}`} />
            <Link className="bo-btn bo-btn--p" to={`${base}/new`}>
              <Icon name="plus" small /> {t('new')}
            </Link>
          </>
        )}
      </header>
      <QueueTabs
        label={t('queues')}
        queues={ticketQueues.map((queue) => ({
          id: queue,
          name: t(`queue.${queue}`),
          to: `${base}${ticketListAddress(view, { ...noTicketFilters, state: queue })}`,
          count: countOf(queue),
          here: queue === view.state && view.find === '',
        }))}
      />
      <div className="dl-tools" key={here}>
        <Filters view={view} colleagues={loaderData.colleagues} tags={loaderData.tags} filtered={filtered} />
        <ColumnChooser
          base={base}
          here={here}
          columns={ticketColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={keptTicketList(view)} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">
          {t(filtered ? 'none.filtered' : view.state === 'living' || view.state === 'all' ? 'none.first' : 'none.here')}
        </p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={({ id }) => id}
          cell={(column, row) => <Cell column={column} row={row} />}
          cellClass={(column) => (column === 'subject' ? 'tk-subject' : undefined)}
          plain={['reference', 'subject', 'state']}
          sort={{
            columns: ['due', 'created'],
            by: view.sort === 'due' ? 'due' : 'created',
            descending: view.sort === 'newest',
            to: (column) => `${base}${ticketListAddress(view, { sort: column === 'due' ? 'due' : 'newest' })}`,
          }}
          pick={works ? { name: 'ticket', value: ({ reference }) => reference, reference: ({ reference }) => reference } : null}
        />
      )}
      {works && rows.length > 0 && (
        <DeskBulk
          to={`${base}/bulk`}
          name="deed"
          deeds={ticketDeeds.map((deed) => ({ id: deed, name: t(`deed.${deed}`) }))}
          list={here}
          all={lists('bulk.tryEvery')}
        />
      )}
      <DeskFoot
        first={view.after ? `${base}${here}` : null}
        next={next && `${base}${ticketListAddress(view, { after: next })}`}
        picks={works}
      />
    </div>
  );
}

function Filters({
  view,
  colleagues,
  tags,
  filtered,
}: {
  view: TicketView;
  colleagues: readonly { id: string; name: string }[];
  tags: readonly string[];
  filtered: boolean;
}) {
  const t = useTexts('staff-tickets');
  const kept = ticketListAddress(view, noTicketFilters);
  const choice = (name: 'channel' | 'priority' | 'language', values: readonly string[]) => (
    <FilterChoice
      name={name}
      label={t(`column.${name}`)}
      value={view[name] ?? ''}
      any={t(`any.${name}`)}
      options={values.map((id) => ({ id, name: t(`${name}.${id}`) }))}
    />
  );
  return (
    <DeskFilters
      base={base}
      kept={kept}
      find={{ label: t('find'), value: view.find, most: 254 }}
      apply={t('apply')}
      clear={filtered ? { to: `${base}${kept}`, label: t('clear') } : null}
    >
      <FilterChoice
        name="owner"
        label={t('column.assignee')}
        value={view.owner ?? ''}
        any={t('any.assignee')}
        options={[{ id: 'me', name: t('mine') }, { id: 'nobody', name: t('nobody') }, ...colleagues]}
      />
      {choice('priority', ticketPriorities)}
      {choice('channel', ticketChannels)}
      {choice('language', languageCodes)}
      {tags.length > 0 && (
        <FilterChoice
          name="tag"
          label={t('column.tags')}
          value={view.tag ?? ''}
          any={t('any.tag')}
          options={tags.map((tag) => ({ id: tag, name: tag }))}
        />
      )}
    </DeskFilters>
  );
}

function Cell({ column, row }: { column: TicketColumn; row: TicketRow }) {
  const t = useTexts('staff-tickets');
  const language = useLanguage();
  const cells: Readonly<Record<TicketColumn, () => ReactNode>> = {
    reference: () => (
      <Link to={`${base}/${row.reference}`}>
        <bdi>{row.reference}</bdi>
      </Link>
    ),
    subject: () => <span dir="auto">{row.subject}</span>,
    customer: () => <bdi>{row.customer}</bdi>,
    due: () => (row.dueIn === null ? <span className="dl-quiet">{t('due.none')}</span> : <DueIn minutes={row.dueIn} first={row.first} />),
    state: () => <TicketState state={row.status} />,
    priority: () => <TicketPress priority={row.priority} />,
    order: () =>
      row.order ? (
        <Link to={`/admin/orders/${row.order}`}>
          <bdi>{row.order}</bdi>
        </Link>
      ) : (
        '–'
      ),
    channel: () => t(`channel.${row.channel}`),
    language: () => t(`language.${row.language}`),
    assignee: () => <bdi>{row.assignee ?? '–'}</bdi>,
    tags: () => (row.tags.length === 0 ? '–' : <TagLinks tags={row.tags} />),
    created: () => sayDay(row.created, language, 'day'),
    rating: () => (row.rating === null ? '–' : formatNumber(row.rating, language)),
  };
  return cells[column]();
}
