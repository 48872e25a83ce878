import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { leads } from '#app/commerce/traffic/lead-rules.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import {
  bookedOf,
  flightFunnelList,
  flightFunnelPage,
  funnelCabins,
  funnelDays,
  issuedOf,
  type FunnelColumn,
  type FunnelRow,
  type FunnelSplit,
} from './flight-funnel-list.ts';
import { tellFlightFunnel } from './flight-funnel-store.server.ts';
import { FiguresNav } from './figure-parts.tsx';
import type { Route } from './+types/flight-funnel-page.ts';
import './analytics.css';

export const handle = { texts: ['analytics', 'staff-lists'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const { geography } = context.get(flightsContext);
  const { rows, ...funnel } = await tellFlightFunnel(platform, geography, readListView(flightFunnelList, url.searchParams).filters);
  const asked = { viewer, search: url.searchParams, language };
  return { ...funnel, list: await openShortList(platform.db, 'flight-funnel', flightFunnelList, rows, asked) };
}

export default function FlightFunnelPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('analytics');
  const language = useLanguage();
  const name = useMemberName();
  const { list, from, until, since, whole, asOf, routes, airlines } = page;
  const plain = (names: readonly string[], split: FunnelSplit) => names.map((id) => ({ id, name: name(split, id) }));
  return (
    <div className="dl an">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('way.title')}</h1>
        <p>
          {t('span', { from: formatDate(from, language), until: formatDate(until, language) })}
          {asOf !== null && ` · ${t('way.asOf', { time: asOf })}`}
        </p>
        <Link className="bo-btn" to="/admin/analytics/flights">
          {t('flights.title')}
        </Link>
      </header>
      <FiguresNav here="flights" />
      <p className="an-note">
        {t('way.about')} {since === null ? t('way.notYet') : t('way.since', { day: formatDate(since, language) })} {t('way.few')}
      </p>
      <ShortListSheet
        base={flightFunnelPage}
        list={flightFunnelList}
        open={list}
        queueName={(split) => t(`way.by.${split}`)}
        find={t('way.find')}
        filters={{
          days: {
            label: t('ask.period'),
            any: t('way.days', { n: formatNumber(funnelDays[0], language) }),
            options: funnelDays.slice(1).map((days) => ({ id: String(days), name: t('way.days', { n: formatNumber(days, language) }) })),
          },
          route: { label: t('way.by.route'), any: t('way.any.route'), options: plain(routes, 'route') },
          airline: { label: t('way.by.airline'), any: t('way.any.airline'), options: plain(airlines, 'airline') },
          cabin: { label: t('way.by.cabin'), any: t('way.any.cabin'), options: plain(funnelCabins, 'cabin') },
          lead: { label: t('way.by.lead'), any: t('way.any.lead'), options: plain(leads, 'lead') },
        }}
        none={t('none')}
        exports={`${flightFunnelPage}/export`}
        name={(column) => (column === 'member' ? t(`way.by.${list.view.queue}`) : t(`way.column.${column}`))}
        rowKey={({ split, member }) => `${split} ${member}`}
        cell={(column, row) => <Cell column={column} row={row} whole={whole} />}
        figures={['searches', 'offers', 'orders', 'holds', 'paid', 'tickets', 'booked', 'issued']}
        plain={['member']}
      />
    </div>
  );
}

/** What a member of a split is called: a route and an airline by their codes, the rest in words. */
function useMemberName() {
  const t = useTexts('analytics');
  return (split: FunnelSplit, member: string): string =>
    split === 'route' ? member.replace('-', ' – ') : split === 'airline' ? member : t(`way.${split}.${member}`);
}

function Cell({ column, row, whole }: { readonly column: FunnelColumn; readonly row: FunnelRow; readonly whole: boolean }): ReactNode {
  const language = useLanguage();
  const name = useMemberName();
  switch (column) {
    case 'member':
      return <bdi>{name(row.split, row.member)}</bdi>;
    case 'booked':
    case 'issued': {
      const share = column === 'booked' ? bookedOf(row, whole) : issuedOf(row);
      return share === null ? '–' : <bdi>{formatNumber(share, language, 1)} %</bdi>;
    }
    default:
      return <bdi>{formatNumber(row[column], language)}</bdi>;
  }
}
