import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { noListFilters, readListView, listAddress } from '#app/ui/desk-list/list-address.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { regionCodes } from '#app/values/regions.ts';
import { startTour } from './edit-tour.server.ts';
import { openTourList, type ListedTour } from './open-tour-list.server.ts';
import { tourList, type TourColumn, type TourView } from './tour-list.ts';
import type { Route } from './+types/tours-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-tours', 'staff-editions', 'staff-lists', 'holidays'] };

const base = '/admin/supply/holiday-packages';
const pageSize = 50;

/** Every tour of the house, on sale or not. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const asked = url.searchParams;
  // Where the departures of a tour stood before tours had records.
  const departuresOf = asked.get('tour');
  if (departuresOf) {
    const day = asked.get('departure');
    throw redirect(`${base}/${encodeURIComponent(departuresOf)}/departures${day ? `?departure=${encodeURIComponent(day)}` : ''}`);
  }
  const view = readListView(tourList, asked);
  const [list, named] = await Promise.all([
    openTourList(platform, view, { language, most: pageSize }),
    listDeskViews(platform.db, 'tours', viewer.user.id),
  ]);
  return {
    ...list,
    view,
    named,
    said: readViewSaid(asked),
    works: may(viewer, 'products:edit'),
    refused: asked.get('refused'),
    key: newFormKey(),
  };
}

/** Begins a tour. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const platform = context.get(platformContext);
  const staffId = viewer.user.id;
  const started = await onceForForm<Awaited<ReturnType<typeof startTour>>>(
    platform,
    { actor: `user:${staffId}`, form, about: 'tour' },
    (progress) => startTour(platform, { title: plainLine(form.get('title'), 120), staffId, keep: progress.answer }),
  );
  return redirect(started.ok ? `${base}/${started.value}?part=facts` : `${base}?refused=${started.refused}`, 303);
}

export default function ToursPage({ loaderData }: Route.ComponentProps) {
  const { view, queues, rows, next, named, said, works, refused, key } = loaderData;
  const t = useTexts('staff-tours');
  const words = useTexts('holidays');
  const lists = useTexts('staff-lists');
  const address = (change: Partial<TourView> = {}) => listAddress(tourList, view, change);
  const here = address();
  const unfiltered = address(noListFilters(tourList));
  const filtered = unfiltered !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lede')}</p>
        <Link className="bo-btn" to={`${base}/departures`}>
          {t('allDepartures')}
        </Link>
        {works && (
          <>
            <ExportMenu to={`${base}/export${here}`} />
            <details className="td-new">
              <summary className="bo-btn bo-btn--p">{t('new')}</summary>
              <Form method="post" className="td-new__form">
                <input type="hidden" name="key" value={key} />
                <label>
                  {t('newTitle')}
                  <input name="title" required minLength={3} maxLength={120} autoComplete="off" />
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
        queues={queues.map(({ queue, tours }) => ({
          id: queue,
          name: queue === 'all' ? t('all') : t(`state.${queue}`),
          to: `${base}${address({ queue })}`,
          count: tours,
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
            name="region"
            label={t('column.region')}
            value={view.filters.region}
            any={t('anyRegion')}
            options={regionCodes.map((id) => ({ id, name: words(`regions.${id}`) }))}
          />
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={tourList.columns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'title' }))}
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
          cellClass={(column, row) =>
            column === 'title' ? 'td-title' : column === 'margin' && row.margin !== null && row.margin < 0 ? 'dl-late' : undefined
          }
          figures={figures}
          plain={['title', 'code', 'state']}
          sort={{
            columns: tourList.sorts,
            by: view.sort,
            descending: view.descending,
            to: (sort, descending) => `${base}${address({ sort, descending })}`,
          }}
          pick={works ? { name: 'tour', value: ({ id }) => id, reference: ({ title }) => title } : null}
        />
      )}
      {works && rows.length > 0 && (
        <Form id="bulk" className="dl-bulk" method="get" action={`${base}/prices`}>
          <label className="td-inline">
            {t('bulk.percent')}
            <input name="percent" inputMode="decimal" required pattern="-?[0-9]{1,2}([.,][0-9]{1,2})?" size={6} placeholder="5" />
          </label>
          <button className="bo-btn" type="submit">
            {t('bulk.try')}
          </button>
          <input type="hidden" name="list" value={here.slice(1)} />
          <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
            {lists('bulk.tryEvery')}
          </button>
          <span className="dl-quiet">{t('bulk.hint')}</span>
        </Form>
      )}
      <DeskFoot first={view.after ? `${base}${here}` : null} next={next && `${base}${address({ after: next })}`} picks={works} />
    </div>
  );
}

const figures: readonly TourColumn[] = ['nights', 'sold', 'price', 'margin'];

function Cell({ column, row }: { column: TourColumn; row: ListedTour }) {
  const t = useTexts('staff-tours');
  const editions = useTexts('staff-editions');
  const words = useTexts('holidays');
  const language = useLanguage();
  const cells: Readonly<Record<TourColumn, () => ReactNode>> = {
    title: () => <Link to={`${base}/${row.id}`}>{row.title}</Link>,
    code: () => <bdi className="td-code">{row.code}</bdi>,
    state: () => (
      <span className="td-states">
        <span className={`dl-state ${row.status === 'published' ? 'dl-state--good' : row.status === 'in_review' ? 'dl-state--now' : ''}`}>
          {t(`state.${row.status}`)}
        </span>
        {row.edition && row.status !== row.edition && (
          <span className={`dl-state ${row.edition === 'in_review' ? 'dl-state--now' : ''}`}>{editions(`edition.${row.edition}`)}</span>
        )}
      </span>
    ),
    region: () => words(`regions.${row.region}`),
    nights: () => formatNumber(row.nights, language),
    next: () => (row.next ? <Link to={`${base}/${row.id}/departures`}>{formatDate(row.next, language)}</Link> : '–'),
    sold: () => (
      <bdi>
        {formatNumber(row.sold, language)}/{formatNumber(row.capacity, language)}
      </bdi>
    ),
    price: () => formatMoney(row.price, language),
    margin: () => (row.margin === null ? '–' : `${formatNumber(row.margin / 100, language, 1)} %`),
    languages: () => (
      <bdi title={languageCodes.filter((code) => !row.languages.includes(code)).join(comma(language)) || undefined}>
        {formatNumber(row.languages.length, language)}/{languageCodes.length}
      </bdi>
    ),
  };
  return cells[column]();
}
