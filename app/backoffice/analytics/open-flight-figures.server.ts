import { sql } from 'drizzle-orm';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Days } from './hijri-rules.ts';
import { figureOf, type Figure } from './figure-view.ts';
import { addFacts, casesOf, factsOf, leastOf, type Facts, type MeasureName } from './measure-rules.ts';
import { openHead, readRows, readSeries, type Head, type Row, type Series } from './open-overview.server.ts';
import { readFigures } from './read-figures.server.ts';

type Reads = Pick<Platform, 'db' | 'clock'>;

const tiles = ['look-to-book', 'ticketing-success', 'minutes-to-ticket', 'price-changes', 'revenue', 'margin'] as const;
/** What a route is judged by, a column each. */
export const routeColumns = [
  'searches',
  'orders',
  'paid',
  'look-to-book',
  'ticketing-success',
  'price-changes',
  'revenue',
  'margin',
  'extras',
  'refund-days',
] as const satisfies readonly MeasureName[];

export interface RouteRow {
  readonly route: string;
  readonly figures: readonly Figure[];
}

/** Routes from here to there, shaded by searches: where the demand is. */
export interface HeatMap {
  readonly origins: readonly string[];
  readonly destinations: readonly string[];
  /** By origin and destination; null where nobody or only a few asked. */
  readonly cells: readonly (readonly (number | null)[])[];
}

export interface FlightFigures extends Head {
  readonly tiles: readonly Figure[];
  readonly success: Series;
  readonly routes: readonly RouteRow[];
  readonly heat: HeatMap;
  /** With how often each changed flights that we had sold. */
  readonly airlines: readonly (Row & { readonly changes: Figure })[];
  readonly suppliers: readonly (Row & { readonly minutes: Figure })[];
  /** Paid and not ticketed at this moment: orders and minor units of AED. */
  readonly unticketed: { readonly orders: number; readonly amount: number };
}

/** How honestly and quickly flights are sold, by route, airline and supplier. */
export async function openFlightFigures(platform: Reads & Pick<Platform, 'jobs'>, params: URLSearchParams): Promise<FlightFigures> {
  const asked = new URLSearchParams(params);
  asked.set('kind', 'flight');
  const head = await openHead(platform, asked);
  const routeFacts = factsOf(routeColumns);
  const byRoute = (days: Days) =>
    readFigures(platform, { facts: routeFacts, dimension: 'route', from: days.from, until: days.until, kind: 'flight' }, 'member');
  const [sums, now, before, airlines, suppliers, minutes, changes, unticketed] = await Promise.all([
    readSeries(platform, tiles, head),
    byRoute(head.ask.days),
    head.ask.before ? byRoute(head.ask.before) : null,
    readRows(platform, 'ticketing-success', 'airline', head, 12),
    readRows(platform, 'ticketing-success', 'supplier', head, 12),
    readRows(platform, 'minutes-to-ticket', 'supplier', head, 12),
    readRows(platform, 'schedule-changes', 'airline', head, 12),
    readUnticketed(platform),
  ]);
  // A route that only a handful asked for or bought may be one family's.
  const known = [...now].filter(([, facts]) => Math.max(casesOf('searches', facts), casesOf('orders', facts)) >= leastOf);
  known.sort(([, a], [, b]) => casesOf('searches', b) - casesOf('searches', a) || casesOf('orders', b) - casesOf('orders', a));
  return {
    ...head,
    tiles: tiles.map((measure) => figureOf(measure, sums.now, sums.before)),
    success: sums.seriesOf('ticketing-success'),
    routes: known.slice(0, 20).map(([route, facts]) => ({
      route,
      figures: routeColumns.map((measure) => figureOf(measure, facts, before?.get(route) ?? null)),
    })),
    heat: heatOf(new Map(known)),
    airlines: airlines.rows.map((row) => ({
      ...row,
      changes: changes.rows.find(({ member }) => member === row.member)?.figure ?? figureOf('schedule-changes', {}, null),
    })),
    suppliers: suppliers.rows.map((row) => ({
      ...row,
      minutes: minutes.rows.find(({ member }) => member === row.member)?.figure ?? figureOf('minutes-to-ticket', {}, null),
    })),
    unticketed,
  };
}

function heatOf(routes: ReadonlyMap<string, Facts>): HeatMap {
  const total = (end: 0 | 1) => {
    const sums = new Map<string, Facts>();
    for (const [route, facts] of routes) {
      const place = route.split('-')[end]!;
      sums.set(place, addFacts([sums.get(place) ?? {}, facts]));
    }
    return [...sums].sort(([, a], [, b]) => casesOf('searches', b) - casesOf('searches', a)).map(([place]) => place);
  };
  const [origins, destinations] = [total(0).slice(0, 6), total(1).slice(0, 10)];
  return {
    origins,
    destinations,
    cells: origins.map((from) =>
      destinations.map((to) => {
        const searches = casesOf('searches', routes.get(`${from}-${to}`) ?? {});
        return searches > 0 ? searches : null;
      }),
    ),
  };
}

/** A standing figure: what travellers have paid for and do not hold a ticket of. */
async function readUnticketed({ db }: Pick<Platform, 'db'>): Promise<FlightFigures['unticketed']> {
  const { rows } = (await db.execute(sql`
    select count(*)::int as orders, coalesce(sum(total), 0)::text as amount from orders
    where kind = 'flight' and status in ('paid', 'on_hold', 'ticketing', 'ticketing_failed', 'stuck')`)) as unknown as {
    rows: { orders: number; amount: string }[];
  };
  return { orders: rows[0]!.orders, amount: Number(rows[0]!.amount) };
}
