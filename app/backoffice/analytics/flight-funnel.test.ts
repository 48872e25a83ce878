import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { leadOf } from '#app/commerce/traffic/lead-rules.ts';
import { keepShownFlights } from '#app/commerce/traffic/shown-flights.server.ts';
import { tallyOf } from '#app/commerce/traffic/tally.server.ts';
import type { ShownFlights } from '#app/commerce/traffic/visit-rules.ts';
import { consentKey } from '#app/storefront/consent/consent.ts';
import { dateIn, dayMs, dayNumber, fromDayNumber } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { countVisit } from '#server/count-visits.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { bookedOf, issuedOf, type FunnelSplit } from './flight-funnel-list.ts';
import { readFlightFunnel, tellFlightFunnel } from './flight-funnel-store.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const page = '/admin/analytics/flights/funnel';
const now = clock.now();
/** XBB and XBC are airports of one city. */
const cities = {
  metro: (code: string) => (code === 'XBC' ? 'XBB' : code),
  airportsOf: (code: string) => (code === 'XBB' ? ['XBB', 'XBC'] : [code]),
};
const everything = { days: '', route: '', airline: '', cabin: '', lead: '' };
let app: TestApp;

/** How far an order of these tests came. */
const steps = ['placed', 'held', 'paid', 'ticketed'] as const;

/** An order as its tables hold it; nothing else of it matters here. */
async function anOrder(wish: { route: string; airline: string; cabin: string; ahead: number; ago: number; came: (typeof steps)[number] }) {
  const id = randomUUID();
  const at = new Date(now - wish.ago).toISOString();
  const [from, to] = wish.route.split('-');
  const departs = fromDayNumber(dayNumber(dateIn('Asia/Dubai', (now - wish.ago) as typeof now)) + wish.ahead);
  await db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
    values (${id}, ${id.slice(0, 8)}, 'flight', 'draft', ${id}, '', ${id}, 'en', 'AED', 100000, 'guest', '', ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)`);
  await db.execute(sql`
    insert into flight_orders (order_id, origin, destination, departs_on, departs_at, airline, supplier, seats, passengers, choices)
    values (${id}, ${from}, ${to}, ${departs}::date, ${at}::timestamptz, ${wish.airline}, 'house', 1, '{}', '{}')`);
  await db.execute(sql`
    insert into price_snapshots (order_id, number, quote, total, currency, rules_version, cause, at)
    values (${id}, 1, ${JSON.stringify({ lines: [], facts: { product: 'flight', cabin: wish.cabin } })}::jsonb, 100000, 'AED',
      (select min(version) from pricing_versions), 'placed', ${at}::timestamptz)`);
  const moves = [
    ['hold', 'held'],
    ['authorised', 'paid'],
    ['tickets-received', 'ticketed'],
  ] as const;
  for (const [index, [event, status]] of moves.slice(0, steps.indexOf(wish.came)).entries())
    await db.execute(sql`
      insert into order_events (order_id, version, event, from_status, to_status, actor, at)
      values (${id}, ${index + 1}, ${event}, 'draft', ${status}, 'system', ${at}::timestamptz)`);
}

const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' };
let searches = 0;
/** Somebody is answered with a page of results, `times` times: those after the first from a kept page. */
async function aSearch(shown: ShownFlights, times = 1, query = '', headers: object = visitor) {
  searches += 1;
  const asked = `?from=XAA&to=XBB&n=${searches}${query}`;
  keepShownFlights(db, asked, Promise.resolve(shown));
  for (let time = 0; time < times; time += 1) {
    // The browser's own navigation asks for the data of the same search.
    const path = time % 2 === 0 ? `/flight-search-results${asked}` : `/flight-search-results.data${asked}&_routes=flight-results`;
    countVisit(db, now, new Request(`https://shop.example${path}`, { headers: { ...headers } }), 200, { language: 'en', currency: null });
  }
}

beforeAll(async () => {
  app = await openTestApp(platform);
  const xay = { route: 'XAA-XBB', airline: 'Y1', cabin: 'economy', ahead: 10, ago: 2 * dayMs };
  for (const came of ['placed', 'held', 'paid', 'ticketed', 'ticketed', 'ticketed'] as const) await anOrder({ ...xay, came });
  await anOrder({ ...xay, cabin: 'business', came: 'ticketed' });
  await anOrder({ ...xay, route: 'XAA-XBC', ahead: 95, airline: 'Y2', came: 'held' });
  // Before the span that is shown, and a route of one family.
  await anOrder({ ...xay, ago: 31 * dayMs, came: 'ticketed' });
  await anOrder({ ...xay, route: 'XCC-XDD', came: 'paid' });
  const economy = { route: 'XAA-XBB', cabin: 'economy', lead: '8-14' } as const;
  await aSearch({ ...economy, airlines: ['Y1', 'Y1', 'Y2'] }, 9);
  await aSearch({ ...economy, cabin: 'business', airlines: ['Y2'] });
  await aSearch({ route: 'XCC-XDD', cabin: 'economy', lead: '91', airlines: [] });
  // Narrowed or turned, by a program, fetched ahead, asked not to count, or said no: none is a search of its own.
  const one = { ...economy, airlines: ['Y1'] };
  for (const name of ['page=2', 'out=Y1-100', 'bag=1', 'change=1', 'transit=1', 'patient=1', 'gone=1']) await aSearch(one, 1, `&${name}`);
  await aSearch(one, 1, '', { 'user-agent': 'Googlebot/2.1' });
  await aSearch(one, 1, '', { ...visitor, 'sec-purpose': 'prefetch' });
  await aSearch(one, 1, '', { ...visitor, 'sec-gpc': '1' });
  await aSearch(one, 1, '', { ...visitor, cookie: `${consentKey}=${encodeURIComponent('{"necessary":true,"analytics":false}')}` });
  await tallyOf(db).flush();
}, 120_000);

const read = async (asked: Partial<typeof everything>, split: FunnelSplit) => {
  const { rows } = await readFlightFunnel(platform, cities, { ...everything, ...asked });
  return Object.fromEntries(
    rows
      .filter((row) => row.split === split)
      .map(({ member, searches, offers, orders, holds, paid, tickets }) => [member, [searches, offers, orders, holds, paid, tickets]]),
  );
};

describe('days ahead', () => {
  it.each([
    [-1, '0-3'],
    [0, '0-3'],
    [3, '0-3'],
    [4, '4-7'],
    [14, '8-14'],
    [90, '61-90'],
    [91, '91'],
    [400, '91'],
  ])('%d are %s', (days, lead) => {
    expect(leadOf(days)).toBe(lead);
  });
});

describe('the way from a search to a ticket', () => {
  it('is counted for a route that enough asked for, and not for a handful', async () => {
    const routes = await read({}, 'route');
    expect(routes['XAA-XBB']).toEqual([10, 28, 8, 7, 5, 4]);
    expect(routes['XCC-XDD']).toBeUndefined();
  });

  it('counts a search for each airline that was laid out, and an order for the one that sells it', async () => {
    const airlines = await read({ route: 'XAA-XBB' }, 'airline');
    expect(airlines).toEqual({ Y1: [9, 18, 7, 6, 5, 4], Y2: [10, 10, 1, 1, 0, 0] });
  });

  it('is told apart by cabin and by days ahead, and narrowed by both', async () => {
    expect(await read({ airline: 'Y1' }, 'cabin')).toEqual({ economy: [9, 18, 7, 6, 5, 3], business: [0, 0, 1, 1, 1, 1] });
    // All that is told of one route may be a family's: the one order far ahead is left out.
    expect(await read({ route: 'XAA-XBB' }, 'lead')).toEqual({ '8-14': [10, 28, 7, 6, 5, 4] });
    expect(await read({ route: 'XAA-XBB', cabin: 'economy', lead: '8-14' }, 'route')).toEqual({ 'XAA-XBB': [9, 27, 6, 5, 4, 3] });
    expect(await read({ route: 'XAA-XBB', lead: '0-3' }, 'route')).toEqual({});
  });

  it('is of what was placed, whatever an exchange made of it', async () => {
    const changed = { route: 'XGG-XHH', airline: 'Y3', cabin: 'economy', ahead: 40, ago: dayMs, came: 'ticketed' } as const;
    for (let n = 0; n < 5; n += 1) await anOrder(changed);
    await db.execute(
      sql`update flight_orders set placed_route = 'XGG-XHH', placed_cabin = 'first', placed_departs = departs_on where airline = 'Y3'`,
    );
    await db.execute(sql`update flight_orders set origin = 'XII', destination = 'XJJ', departs_on = departs_on + 60 where airline = 'Y3'`);
    const [routes, cabins, leads] = await Promise.all((['route', 'cabin', 'lead'] as const).map((split) => read({ airline: 'Y3' }, split)));
    const five = [0, 0, 5, 5, 5, 5];
    expect([routes, cabins, leads]).toEqual([{ 'XGG-XHH': five }, { first: five }, { '31-60': five }]);
    expect((await read({ route: 'XGG-XHH' }, 'airline'))['Y3']).toEqual(five);
  });

  it('asks of a city when one of its airports is named, and says what can be asked for', async () => {
    const told = await tellFlightFunnel(platform, cities, { ...everything, route: 'XAA-XBC' });
    expect(told.rows.filter(({ split }) => split === 'route').map(({ member }) => member)).toEqual(['XAA-XBB']);
    expect([told.routes.includes('XAA-XBB'), told.routes.includes('XAA-XBC'), told.airlines.includes('Y1')]).toEqual([true, false, true]);
  });

  it('reads no more than what is asked for: one route waits for nothing that is told of all', async () => {
    const heard: string[] = [];
    const dialect = new PgDialect();
    const listening = new Proxy(db, {
      get(target, name) {
        if (name !== 'execute') return Reflect.get(target, name, target) as unknown;
        return (query: SQL) => {
          heard.push(dialect.sqlToQuery(query).sql);
          return target.execute(query);
        };
      },
    });
    const house = { db: listening, clock };
    const ofOrders = () => heard.filter((text) => text.includes('from orders'));
    const told = await tellFlightFunnel(house, cities, { ...everything, days: '7', route: 'XAA-XBB' });
    expect(ofOrders()).toHaveLength(1);
    expect(ofOrders()[0]).toMatch(/coalesce\(f\.placed_route, f\.origin \|\| '-' \|\| f\.destination\) = any/);
    expect([told.routes.includes('XAA-XBB'), told.airlines.includes('Y1')]).toEqual([true, true]);
    // All of them are read where all of them are asked for, and by an airline its own.
    await tellFlightFunnel(house, cities, { ...everything, days: '7' });
    await tellFlightFunnel(house, cities, { ...everything, days: '7', airline: 'Y1' });
    expect(ofOrders().map((text) => [text.includes('= any'), text.includes('and f.airline = ')])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it('is of the days that are asked for', async () => {
    expect((await read({ days: '90' }, 'route'))['XAA-XBB']!.slice(2)).toEqual([9, 8, 6, 5]);
    expect((await read({ days: '7' }, 'route'))['XAA-XBB']!.slice(2)).toEqual([8, 7, 5, 4]);
  });
});

it('is told of orders for searches only where searches were counted on all of the days', () => {
  const row = { split: 'route', member: 'XAA-XBB', searches: 10, offers: 28, orders: 8, holds: 7, paid: 5, tickets: 4 } as const;
  expect([bookedOf(row, true), bookedOf(row, false), bookedOf({ ...row, searches: 0 }, true)]).toEqual([80, null, null]);
  expect([issuedOf(row), issuedOf({ ...row, paid: 0 })]).toEqual([80, null]);
});

describe('its page', () => {
  it('shows, sorts, finds and narrows, says since when it counts, and leaves nonsense out', async () => {
    const cookie = await app.signIn('admin@rihla.example', demoPassword, true);
    const html = async (query: string) => (await (await app.send(`${page}${query}`, { cookie })).text()).replaceAll('<!-- -->', '');
    const first = await html('');
    expect(first).toContain('From search to ticket');
    const row = '<bdi>XAA – XBB</bdi>';
    expect(first).toContain(row);
    expect(first).not.toContain('XCC – XDD');
    expect(first).toContain(`Searches have been counted since`);
    expect(await html('?find=xaa')).toContain(row);
    expect(await html('?find=nowhere')).not.toContain(row);
    const airlines = await html('?queue=airline&route=XAA-XBB&sort=member');
    expect([airlines.indexOf('<bdi>Y1</bdi>') > 0, airlines.indexOf('<bdi>Y1</bdi>') < airlines.indexOf('<bdi>Y2</bdi>')]).toEqual([
      true,
      true,
    ]);
    expect(await html('?queue=lead&route=XAA-XBB')).toContain('8 to 14 days');
    const odd = `?queue=x&days=9999&route=${encodeURIComponent("A'--")}&airline=%00&cabin=attic&lead=1&sort=zz&after=t~x`;
    expect((await app.send(`${page}${odd}`, { cookie })).status).toBe(200);
    const file = await app.send(`${page}/export?queue=route&find=xaa`, { cookie, form: {} });
    const [head, line] = (await file.text()).trim().split('\r\n');
    expect(head).toContain('searches_since,reckoned_utc,split,name,searches_total,offers_total,orders,holds_total,paid,tickets_total');
    // Searches are counted since today only: no share of them is told of thirty days of orders.
    expect(line).toContain('route,XAA-XBB,10,28,7,6,5,4,,80.00');
    await db.execute(sql`insert into flight_search_days (day, route, airline, cabin, lead, searches, offers)
      values (current_date - 400, 'XEE-XFF', '', 'economy', '91', 1, 0)`);
    expect(await readFlightFunnel(platform, cities, everything)).toMatchObject({ whole: true });
  });

  it('is for who may see figures', async () => {
    const hr = await app.signIn('hr@rihla.example', demoPassword);
    expect((await app.send(page, { cookie: hr })).headers.get('location')).toContain('/admin/unauthorized');
  });
});
