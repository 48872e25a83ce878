import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { DeskBulk, DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { stayBulkActions } from './bulk-visa-stays.server.ts';
import { daysLeft } from '../visa-stay-rules.ts';
import { ComplianceTabs } from './compliance-tabs.tsx';
import { StayDays } from './stay-days.tsx';
import { countStays, findStaysAsStaff } from './visa-stay-desk-store.server.ts';
import { noStayFilters, readStayView, stayAddress, stayColumns, stayQueues, statesOfStayQueue, type StayColumn } from './visa-stay-view.ts';
import type { Route } from './+types/visa-stays-page.ts';
import './compliance.css';

export const handle = { texts: ['staff-compliance', 'staff-lists', 'visa-stays'] };

const pageSize = 50;
const base = '/admin/visa-compliance/stays';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const view = readStayView(url.searchParams);
  const today = dateIn('Asia/Dubai', clock.now());
  const [found, counts, named] = await Promise.all([
    findStaysAsStaff(db, crypto, view, { today, most: pageSize + 1 }),
    countStays(db, today),
    listDeskViews(db, 'visa-stays', viewer.user.id),
  ]);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1)?.stay;
  const inStates = (states: readonly string[]) => states.reduce((sum, state) => sum + (counts.byState[state] ?? 0), 0);
  return {
    view,
    named,
    said: readViewSaid(url.searchParams),
    alerts: counts.byState['overstay_alert'] ?? 0,
    queues: stayQueues.map((queue) => ({ queue, stays: queue === 'near' ? counts.near : inStates(statesOfStayQueue[queue]) })),
    countries: counts.countries
      .map((code) => ({ code, name: countryName(code, language) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    next: found.length > pageSize && last ? { due: last.dueOn, id: last.id } : null,
    works: may(viewer, 'visas:decide'),
    actions: stayBulkActions,
    rows: rows.map(({ stay, reference, position, name, number }) => ({
      id: stay.id,
      reference,
      traveller: position + 1,
      name,
      number,
      country: countryName(stay.country, language),
      status: stay.status,
      issued: stay.issuedOn,
      enterBy: stay.enterBy,
      entries: stay.entries,
      used: stay.entriesUsed,
      entered: stay.enteredOn,
      until: stay.stayUntil,
      left: daysLeft(stay, today),
    })),
  };
}

export default function VisaStaysPage({ loaderData }: Route.ComponentProps) {
  const { view, alerts, queues, countries, next, works, rows, named, said, actions } = loaderData;
  const t = useTexts('staff-compliance');
  const here = stayAddress(view);
  const filtered = stayAddress(view, noStayFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('stays.title')}</h1>
        <p>
          {alerts > 0 ? (
            <Link className="dl-late" to={`${base}?queue=alert`}>
              {t('stays.alerts', { count: alerts })}
            </Link>
          ) : (
            t('stays.calm')
          )}
        </p>
        {works && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      <ComplianceTabs here="stays" />
      <QueueTabs
        label={t('stays.queues')}
        queues={queues.map(({ queue, stays }) => ({
          id: queue,
          name: t(`stays.queue.${queue}`),
          to: `${base}${stayAddress(view, { queue, find: '' })}`,
          count: stays,
          here: queue === view.queue && view.find === '',
        }))}
      />
      <div className="dl-tools" key={here}>
        <DeskFilters
          key={here}
          base={base}
          kept={stayAddress(view, noStayFilters)}
          find={{ label: t('stays.find'), value: view.find, most: 60 }}
          apply={t('show')}
          clear={filtered ? { to: `${base}${stayAddress(view, noStayFilters)}`, label: t('clear') } : null}
        >
          <FilterChoice
            name="country"
            label={t('column.country')}
            value={view.country}
            any={t('any.country')}
            options={countries.map(({ code, name }) => ({ id: code, name }))}
          />
          <FilterChoice
            name="route"
            label={t('column.route')}
            value={view.route}
            any={t('any.route')}
            options={(['evisa', 'assisted'] as const).map((route) => ({ id: route, name: t(`route.${route}`) }))}
          />
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={stayColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'traveller' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={named} here={here} said={said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : `stays.none.${view.queue}`)}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} />}
          plain={['traveller', 'case', 'country', 'state']}
          pick={works ? { name: 'stay', value: (row) => row.id, reference: (row) => row.name } : null}
        />
      )}
      {works && rows.length > 0 && (
        <DeskBulk
          to={`${base}/bulk`}
          deeds={actions.map((action) => ({ id: action, name: t(`stays.bulk.${action}`) }))}
          list={here}
          all={t('stays.tryAll')}
        />
      )}
      <DeskFoot first={view.after ? `${base}${here}` : null} next={next && `${base}${stayAddress(view, { after: next })}`} picks={works} />
    </div>
  );
}

function Cell({ column, row }: { column: StayColumn; row: Route.ComponentProps['loaderData']['rows'][number] }) {
  const t = useTexts('staff-compliance');
  const words = useTexts('visa-stays');
  const language = useLanguage();
  const day = (date: string | null) => (date ? formatDate(date, language) : '–');
  const tone =
    row.status === 'overstay_alert' ? ' dl-state--now' : row.status === 'exited' || row.status === 'closed' ? ' dl-state--good' : '';
  const cells: Readonly<Record<StayColumn, () => ReactNode>> = {
    traveller: () => (
      <Link to={`${base}/${row.id}`}>
        <bdi>{row.name}</bdi>
      </Link>
    ),
    case: () => (
      <bdi>
        {row.reference} / {row.traveller}
      </bdi>
    ),
    visa: () => <bdi className="vc-code">{row.number || '–'}</bdi>,
    country: () => row.country,
    issued: () => day(row.issued),
    enterBy: () => day(row.enterBy),
    entries: () => t(`stays.entries.${row.entries}`, { used: row.used }),
    arrived: () => day(row.entered),
    until: () => day(row.until),
    left: () => <StayDays left={row.left} />,
    state: () => <span className={`dl-state${tone}`}>{words(`states.${row.status}`)}</span>,
  };
  return cells[column]();
}
