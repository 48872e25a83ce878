import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { findAnyOrder } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { noListFilters, readListView, listAddress } from '#app/ui/desk-list/list-address.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { findExperienceBooking } from '../experience-bookings-store.server.ts';
import { activityList, confirmWays, type ActivityColumn, type ActivityView } from './activity-list.ts';
import { startExperience } from './edit-experience.server.ts';
import { listOperators } from './experience-editions-store.server.ts';
import { openActivityList, type ListedActivity } from './open-activity-list.server.ts';
import type { Route } from './+types/activities-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-activities', 'staff-editions', 'staff-lists'] };

const base = '/admin/supply/activities';
const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const reference = url.searchParams.get('order');
  if (reference) {
    const order = await findAnyOrder(platform.db, reference);
    const own = order && (await findExperienceBooking(platform.db, platform.crypto, order.id));
    if (own) throw redirect(`${base}/${own.experienceId}?date=${own.date}&order=${order.reference}`);
  }
  const view = readListView(activityList, url.searchParams);
  const [list, operators, named] = await Promise.all([
    openActivityList(platform, view, { language, most: pageSize }),
    listOperators(platform.db),
    listDeskViews(platform.db, 'activities', viewer.user.id),
  ]);
  return {
    ...list,
    view,
    operators,
    named,
    said: readViewSaid(url.searchParams),
    works: may(viewer, 'products:edit'),
    refused: url.searchParams.get('refused'),
  };
}

/** Begins an activity, and leads to where it is written. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const begun = await startExperience(platform, {
    title: plainLine(form.get('title'), 120),
    operatorId: plainLine(form.get('operator'), 80),
    staffId: viewer.user.id,
  });
  return redirect(
    begun.ok ? `/admin/supply/activities/${begun.value}/builder?part=facts` : `/admin/supply/activities?refused=${begun.refused}`,
    303,
  );
}

export default function ActivitiesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  const { view, queues, rows, next, operators, named, said, works, refused } = loaderData;
  const address = (change: Partial<ActivityView> = {}) => listAddress(activityList, view, change);
  const here = address();
  const unfiltered = address(noListFilters(activityList));
  const filtered = unfiltered !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lede')}</p>
        {works && (
          <>
            <ExportMenu to={`${base}/export${here}`} />
            <details className="td-new">
              <summary className="bo-btn bo-btn--p">{t('new')}</summary>
              <Form method="post" className="td-new__form">
                <label>
                  {t('newTitle')}
                  <input name="title" required minLength={3} maxLength={120} autoComplete="off" />
                </label>
                <label>
                  {t('column.operator')}
                  <select name="operator">
                    {operators.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
                <button className="bo-btn bo-btn--p">{t('begin')}</button>
              </Form>
            </details>
          </>
        )}
      </header>
      {refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`refused.${refused}`, { defaultValue: t('refused.not-possible') })}
        </p>
      )}
      <QueueTabs
        label={t('states')}
        queues={queues.map(({ queue, activities }) => ({
          id: queue,
          name: queue === 'all' ? t('all') : queue === 'in_review' ? editions('edition.in_review') : t(`state.${queue}`),
          to: `${base}${address({ queue })}`,
          count: activities,
          here: queue === view.queue,
        }))}
      />
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={unfiltered}
          find={{ label: t('find'), value: view.find, most: 60 }}
          apply={t('apply')}
          clear={filtered ? { to: `${base}${unfiltered}`, label: t('clear') } : null}
        >
          <FilterChoice
            name="operator"
            label={t('column.operator')}
            value={view.filters.operator}
            any={t('anyOperator')}
            options={operators}
          />
          <FilterChoice
            name="confirms"
            label={t('column.confirms')}
            value={view.filters.confirms}
            any={t('anyConfirms')}
            options={confirmWays.map((id) => ({ id, name: t(`confirms.${id}`) }))}
          />
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={activityList.columns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'title' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={named} here={here} said={said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={({ id }) => id}
          cell={(column, row) => <Cell column={column} row={row} />}
          cellClass={(column) => (column === 'title' ? 'td-title' : undefined)}
          figures={['capacity']}
          plain={['title', 'state']}
          sort={{
            columns: activityList.sorts,
            by: view.sort,
            descending: view.descending,
            to: (sort, descending) => `${base}${address({ sort, descending })}`,
          }}
        />
      )}
      <DeskFoot first={view.after ? `${base}${here}` : null} next={next && `${base}${address({ after: next })}`} />
    </div>
  );
}

function Cell({ column, row }: { column: ActivityColumn; row: ListedActivity }) {
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  const language = useLanguage();
  const cells: Readonly<Record<ActivityColumn, () => ReactNode>> = {
    title: () => <Link to={row.known ? `${base}/${row.id}` : `${base}/${row.id}/builder`}>{row.title}</Link>,
    city: () => row.city,
    operator: () => <bdi>{row.operator}</bdi>,
    confirms: () => t(row.instant ? 'confirms.instant' : 'confirms.request'),
    capacity: () => formatNumber(row.capacity, language),
    state: () => (
      <span className="td-states">
        <span className={`dl-state${row.status === 'published' ? ' dl-state--good' : row.status === 'paused' ? ' dl-state--now' : ''}`}>
          {t(`state.${row.status}`)}
        </span>
        {row.edition && <span className="dl-state dl-state--now">{editions(`edition.${row.edition}`)}</span>}
      </span>
    ),
  };
  return cells[column]();
}
