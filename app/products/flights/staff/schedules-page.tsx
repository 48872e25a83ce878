import type { ReactNode } from 'react';
import { data, Form, Link } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { dayMonth, DeskMoment, TimeLeft, useDeskNow } from '#app/commerce/orders/staff/desk-time.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { oneOf, staffWith } from './read-staff.server.ts';
import { mostAtOnce, scheduleBulks, type ScheduleBulk } from './schedule-bulk-rules.ts';
import { tryBulk, tryMatching, workBulk, type BulkLine } from './schedule-bulk.server.ts';
import { countSchedules, findScheduleRows, type ScheduleRow, type ShownFlights } from './schedule-list-store.server.ts';
import {
  noScheduleFilters,
  readScheduleListView,
  scheduleColumns,
  scheduleListAddress,
  scheduleQueues,
  scheduleSorts,
  type ScheduleColumn,
  type ScheduleListView,
} from './schedule-list-view.ts';
import type { Route } from './+types/schedules-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './flight-desk.css';
import './schedules.css';

export const handle = { texts: ['staff-schedules', 'staff-orders', 'staff-lists'] };

const base = '/admin/orders/flights/schedules';
const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readScheduleListView(url.searchParams);
  const now = platform.clock.now();
  const bulk = oneOf(scheduleBulks, url.searchParams.get('bulk'));
  // Everything that the list matches, on whatever page of it; or what was picked.
  const trial = async (wanted: ScheduleBulk) =>
    url.searchParams.get('all') === '1'
      ? tryMatching(platform, wanted, view)
      : { lines: await tryBulk(platform, wanted, url.searchParams.getAll('pick').slice(0, mostAtOnce)), left: 0, looked: null };
  const [{ rows, next }, counts, tried] = await Promise.all([
    findScheduleRows(platform.db, view, { now, most: pageSize }),
    countSchedules(platform.db, now),
    bulk && trial(bulk),
  ]);
  const names = await findStaffNames(platform.db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]);
  return {
    view,
    next,
    counts,
    now,
    tried: bulk && tried && { bulk, ...tried },
    key: newFormKey(),
    rows: rows.map((row) => ({ ...row, owner: row.ownerId && (names.get(row.ownerId) ?? '–') })),
    works: may(viewer, 'flight-orders:work'),
    exports: may(viewer, 'flight-orders:export'),
    ...(await openDeskViews(platform.db, 'schedules', viewer, url.searchParams)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const staffId = staffWith(context.get(viewerContext), 'flight-orders:work', base);
  const form = await request.formData();
  const bulk = oneOf(scheduleBulks, String(form.get('bulk') ?? ''));
  const ids = form.getAll('pick').map(String).slice(0, mostAtOnce);
  if (!bulk || ids.length === 0) throw data(null, { status: 400 });
  const reason = plainLine(form.get('reason'), 500).trim();
  if (bulk === 'accept' && reason.length < 3)
    return data<Report>(
      { bulk, lines: await tryBulk(platform, bulk, ids), left: 0, looked: null, done: false, wrong: true },
      { status: 400 },
    );
  const { requestId } = context.get(requestContext);
  const actor = `staff:${staffId}`;
  const lines = await onceForForm(platform, { actor, form, about: base }, () =>
    workBulk(platform, { bulk, ids, reason, who: actor, requestId }),
  );
  return data<Report>({ bulk, lines, left: 0, looked: null, done: true, wrong: false });
}

export default function SchedulesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, rows, next, counts, exports, works } = loaderData;
  const t = useTexts('staff-schedules');
  const lists = useTexts('staff-lists');
  const now = useDeskNow(loaderData.now);
  const address = (change: Partial<ScheduleListView> = {}) => `${base}${scheduleListAddress(view, change)}`;
  const report: Report | null = actionData ?? (loaderData.tried && { ...loaderData.tried, done: false, wrong: false });
  const here = scheduleListAddress(view);
  const filtered = scheduleListAddress(view, noScheduleFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{counts.open === 0 ? t('nothingOpen') : t('lead', { n: counts.open })}</p>
        <Link to="/admin/orders/flights">{t('toOrders')}</Link>
        {exports && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      <QueueTabs
        label={t('queues')}
        queues={scheduleQueues.map((queue) => ({
          id: queue,
          name: t(`queue.${queue}`),
          to: address({ queue }),
          count: counts[queue],
          here: queue === view.queue,
        }))}
      />
      {report && <BulkReport report={report} here={address()} formKey={loaderData.key} />}
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={scheduleListAddress(view, noScheduleFilters)}
          find={{ label: t('find'), value: view.find, most: 20 }}
          apply={t('apply')}
          clear={filtered ? { to: address(noScheduleFilters), label: t('clear') } : null}
        >
          <FilterChoice
            name="severity"
            label={t('column.severity')}
            value={view.severity ?? ''}
            any={t('everySeverity')}
            options={(['major', 'minor'] as const).map((id) => ({ id, name: t(`severity.${id}`) }))}
          />
          <label>
            <span className="sr-only">{t('airline')}</span>
            <input
              name="airline"
              dir="ltr"
              size={4}
              maxLength={2}
              defaultValue={view.airline}
              placeholder="EK"
              autoComplete="off"
              aria-label={t('airline')}
            />
          </label>
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={scheduleColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
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
          cell={(column, row) => <Cell column={column} row={row} now={now} />}
          cellClass={(column, row) => (column === 'answerBy' && row.overdue ? 'dl-late' : undefined)}
          figures={['seats']}
          plain={['reference', 'flights']}
          pick={works ? { name: 'pick', value: (row) => row.id, reference: (row) => row.reference } : null}
          sort={{
            columns: ['answerBy', 'received'],
            by: view.sort,
            descending: view.descending,
            to: (column, descending) => address({ sort: scheduleSorts.find((sort) => sort === column) ?? 'answerBy', descending }),
          }}
        />
      )}
      {works && rows.length > 0 && (
        <Form id="bulk" className="dl-bulk" method="get" action={base}>
          <span>{lists('bulk.with')}</span>
          {[...new URLSearchParams(here)].map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          <select name="bulk" aria-label={lists('bulk.action')}>
            {scheduleBulks.map((bulk) => (
              <option key={bulk} value={bulk}>
                {t(`bulk.${bulk}`)}
              </option>
            ))}
          </select>
          <button className="bo-btn" type="submit">
            {lists('bulk.try')}
          </button>
          <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
            {lists('bulk.tryEvery')}
          </button>
        </Form>
      )}
      <DeskFoot first={view.after ? address() : null} next={next && address({ after: next })} picks={works} />
    </div>
  );
}

interface Report {
  readonly bulk: ScheduleBulk;
  readonly lines: readonly BulkLine[];
  /** How many more match than are done at once. */
  readonly left: number;
  /** How many were looked at, where the list has more; else null. */
  readonly looked: number | null;
  readonly done: boolean;
  /** The reason that is missing. */
  readonly wrong: boolean;
}

/** What would be done row by row, with the button that does it; afterwards what was done. */
function BulkReport({ report, here, formKey }: { report: Report; here: string; formKey: string }) {
  const t = useTexts('staff-schedules');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const { bulk, lines, left, looked, done, wrong } = report;
  const ready = lines.filter(({ said }) => said === 'would');
  const count = done ? lines.filter(({ said }) => said === 'done').length : ready.length;
  return (
    <section className="sl-bulk" aria-labelledby="bulk-report">
      <h2 id="bulk-report" role={done ? 'status' : undefined}>
        {t(done ? `bulkDone.${bulk}` : `bulkTry.${bulk}`, { n: count, of: lines.length })}
      </h2>
      {left > 0 && <p>{lists('bulk.tooMany', { most: mostAtOnce, left: formatNumber(left, language) })}</p>}
      {looked !== null && <p>{lists('bulk.looked', { looked: formatNumber(looked, language) })}</p>}
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <bdi>{line.reference}</bdi>: {t(`said.${line.said}`, { defaultValue: t('said.not-possible') })}
          </li>
        ))}
      </ul>
      {lines.length === 0 && <p>{t('nonePicked')}</p>}
      {!done && ready.length > 0 && (
        <Form method="post" action={here} className="sl-bulk__form">
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="bulk" value={bulk} />
          {ready.map(({ id }) => (
            <input key={id} type="hidden" name="pick" value={id} />
          ))}
          {bulk === 'accept' && (
            <label>
              {t('reason')}
              <input
                name="reason"
                required
                minLength={3}
                maxLength={500}
                autoComplete="off"
                aria-invalid={wrong || undefined}
                aria-describedby={wrong ? 'reason-wrong' : undefined}
              />
              {wrong && (
                <small id="reason-wrong" className="bo-wrong">
                  {t('reasonMissing')}
                </small>
              )}
            </label>
          )}
          <button className="bo-btn bo-btn--p" type="submit">
            {t(`bulk.${bulk}`)}
          </button>
        </Form>
      )}
      <Link to={here}>{t('bulkClose')}</Link>
    </section>
  );
}

function Cell({
  column,
  row,
  now,
}: {
  column: ScheduleColumn;
  row: ScheduleRow & { readonly owner: string | null };
  now: number;
}): ReactNode {
  const language = useLanguage();
  const t = useTexts('staff-schedules');
  switch (column) {
    case 'answerBy':
      return row.status === 'open' && row.answer === null ? <TimeLeft until={row.answerBy} now={now} /> : '–';
    case 'reference':
      return (
        <>
          <Link to={`/admin/orders/flights/${row.reference}`}>
            <bdi>{row.reference}</bdi>
          </Link>{' '}
          <small className="dl-quiet">
            <bdi>{row.locator}</bdi>
          </small>
        </>
      );
    case 'flights':
      return (
        <>
          <Shown shown={row.was} /> <span aria-hidden="true">→</span> <span className="sr-only">{t('becomes')}</span>{' '}
          {row.now ? <Shown shown={row.now} /> : t('kind.cancelled')}
        </>
      );
    case 'kind':
      return (
        <>
          {row.kinds.map((kind) => t(`kind.${kind}`)).join(comma(language))}
          {row.broken > 0 && <small className="dl-state--now"> {t('broken', { n: row.broken })}</small>}
        </>
      );
    case 'severity':
      return <span className={`dl-state${row.severity === 'major' ? ' dl-state--now' : ''}`}>{t(`severity.${row.severity}`)}</span>;
    case 'state':
      return (
        <Link to={`/admin/orders/flights/${row.reference}/schedule`}>
          {row.status === 'open' ? t(row.answer ? 'state.answering' : row.told ? 'state.open' : 'state.waiting') : t(`state.${row.status}`)}
        </Link>
      );
    case 'seats':
      return String(row.seats);
    case 'told':
      return row.told ? <DeskMoment at={row.told} /> : '–';
    case 'received':
      return <DeskMoment at={row.received} />;
    case 'owner':
      return row.owner === null ? <span className="dl-quiet">–</span> : <bdi>{row.owner}</bdi>;
  }
}

function Shown({ shown }: { shown: ShownFlights }) {
  const language = useLanguage();
  return (
    <span className="sl-flight">
      <bdi>{shown.flights}</bdi> {dayMonth(shown.departs, language)} <bdi>{shown.departs.slice(11, 16)}</bdi>
    </span>
  );
}
