import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { regionCodes } from '#app/values/regions.ts';
import { departureList, departureSales, type DepartureColumn, type ListedDeparture } from './departure-list.ts';
import { readDepartures } from './read-departures.server.ts';
import type { Route } from './+types/departures-list-page.ts';

export const handle = { texts: ['staff-holidays', 'staff-lists', 'holidays'] };

const tours = '/admin/supply/holiday-packages';
const here = `${tours}/departures`;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const departures = await readDepartures(platform, language);
  return {
    months: [...new Set(departures.map(({ setsOff }) => setsOff.slice(0, 7)))].sort(),
    list: await openShortList(platform.db, 'tour-departures', departureList, departures, { viewer, search: url.searchParams, language }),
  };
}

/** The departures of all tours in one list; each is worked on in the list of its tour. */
export default function DeparturesListPage({ loaderData: { list, months } }: Route.ComponentProps) {
  const t = useTexts('staff-holidays');
  const words = useTexts('holidays');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('departures.title')}</h1>
        <p>{t('departures.allLede')}</p>
        <Link className="bo-btn" to={tours}>
          {t('departures.tours')}
        </Link>
      </header>
      <ShortListSheet
        base={here}
        list={departureList}
        open={list}
        queueName={(queue) => t(`departures.queue.${queue}`)}
        find={t('departures.find')}
        filters={{
          month: {
            label: t('departures.month'),
            any: t('departures.anyMonth'),
            options: months.map((id) => ({ id, name: formatDate(`${id}-01`, language, 'month') })),
          },
          region: {
            label: t('departures.columns.region'),
            any: t('departures.anyRegion'),
            options: regionCodes.map((id) => ({ id, name: words(`regions.${id}`) })),
          },
          sale: {
            label: t('departures.columns.sold'),
            any: t('departures.anySale'),
            options: departureSales.map((id) => ({ id, name: t(`departures.sale.${id}`) })),
          },
        }}
        none={t('departures.none')}
        exports={`${here}/export`}
        name={(column) => t(`departures.columns.${column}`)}
        rowKey={departureList.id}
        cell={(column, row) => <Cell column={column} row={row} />}
        figures={['sold', 'held', 'left', 'capacity', 'price']}
        plain={['date', 'tour', 'state']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: DepartureColumn; row: ListedDeparture }): ReactNode {
  const t = useTexts('staff-holidays');
  const words = useTexts('holidays');
  const language = useLanguage();
  switch (column) {
    case 'date':
      return <Link to={`${tours}/${row.tourId}/departures?departure=${row.setsOff}`}>{formatDate(row.setsOff, language)}</Link>;
    case 'tour':
      return (
        <Link to={`${tours}/${row.tourId}`}>
          <bdi>{row.title}</bdi>
        </Link>
      );
    case 'code':
      return <bdi>{row.code}</bdi>;
    case 'region':
      return words(`regions.${row.region}`);
    case 'sold':
    case 'held':
    case 'left':
    case 'capacity':
      return <bdi>{formatNumber(row[column], language)}</bdi>;
    case 'price':
      return <bdi>{formatMoney(row.price, language)}</bdi>;
    case 'state':
      return (
        <>
          <span className={`dl-state${row.state === 'open' ? '' : ' dl-state--now'}`}>{t(`departures.states.${row.state}`)}</span>{' '}
          {row.guaranteed && <span className="dl-state dl-state--good">{t('departures.states.guaranteed')}</span>}
          {row.atRisk && <span className="dl-state dl-state--now">{t('departures.queue.risk')}</span>}
        </>
      );
    case 'supplier':
      return <bdi>{row.supplier}</bdi>;
  }
}
