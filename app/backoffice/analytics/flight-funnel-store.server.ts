import { sql, type SQL } from 'drizzle-orm';
import { leadEnds, leads } from '#app/commerce/traffic/lead-rules.ts';
import type { Db } from '#app/platform/database.server.ts';
import { CostlyRead, KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Geography } from '#app/products/flights/flights-context.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { addDays, dateIn, minuteMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { windowOf } from './figures-store.server.ts';
import { leastOf } from './measure-rules.ts';
import { funnelDays, funnelSplits, isShown, type FunnelFilter, type FunnelRow, type FunnelSplit } from './flight-funnel-list.ts';

type Filters = Readonly<Record<FunnelFilter, string>>;
type Counted = { readonly [split in FunnelSplit]: string | null } & Readonly<Record<string, string | number | null>>;

export interface FlightFunnel {
  readonly rows: readonly FunnelRow[];
  readonly from: CalendarDate;
  /** Included. */
  readonly until: CalendarDate;
  /** The first day on which searches were counted with what was shown; null: none yet. */
  readonly since: CalendarDate | null;
  /** Whether they were counted on all of these days. */
  readonly whole: boolean;
  /** When it was read. */
  readonly at: Instant;
}

const none = { searches: 0, offers: 0, orders: 0, holds: 0, paid: 0, tickets: 0 };
const mostNamed = 40;
const choiceDays = 7;

/** The busiest routes and airlines, to be asked for. */
interface Choices {
  readonly routes: readonly string[];
  readonly airlines: readonly string[];
}
/** Searches are for cities, orders of airports: both are told by city. */
type Cities = Pick<Geography, 'metro' | 'airportsOf'>;
type Span = Pick<FlightFunnel, 'from' | 'until'>;
type Reads = Pick<Platform, 'db' | 'clock'>;

const reckoned = new CostlyRead<FlightFunnel>();

/** What can be asked for, of the last week: read seldom, as it only names the choices. */
const choices = new KeptRead<Choices>(10 * minuteMs);

/**
 * The same for a page, with what can be asked for. Of many orders it takes a while: then it is as it was some seconds or
 * minutes ago, and `asOf` (HH:MM in Dubai) says so; null where it is of this moment. What is asked of one route or one
 * airline is little, and read as it is: it waits for nothing that is told of all.
 */
export async function tellFlightFunnel(
  platform: Reads,
  cities: Cities,
  asked: Filters,
): Promise<FlightFunnel & { asOf: string | null } & Choices> {
  const { db, clock } = platform;
  const now = clock.now();
  const filters = { ...asked, route: byCity(cities, asked.route) };
  const { days, route, airline, cabin, lead } = filters;
  const keyOf = (more: Pick<Filters, 'cabin' | 'lead'>) => [dateIn('Asia/Dubai', now), days, more.cabin, more.lead].join(' ');
  const narrow = route !== '' || airline !== '';
  const { value, kept } = narrow
    ? { value: await readFlightFunnel(platform, cities, filters), kept: false }
    : await reckoned.read(db, keyOf(filters), () => readFlightFunnel(platform, cities, filters));
  const whole = narrow || cabin !== '' || lead !== '' ? reckoned.peek(db, keyOf({ cabin: '', lead: '' })) : value;
  const named: Choices = whole
    ? { routes: busiest(whole.rows, 'route'), airlines: busiest(whole.rows, 'airline') }
    : await choices.read(db, dateIn('Asia/Dubai', now), now, () => readChoices(db, cities, dateIn('Asia/Dubai', now)));
  // What is asked for stands among the choices, however little of it there is.
  const withAsked = (names: readonly string[], one: string) => (one === '' || names.includes(one) ? names : [...names, one]);
  return {
    ...value,
    asOf: kept ? localTimeIn('Asia/Dubai', value.at).slice(11) : null,
    routes: withAsked(named.routes, route),
    airlines: withAsked(named.airlines, airline),
  };
}

/** Routes and airlines that searches of the last week were for, the busiest first. */
async function readChoices(db: Db, cities: Cities, until: CalendarDate): Promise<Choices> {
  const busy = async (split: 'route' | 'airline', which: SQL, least: number) =>
    rowsOf<{ member: string }>(
      await db.execute(sql`
        select ${sql.raw(split)} as member from flight_search_days
        where day between ${addDays(until, 1 - choiceDays)}::date and ${until}::date and ${which}
        group by 1 having sum(searches) >= ${least} order by sum(searches) desc, 1 limit ${mostNamed}`),
    ).map(({ member }) => member);
  const [routes, airlines] = await Promise.all([busy('route', sql`airline = ''`, leastOf), busy('airline', sql`airline <> ''`, 1)]);
  return { routes: [...new Set(routes.map((route) => byCity(cities, route)))], airlines };
}

/** Searches, what was laid out for them and what became of the orders of some days, by each split. The caller has judged access. */
export async function readFlightFunnel({ db, clock }: Reads, cities: Cities, filters: Filters): Promise<FlightFunnel> {
  const at = clock.now();
  const until = dateIn('Asia/Dubai', at);
  const from = addDays(until, 1 - (Number(filters.days) || funnelDays[0]));
  const span = { from, until };
  const [asked, ordered, since] = await Promise.all([
    readSearches(db, span, filters),
    readOrders(db, span, cities, filters),
    readSince(db),
  ]);
  const rows = new Map<string, FunnelRow>();
  for (const counted of [...asked, ...ordered])
    for (const split of funnelSplits) {
      const said = counted[split];
      if (said === null || said === '') continue;
      const member = split === 'route' ? byCity(cities, said) : said;
      const key = `${split} ${member}`;
      const before: FunnelRow = rows.get(key) ?? { split, member, ...none };
      const sums = Object.fromEntries(
        Object.keys(none).map((name) => [name, before[name as keyof typeof none] + Number(counted[name] ?? 0)]),
      );
      rows.set(key, { split, member, ...(sums as typeof none) });
    }
  const shown = [...rows.values()].filter((row) => isShown(row, filters.route));
  return { rows: shown, ...span, since, whole: since !== null && since <= from, at };
}

/** Members of a split, the busiest first. */
function busiest(rows: readonly FunnelRow[], split: FunnelSplit): string[] {
  const cases = ({ searches, orders }: FunnelRow) => searches + orders;
  return rows
    .filter((row) => row.split === split)
    .toSorted((a, b) => cases(b) - cases(a) || (a.member < b.member ? -1 : 1))
    .slice(0, mostNamed)
    .map(({ member }) => member);
}

const byCity = ({ metro }: Cities, route: string): string =>
  route
    .split('-')
    .map((code) => metro(code))
    .join('-');

const setsOf = (splits: readonly FunnelSplit[]) => sql.raw(`grouping sets (${splits.map((split) => `(${split})`).join(', ')})`);
const rowsOf = <Row>(result: unknown) => (result as { rows: Row[] }).rows;

function meeting(filters: Filters, splits: readonly FunnelSplit[]): SQL {
  const asked = splits.filter((split) => filters[split] !== '');
  return asked.length === 0 ? sql`` : sql.join(asked.map((split) => sql` and ${sql.raw(split)} = ${filters[split]}`));
}

/** A search is counted once, and once for each airline that was laid out for it. */
async function readSearches(db: Db, { from, until }: Span, filters: Filters): Promise<Counted[]> {
  const read = async (splits: readonly FunnelSplit[], airline: SQL) =>
    rowsOf<Counted>(
      await db.execute(sql`
        select ${sql.raw(funnelSplits.map((split) => (splits.includes(split) ? split : `null as ${split}`)).join(', '))},
          sum(searches)::float8 as searches, sum(offers)::float8 as offers
        from flight_search_days
        where day between ${from}::date and ${until}::date and ${airline} ${meeting(filters, ['route', 'cabin', 'lead'])}
        group by ${setsOf(splits)}`),
    );
  const one = filters.airline === '' ? null : sql`airline = ${filters.airline}`;
  const [all, byAirline] = await Promise.all([
    read(['route', 'cabin', 'lead'], one ?? sql`airline = ''`),
    read(['airline'], one ?? sql`airline <> ''`),
  ]);
  return [...all, ...byAirline];
}

/** How far ahead a journey was bought, as searches are told apart. */
const leadOfOrder = (days: SQL): SQL =>
  sql`case ${sql.join(leadEnds.map(([end, lead]) => sql`when ${days} <= ${sql.raw(String(end))} then ${sql.raw(`'${lead}'`)} `))} else ${sql.raw(`'${leads.at(-1)!}'`)} end`;

async function readOrders(db: Db, { from, until }: Span, { airportsOf }: Cities, filters: Filters): Promise<Counted[]> {
  const [origins, destinations] = filters.route === '' ? [] : filters.route.split('-').map((code) => [...airportsOf(code)]);
  const pairs = origins?.flatMap((origin) => destinations!.map((destination) => `${origin}-${destination}`));
  // As an index has it.
  const ofRoute = pairs ? sql`and coalesce(f.placed_route, f.origin || '-' || f.destination) = any(${sql.param(pairs)}::text[])` : sql``;
  const ofAirline = filters.airline === '' ? sql`` : sql`and f.airline = ${filters.airline}`;
  const window = windowOf(from, addDays(until, 1));
  // As it was placed: an exchange makes other flights of an order. Of what is older the price says the cabin.
  const lead = leadOfOrder(sql`coalesce(f.placed_departs, f.departs_on) - (o.created_at at time zone 'Asia/Dubai')::date`);
  const cabin = sql`coalesce(f.placed_cabin, (
    select p.quote #>> '{facts,cabin}' from price_snapshots p where p.order_id = o.id and p.number = 1), '')`;
  return rowsOf<Counted>(
    await db.execute(sql`
      with placed as (
        select coalesce(f.placed_route, f.origin || '-' || f.destination) as route, f.airline, ${cabin} as cabin, ${lead} as lead,
          became.held, became.paid, became.ticketed
        from orders o
        join flight_orders f on f.order_id = o.id
        cross join lateral (
          select coalesce(bool_or(e.to_status = 'held'), false) as held,
            coalesce(bool_or(e.event in ('authorised', 'reclaimed')), false) as paid,
            coalesce(bool_or(e.event in ('tickets-received', 'found-ticketed')), false) as ticketed
          from order_events e where e.order_id = o.id) became
        where o.kind = 'flight' and o.created_at >= ${window.from}::timestamptz and o.created_at < ${window.until}::timestamptz ${ofRoute} ${ofAirline}
      )
      select route, airline, cabin, lead, count(*)::int as orders, (count(*) filter (where held))::int as holds,
        (count(*) filter (where paid))::int as paid, (count(*) filter (where ticketed))::int as tickets
      from placed where true ${meeting(filters, ['cabin', 'lead'])}
      group by ${setsOf(funnelSplits)}`),
  );
}

async function readSince(db: Db): Promise<CalendarDate | null> {
  const [row] = rowsOf<{ day: CalendarDate | null }>(await db.execute(sql`select min(day)::text as day from flight_search_days`));
  return row?.day ?? null;
}
