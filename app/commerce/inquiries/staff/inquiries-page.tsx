import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { DeskBulk, DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { inquiryStates } from '../inquiry-status.ts';
import {
  columnsOf,
  inquiryListAddress,
  keptInquiryList,
  noInquiryFilters,
  queueOfPath,
  readInquiryAddress,
  type InquiryColumn,
  type InquiryListAddress,
} from './inquiry-list.ts';
import { newestAudit } from '#app/platform/audit.server.ts';
import { rowName } from '../../record-notes/list-rows.ts';
import { ListWatch } from '../../record-notes/list-watch.tsx';
import { InquiryState } from './inquiry-state.tsx';
import { openInquiryList, type InquiryRow } from './open-inquiry-list.server.ts';
import { Places } from './places.tsx';
import type { Route } from './+types/inquiries-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './inquiry-desk.css';

export const handle = { texts: ['staff-inquiries', 'staff-lists'] };

/** One page for the five lists; the address says which. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = readInquiryAddress(queueOfPath(url.pathname), url.searchParams);
  const platform = context.get(platformContext);
  const stamp = await newestAudit(platform.db);
  return {
    stamp,
    ...(await openInquiryList(platform, viewer, asked, context.get(requestContext).language)),
    ...(await openDeskViews(platform.db, `inquiries-${asked.queue}`, viewer, url.searchParams)),
  };
}

/** One address takes all five lists out of the house; which of them stands beside its filters. */
function exportOf(asked: InquiryListAddress): string {
  const query = new URLSearchParams(inquiryListAddress(asked));
  query.set('queue', asked.queue);
  return `/admin/inquiries/export?${query}`;
}

type Loaded = Route.ComponentProps['loaderData'];

export default function InquiriesPage({ loaderData }: Route.ComponentProps) {
  const { asked, counts, rows, matching, next, works } = loaderData;
  const t = useTexts('staff-inquiries');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const base = `/admin/inquiries/${asked.queue}`;
  const here = `${base}${inquiryListAddress(asked)}`;
  const filtered = asked.find !== '' || asked.kind !== null || asked.owner !== null || asked.destination !== null;
  const all = inquiryStates.reduce((sum, one) => sum + counts[one], 0);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`title.${asked.queue}`)}</h1>
        <p>{t('matching', { count: matching })}</p>
        {works && <ExportMenu to={exportOf(asked)} />}
      </header>
      <QueueTabs
        label={t('states')}
        queues={([...inquiryStates, 'all'] as const).map((one) => ({
          id: one,
          name: t(`state.${one}`),
          to: `${base}${inquiryListAddress(asked, { state: one, find: '' })}`,
          count: one === 'all' ? all : counts[one],
          here: one === asked.state && asked.find === '',
        }))}
      />
      <div className="dl-tools" key={here}>
        <Filters data={loaderData} base={base} filtered={filtered} />
        <ColumnChooser
          base={base}
          here={inquiryListAddress(asked)}
          columns={columnsOf(asked.queue).map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'name' }))}
          shown={asked.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={keptInquiryList(asked)} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">
          {filtered ? t('noneMatch') : t(asked.state === 'new' || asked.state === 'all' ? `none.${asked.state}` : 'none.other')}
        </p>
      ) : (
        <DeskTable
          columns={asked.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} />}
          cellClass={(column, row) => (column === 'answerBy' && row.promise === 'late' ? 'dl-late' : `iq-c-${column}`)}
          plain={['name', 'reference', 'state', 'about']}
          pick={works ? { name: 'inquiry', value: (row) => row.reference, reference: (row) => row.reference } : null}
        />
      )}
      {works && rows.length > 0 && (
        <DeskBulk
          to="/admin/inquiries/bulk"
          name="deed"
          deeds={(['assign', 'lose'] as const).map((deed) => ({ id: deed, name: t(`bulk.${deed}`) }))}
          list={inquiryListAddress(asked)}
          all={lists('bulk.tryAll', { count: matching, shown: formatNumber(matching, language) })}
        >
          <input type="hidden" name="queue" value={asked.queue} />
        </DeskBulk>
      )}
      <ListWatch stamp={loaderData.stamp} rows={loaderData.rows.map(({ id }) => rowName('inquiry', id))} />
      <DeskFoot first={asked.after ? here : null} next={next && `${base}${inquiryListAddress(asked, { after: next })}`} picks={works} />
    </div>
  );
}

function Filters({ data, base, filtered }: { data: Loaded; base: string; filtered: boolean }) {
  const t = useTexts('staff-inquiries');
  const { asked, kinds, colleagues, destinations } = data;
  return (
    <DeskFilters
      base={base}
      kept={inquiryListAddress(asked, noInquiryFilters)}
      find={{ label: t('find'), value: asked.find, most: 254 }}
      apply={t('apply')}
      clear={
        filtered
          ? {
              to: `${base}${inquiryListAddress(asked, noInquiryFilters)}`,
              label: t('clear'),
            }
          : null
      }
    >
      {kinds.length > 1 && (
        <FilterChoice
          name="kind"
          label={t('column.kind')}
          value={asked.kind ?? ''}
          any={t('everyKind')}
          options={kinds.map((one) => ({ id: one, name: t(`kind.${one}`) }))}
        />
      )}
      {destinations.length > 0 && (
        <FilterChoice
          name="destination"
          label={t('column.destination')}
          value={asked.destination ?? ''}
          any={t('filter.anyDestination')}
          options={destinations.map(({ code, name }) => ({ id: code, name }))}
        />
      )}
      <FilterChoice
        name="owner"
        label={t('column.owner')}
        value={asked.owner ?? ''}
        any={t('filter.anyOwner')}
        options={[{ id: 'me', name: t('filter.mine') }, { id: 'nobody', name: t('filter.nobody') }, ...colleagues]}
      />
    </DeskFilters>
  );
}

function Cell({ column, row }: { column: InquiryColumn; row: InquiryRow }) {
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  const words = (value: string | null) => <bdi>{value ?? '–'}</bdi>;
  const cells: Readonly<Record<InquiryColumn, () => ReactNode>> = {
    name: () => (
      <>
        <Link to={`/admin/inquiries/${row.reference}`}>
          <bdi>{row.name}</bdi>
        </Link>{' '}
        {row.suspect && <Icon name="warning" small label={t('suspect')} />}
      </>
    ),
    reference: () => words(row.reference),
    answerBy: () => (row.promise === 'waits' || row.promise === 'late' ? sayDay(row.answerBy, language, 'day') : '–'),
    state: () => <InquiryState state={row.status} />,
    kind: () => t(`kind.${row.kind}`),
    about: () => (row.about ? words(row.about) : row.places.length > 0 ? <Places places={row.places} /> : '–'),
    startsOn: () => (
      <>
        {row.startsOn ? formatDate(row.startsOn, language) : '–'}{' '}
        {row.urgency && row.urgency !== 'calm' && (
          <span className={`dl-state${row.urgency === 'past' ? '' : ' dl-state--now'}`}>{t(row.urgency)}</span>
        )}
      </>
    ),
    people: () => (row.people ? formatNumber(row.people, language) : '–'),
    budget: () => (row.budget ? formatMoney(row.budget, language) : '–'),
    source: () => t(`source.${row.source}`),
    nationality: () => words(row.nationality),
    residence: () => words(row.residence),
    destination: () => words(row.destination),
    purpose: () => (row.purpose ? t(`purpose.${row.purpose}`) : '–'),
    refusedBefore: () => (row.refusedBefore === null ? '–' : t(row.refusedBefore ? 'yes' : 'no')),
    language: () => t(`language.${row.language}`),
    age: () => t(`age.${row.age.unit}`, { count: row.age.count }),
    owner: () => words(row.owner),
  };
  return cells[column]();
}
