import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { may, staffRoles } from '#app/platform/access.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { askForAuditCheck, listAuditChecks } from '#app/platform/audit-checks.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFoot } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import { listAuditActions } from './audit-log-store.server.ts';
import {
  auditColumns,
  auditQuery,
  isFiltered,
  noAuditFilters,
  otherActors,
  readAuditView,
  type AuditColumn,
  type AuditView,
} from './audit-view.ts';
import { filterOf, readAudit } from './read-audit.server.ts';
import type { Route } from './+types/audit-log-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './audit-log.css';

export const handle = { texts: ['staff-audit', 'staff-lists', 'staff'] };

const here = '/admin/audit-log';
const pageSize = 50;
const lookAgainMs = 2_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readAuditView(url.searchParams);
  const filter = await filterOf(db, view);
  const [found, actions, staff, checks] = await Promise.all([
    typeof filter === 'string' ? [] : readAudit(db, filter, pageSize + 1),
    listAuditActions(db),
    listStaffWith(db, 'desk:open'),
    listAuditChecks(db, 5),
  ]);
  const askers = await findStaffNames(
    db,
    checks.flatMap((check) => (check.askedBy.startsWith('staff:') ? check.askedBy.slice(6) : [])),
  );
  const rows = found.slice(0, pageSize);
  return {
    view,
    wrong: typeof filter === 'string' ? filter : null,
    rows,
    next: found.length > pageSize ? rows.at(-1)!.sequence : null,
    actions,
    staff: staff.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    mayExport: may(viewer, 'audit:export'),
    ...(await openDeskViews(db, 'audit-log', viewer, url.searchParams)),
    maySeeStaff: may(viewer, 'staff:view'),
    checks: checks.map((check) => ({
      id: check.id,
      by: check.askedBy === 'system' ? null : (askers.get(check.askedBy.slice(6)) ?? null),
      at: (check.finishedAt ?? check.askedAt).toISOString(),
      running: check.finishedAt === null,
      rows: check.rowsChecked,
      all: check.rowsInAll,
      brokenAt: check.brokenAt,
      forgotten: check.forgotten,
    })),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  const form = await request.formData();
  if (viewer.kind !== 'staff' || form.get('work') !== 'check') throw new Response('Not found', { status: 404 });
  await askForAuditCheck(context.get(platformContext), `staff:${viewer.user.id}`);
  return redirect(`${here}${auditQuery(readAuditView(url.searchParams))}`, 303);
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number];
type Check = Awaited<ReturnType<typeof loader>>['checks'][number];

export default function AuditLogPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, next, actions, staff, checks, mayExport, maySeeStaff, wrong } = loaderData;
  const t = useTexts('staff-audit');
  const roles = useTexts('staff');
  const nouns = [...new Set(actions.map((action) => action.split('.')[0]!))];
  const filtered = isFiltered(view);
  const kept = auditQuery({ ...view, before: null });
  const address = (change: Partial<AuditView>) => `${here}${auditQuery({ ...view, before: null, ...change })}`;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {mayExport && <ExportMenu to={`${here}/export${kept}`} />}
      </header>
      <ChainCard checks={checks} query={auditQuery(view)} />
      <div className="dl-tools" key={kept}>
        <Form className="dl-filters" method="get" action={here} role="search">
          {view.columns.length < auditColumns.length &&
            view.columns.map((column) => <input key={column} type="hidden" name="column" value={column} />)}
          <label>
            <span className="sr-only">{t('find')}</span>
            <input
              id="find"
              type="search"
              name="find"
              defaultValue={view.find}
              placeholder={t('find')}
              maxLength={80}
              autoComplete="off"
              aria-invalid={wrong === 'find' || undefined}
              aria-describedby={wrong === 'find' ? 'find-wrong' : undefined}
            />
          </label>
          <label>
            <span className="sr-only">{t('column.who')}</span>
            <select name="actor" defaultValue={view.actor}>
              <option value="">{t('anybody')}</option>
              <optgroup label={t('colleagues')}>
                {staff.map((one) => (
                  <option key={one.id} value={`staff:${one.id}`}>
                    {one.name}
                  </option>
                ))}
              </optgroup>
              <optgroup label={t('others')}>
                {otherActors.map((actor) => (
                  <option key={actor} value={actor}>
                    {t(`actor.${actor}`)}
                  </option>
                ))}
              </optgroup>
            </select>
          </label>
          <label>
            <span className="sr-only">{t('column.action')}</span>
            <select name="action" defaultValue={view.action}>
              <option value="">{t('anything')}</option>
              {nouns.map((noun) => (
                <optgroup key={noun} label={noun}>
                  <option value={noun}>{t('allOf', { noun })}</option>
                  {actions
                    .filter((action) => action.startsWith(`${noun}.`))
                    .map((action) => (
                      <option key={action} value={action}>
                        {action}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          </label>
          <label>
            <span className="sr-only">{t('column.role')}</span>
            <select name="role" defaultValue={view.role}>
              <option value="">{t('anyRole')}</option>
              {staffRoles.map((role) => (
                <option key={role} value={role}>
                  {roles(`roles.${role}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="sr-only">{t('column.from')}</span>
            <input
              id="address"
              className="al-address"
              name="address"
              defaultValue={view.address}
              placeholder={t('column.from')}
              maxLength={45}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              aria-invalid={wrong === 'address' || undefined}
              aria-describedby={wrong === 'address' ? 'address-wrong' : undefined}
            />
          </label>
          <label>
            <span className="sr-only">{t('request')}</span>
            <input
              className="al-address"
              name="request"
              defaultValue={view.request}
              placeholder={t('request')}
              maxLength={80}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
            />
          </label>
          <label className="al-day">
            {t('from')} <input type="date" name="from" defaultValue={view.from} />
          </label>
          <label className="al-day">
            {t('until')} <input type="date" name="until" defaultValue={view.until} />
          </label>
          <button className="bo-btn" type="submit">
            {t('apply')}
          </button>
          {filtered && <Link to={address(noAuditFilters)}>{t('clear')}</Link>}
        </Form>
        <ColumnChooser
          base={here}
          here={kept}
          columns={auditColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'when' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={here} views={loaderData.named} here={auditQuery({ ...view, address: '', before: null })} said={loaderData.said} />
      {wrong && (
        <p className="bo-wrong" id={`${wrong}-wrong`} role="alert">
          {t(`wrong.${wrong}`)}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered || view.before ? 'noneMatch' : 'none')}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={({ sequence }) => String(sequence)}
          cell={(column, row) => <Cell column={column} row={row} address={address} maySeeStaff={maySeeStaff} />}
          cellClass={(column) => (column === 'record' ? 'al-record' : column === 'why' ? 'al-why' : undefined)}
          plain={['when', 'who', 'action', 'record', 'why']}
        />
      )}
      <DeskFoot first={view.before === null ? null : address({})} next={next === null ? null : address({ before: next })} />
    </div>
  );
}

function Cell({
  column,
  row,
  address,
  maySeeStaff,
}: {
  column: AuditColumn;
  row: Row;
  address: (change: Partial<AuditView>) => string;
  maySeeStaff: boolean;
}): ReactNode {
  const language = useLanguage();
  const t = useTexts('staff-audit');
  const roles = useTexts('staff');
  const { who } = row;
  switch (column) {
    case 'when':
      return <Moment at={row.at} />;
    case 'who':
      if (who.kind === 'other')
        return <span className="dl-quiet">{otherActors.some((one) => one === who.name) ? t(`actor.${who.name}`) : who.name}</span>;
      return maySeeStaff ? (
        <Link to={`/admin/users/${who.id}`}>
          <bdi>{who.name}</bdi>
        </Link>
      ) : (
        <bdi>{who.name}</bdi>
      );
    case 'role':
      return row.roles.length === 0 ? '–' : row.roles.map((role) => roles(`roles.${role}`)).join(comma(language));
    case 'from':
      return row.address === null ? (
        '–'
      ) : (
        <Link className="al-code" to={address({ address: row.address })} title={t('onlyAddress')}>
          <bdi>{row.address}</bdi>
        </Link>
      );
    case 'action':
      return (
        <Link className="al-code" to={address({ action: row.action })} title={t('onlyThis')}>
          <bdi>{row.action}</bdi>
        </Link>
      );
    case 'record':
      return <Record row={row} address={address} />;
    case 'why':
      return <Why row={row} address={address} />;
  }
}

function Record({ row, address }: { row: Row; address: (change: Partial<AuditView>) => string }) {
  const t = useTexts('staff-audit');
  const [table, id = ''] = row.subject.split(/:(.*)/);
  return (
    <>
      {row.reference ? (
        <Link to={`/admin/orders/${row.reference}`}>
          <bdi>{row.reference}</bdi>
        </Link>
      ) : (
        <span className="al-subject" title={row.subject}>
          <bdi>{table}</bdi> <bdi className="dl-quiet">{id}</bdi>
        </span>
      )}
      <Link className="al-only" to={address({ find: row.subject })} aria-label={t('historyOf', { record: row.reference ?? row.subject })}>
        <Icon name="filter" small />
      </Link>
    </>
  );
}

function Why({ row, address }: { row: Row; address: (change: Partial<AuditView>) => string }) {
  const t = useTexts('staff-audit');
  return (
    <>
      {row.reason && <p dir="auto">{row.reason}</p>}
      {row.detail.length + (row.request ? 1 : 0) > 0 && (
        <details>
          <summary>{t('detail', { count: row.detail.length + (row.request ? 1 : 0) })}</summary>
          <dl>
            {row.detail.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
            {row.request && (
              <div>
                <dt>{t('request')}</dt>
                <dd>
                  <Link className="al-code" to={address({ ...noAuditFilters, request: row.request })} title={t('onlyRequest')}>
                    <bdi>{row.request}</bdi>
                  </Link>
                </dd>
              </div>
            )}
          </dl>
        </details>
      )}
    </>
  );
}

/** The walk over the chains: how the last ones ended, how far the one under way is, and the button for another. */
function ChainCard({ checks, query }: { checks: readonly Check[]; query: string }) {
  const t = useTexts('staff-audit');
  const language = useLanguage();
  const running = checks.find((check) => check.running);
  useAskAgain(running !== undefined, lookAgainMs);
  const [last, ...earlier] = checks.filter((check) => !check.running);
  return (
    <section className="dl-card al-chain" aria-labelledby="chain">
      <div>
        <h2 id="chain">{t('chain.title')}</h2>
        <p className="dl-quiet">{t('chain.lead')}</p>
      </div>
      <div>
        {last && <Walk check={last} />}
        {earlier.length > 0 && (
          <details>
            <summary>{t('chain.earlier')}</summary>
            <ol>
              {earlier.map((check) => (
                <li key={check.id}>
                  <Walk check={check} />
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
      {running ? (
        <div role="status">
          <progress max={Math.max(1, running.all)} value={running.rows} aria-label={t('chain.running')} />
          <p className="dl-quiet">
            {t('chain.soFar', { rows: formatNumber(running.rows, language), all: formatNumber(running.all, language) })}
          </p>
        </div>
      ) : (
        <Form method="post" action={`${here}${query}`}>
          <button className="bo-btn" name="work" value="check">
            {t('chain.ask')}
          </button>
        </Form>
      )}
    </section>
  );
}

/** How a walk ended, how far it went, when, and who wanted it. */
function Walk({ check }: { check: Check }) {
  const t = useTexts('staff-audit');
  const language = useLanguage();
  const said = isWhole(check)
    ? t('chain.whole')
    : check.brokenAt === null
      ? t('chain.forgotten', { count: check.forgotten })
      : t('chain.broken', { row: formatNumber(check.brokenAt, language) });
  return (
    <p className="al-walk">
      <span className={`dl-state${isWhole(check) ? ' dl-state--good' : ' al-broken'}`}>{said}</span>{' '}
      <span className="dl-quiet">
        {t('chain.rows', { count: check.rows, rows: formatNumber(check.rows, language) })} · <Moment at={check.at} /> ·{' '}
        {check.by ?? t('chain.nightly')}
      </span>
    </p>
  );
}

const isWhole = (check: Check) => check.brokenAt === null && check.forgotten === 0;

function Moment({ at }: { at: string }) {
  const language = useLanguage();
  const date = Date.parse(at);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(date);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dubai', timeStyle: 'medium' }).format(date);
  return (
    <time dateTime={at}>
      {formatDate(day, language, 'day')} <bdi>{time}</bdi>
    </time>
  );
}
