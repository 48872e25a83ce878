import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { assetKinds, assetPlaces } from '../asset-kinds.ts';
import {
  assetColumns,
  assetSorts,
  assetsQuery,
  assetTabs,
  keptQuery,
  readAssetsView,
  warrantyEnds,
  type AssetColumn,
  type AssetsView,
} from '../assets-view.ts';
import { mostLabels } from '../asset-label-rules.ts';
import { AssetState } from './asset-state.tsx';
import { openRegister, type RegisterRow } from './open-register.server.ts';
import { showOpenRequests } from './show-asset-request.server.ts';
import type { Route } from './+types/assets-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './asset-request.css';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers', 'staff-lists'] };

const here = '/admin/hr/asset-management';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readAssetsView(url.searchParams);
  return {
    view,
    mayWork: may(viewer, 'hr:work'),
    did: (['handed', 'taken'] as const).find((word) => word === url.searchParams.get('did')) ?? null,
    named: await listDeskViews(platform.db, 'assets', viewer.user.id),
    said: readViewSaid(url.searchParams),
    requests: await showOpenRequests(platform),
    ...(await openRegister(platform, view)),
  };
}

export default function AssetsPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, counts, next, value, mayWork, did, requests, named, said } = loaderData;
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  const address = (change: Partial<AssetsView>) => `${here}${assetsQuery({ ...view, after: null, ...change })}`;
  const filtered = view.find !== '' || view.kind !== null || view.place !== null || view.warranty !== null;
  const columnName = (column: AssetColumn) => t(column === 'tag' ? 'field.tag' : `column.${column}`);
  const unfiltered = { find: '', kind: null, place: null, warranty: null };
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>
          {t('worth')} <bdi>{formatMoney(value, language)}</bdi>
        </p>
        {mayWork && (
          <>
            <Link className="bo-btn bo-btn--p" to={`${here}/new`}>
              {t('new.go')}
            </Link>
            <Link className="bo-btn" to={`${here}/import`}>
              {t('import.go')}
            </Link>
          </>
        )}
        <Link className="bo-btn" to={`${here}/charges`}>
          {t('charges.go')}
        </Link>
        <Link className="bo-btn" to={`${here}/stock-take`}>
          {t('count.go')}
        </Link>
        <ExportMenu to={`${here}/export${assetsQuery({ ...view, after: null })}`} />
      </header>
      {did && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`did.${did}`)}
        </p>
      )}
      {requests.length > 0 && <Requests requests={requests} />}
      <QueueTabs
        label={t('tabs')}
        queues={assetTabs.map((tab) => ({
          id: tab,
          name: t(`tab.${tab}`),
          to: address({ tab, ...unfiltered }),
          count: counts[tab],
          here: tab === view.tab,
        }))}
      />
      <div className="dl-tools" key={assetsQuery(view)}>
        <DeskFilters
          base={here}
          kept={assetsQuery({ ...view, ...unfiltered, after: null })}
          find={{ label: t('find'), value: view.find, most: 60 }}
          apply={t('apply')}
          clear={filtered ? { to: address(unfiltered), label: t('clear') } : null}
        >
          <FilterChoice
            name="kind"
            label={t('field.kind')}
            value={view.kind ?? ''}
            any={t('everyKind')}
            options={assetKinds.map((kind) => ({ id: kind, name: words(`kind.${kind}`) }))}
          />
          <FilterChoice
            name="place"
            label={t('field.place')}
            value={view.place ?? ''}
            any={t('everyPlace')}
            options={assetPlaces.map((place) => ({ id: place, name: t(`place.${place}`) }))}
          />
          <FilterChoice
            name="warranty"
            label={t('warranty.ends')}
            value={view.warranty ?? ''}
            any={t('warranty.any')}
            options={warrantyEnds.map((id) => ({ id, name: id === 'ended' ? t('warranty.ended') : t('warranty.within', { days: id }) }))}
          />
        </DeskFilters>
        <ColumnChooser
          base={here}
          here={keptQuery(view)}
          columns={assetColumns.map((id) => ({ id, name: columnName(id), fixed: id === 'tag' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={here} views={named} here={keptQuery(view)} said={said} />
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t(`none.${view.tab}`)}</p>
      ) : (
        <>
          <DeskTable
            columns={view.columns}
            name={columnName}
            rows={rows}
            rowKey={(row) => row.id}
            cell={(column, row) => <Cell column={column} row={row} />}
            cellClass={(column, row) =>
              (column === 'due' && row.late) || (column === 'warranty' && row.warrantyOver)
                ? 'dl-late'
                : column === 'thing'
                  ? 'dl-wide'
                  : undefined
            }
            figures={['value']}
            plain={['tag', 'thing', 'state']}
            sort={{
              columns: assetSorts,
              by: view.sort,
              descending: view.descending,
              to: (column, descending) => address({ sort: assetSorts.find((sort) => sort === column) ?? 'tag', descending }),
            }}
            pick={{ name: 'asset', value: (row) => row.tag, reference: (row) => row.tag }}
          />
          <form id="bulk" className="dl-bulk" method="get" action={`${here}/labels`}>
            <span>{t('withPicked')}</span>
            {mayWork && (
              <>
                <button className="bo-btn" formAction={`${here}/hand-over`}>
                  {t('handOver.go')}
                </button>
                <button className="bo-btn" formAction={`${here}/take-back`}>
                  {t('takeBack.go')}
                </button>
              </>
            )}
            <button className="bo-btn">{t('labels')}</button>
            {[...new URLSearchParams(assetsQuery({ ...view, after: null }))].map(([name, value]) => (
              <input key={name + value} type="hidden" name={name} value={value} />
            ))}
            <button className="bo-btn dl-bulk__all" name="all" value="1">
              {t('labelsAll', { most: mostLabels })}
            </button>
          </form>
        </>
      )}
      <DeskFoot first={view.after ? address({}) : null} next={next && address({ after: next })} picks />
    </div>
  );
}

/** What people who come to us need and do not have yet. */
function Requests({ requests }: { requests: Route.ComponentProps['loaderData']['requests'] }) {
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  return (
    <details className="dl-card ar-card" open>
      <summary>{t('request.open', { n: requests.length })}</summary>
      <ul className="ar-things">
        {requests.map((one) => (
          <li key={one.reference}>
            <span>
              <Link to={`/admin/job-applications/${one.reference}#asked`}>
                <bdi>{one.name ?? one.reference}</bdi>
              </Link>{' '}
              · {one.kinds.map((kind) => words(`kind.${kind}`)).join(' · ')}
            </span>
            <span className={one.late ? 'dl-late' : 'dl-quiet'}>{formatDate(one.neededBy, language)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Cell({ column, row }: { column: AssetColumn; row: RegisterRow }): ReactNode {
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  switch (column) {
    case 'tag':
      return (
        <Link to={`${here}/${row.tag}`}>
          <bdi>{row.tag}</bdi>
        </Link>
      );
    case 'thing':
      return (
        <>
          {words(`kind.${row.kind}`)} · <bdi>{row.model}</bdi>
        </>
      );
    case 'serial':
      return row.serial ? <bdi className="dl-quiet">{row.serial}</bdi> : '–';
    case 'state':
      return <AssetState status={row.status} />;
    case 'holder':
      return row.holder ? <bdi>{row.holder}</bdi> : '–';
    case 'since':
      return formatDate(row.since, language);
    case 'due':
      return row.dueBackOn ? formatDate(row.dueBackOn, language) : '–';
    case 'value':
      return <bdi>{formatMoney(row.value, language)}</bdi>;
    case 'warranty':
      return row.warrantyUntil ? formatDate(row.warrantyUntil, language) : '–';
    case 'place':
      return t(`place.${row.place}`);
  }
}
