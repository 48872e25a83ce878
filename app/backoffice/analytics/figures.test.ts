import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVisits } from '#app/commerce/traffic/traffic-store.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { dateIn, dayMs, hourMs, minuteMs } from '#app/values/dates.ts';
import { openTestPlatform, testNow, type TestPlatform } from '#tests/support/test-platform.ts';
import { addUpDays, workOnDays } from './add-up-days.server.ts';
import { readDays, readProgress, sumWindow } from './figures-store.server.ts';
import { valueOf } from './measure-rules.ts';
import { nameMember, readSupplierNames } from './name-member.server.ts';
import { openCohorts } from './open-cohorts.server.ts';
import { openExplorer } from './open-explorer.server.ts';
import { listAlerts } from '../alerts/list-alerts.server.ts';
import { listTasks } from '../list-tasks.server.ts';
import { tellTasks } from '../tell-tasks.server.ts';
import { openFlightFigures } from './open-flight-figures.server.ts';
import { openOverview } from './open-overview.server.ts';
import { openRecords } from './open-records.server.ts';
import { forgetLive } from './read-figures.server.ts';
import { addAlert, watchAlerts } from './work-alerts.server.ts';
import { workOnAnalytics } from './work-on-analytics.server.ts';

let platform: TestPlatform;
const owner = { kind: 'staff', user: { id: 'u' }, staff: { userId: 'u', displayName: 'U', roles: ['owner'] } } as never;

/** An order as its tables hold it, placed so long ago and paid ten minutes later; nothing else of it matters here. */
async function anOrder(wish: {
  ago: number;
  paid?: boolean;
  total?: number;
  margin?: number;
  /** Of a bag and a seat. */
  extras?: number;
  language?: string;
  mail?: string;
  ticket?: 'yes' | 'no';
  status?: string;
}) {
  const { db } = platform;
  const id = randomUUID();
  const at = (later: number) => new Date(testNow - wish.ago + later).toISOString();
  const total = wish.total ?? 100_000;
  const quote = {
    lines: [
      { kind: 'fare', amount: { amount: total, currency: 'AED' } },
      { kind: 'markup', amount: { amount: wish.margin ?? 4_000, currency: 'AED' } },
      { kind: 'bag', amount: { amount: (wish.extras ?? 0) / 2, currency: 'AED' } },
      { kind: 'seat', amount: { amount: (wish.extras ?? 0) / 2, currency: 'AED' } },
    ],
  };
  await db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
    values (${id}, ${id.slice(0, 8)}, 'flight', ${wish.status ?? 'draft'}, ${id}, '', ${wish.mail ?? id}, ${wish.language ?? 'en'}, 'AED', ${total}, 'guest', '', ${at(0)}::timestamptz, ${at(0)}::timestamptz, ${at(0)}::timestamptz, ${at(0)}::timestamptz)`);
  await db.execute(sql`
    insert into flight_orders (order_id, origin, destination, departs_on, departs_at, airline, supplier, seats, passengers, choices)
    values (${id}, 'DXB', 'LHR', '2026-12-01', ${at(0)}::timestamptz, 'EK', 'house', 1, '{}', '{}')`);
  await db.execute(sql`
    insert into price_snapshots (order_id, number, quote, total, currency, rules_version, cause, at)
    values (${id}, 1, ${JSON.stringify(quote)}::jsonb, ${total}, 'AED', (select min(version) from pricing_versions), 'placed', ${at(0)}::timestamptz)`);
  const step = (version: number, event: string, later: number) =>
    db.execute(sql`
      insert into order_events (order_id, version, event, from_status, to_status, actor, at)
      values (${id}, ${version}, ${event}, 'draft', 'draft', 'system', ${at(later)}::timestamptz)`);
  if (wish.paid !== false) await step(1, 'authorised', 10 * minuteMs);
  if (wish.ticket) await step(2, wish.ticket === 'yes' ? 'tickets-received' : 'ticketing-refused', 16 * minuteMs);
  return id.slice(0, 8);
}

beforeAll(async () => {
  platform = await openTestPlatform();
  await workOnAnalytics(platform);
  for (let n = 0; n < 6; n += 1) await anOrder({ ago: 3 * dayMs, mail: 'again', total: 100_000 + n, ticket: 'yes' });
  for (let n = 0; n < 4; n += 1) await anOrder({ ago: 40 * dayMs, mail: `buyer-${n}`, language: 'pt', ticket: n === 0 ? 'no' : 'yes' });
  await anOrder({ ago: 41 * dayMs, mail: 'again' });
  await anOrder({ ago: 2 * dayMs, paid: false });
  await anOrder({ ago: hourMs, total: 50_000, margin: 2_000 });
  const [today, before] = [dateIn('Asia/Dubai', testNow), dateIn('Asia/Dubai', (testNow - 3 * dayMs) as typeof testNow)];
  const visits = { kind: 'flight', route: 'DXB-LHR', language: 'en', currency: 'AED' };
  await addVisits(platform.db, [
    { day: before, step: 'search', count: 700, ...visits },
    { day: today, step: 'search', count: 40, ...visits },
  ]);
});

afterAll(() => platform.close());

const askedJobs = async () => {
  const { rows } = (await platform.db.execute(
    sql`select count(*)::int as n from pgboss.job where name = 'analytics.add-up' and state < 'completed'`,
  )) as unknown as { rows: { n: number }[] };
  return rows[0]!.n;
};

const open = (query: string) => openExplorer(platform, new URLSearchParams(query));

describe('figures', () => {
  it('are added up by jobs where nobody did before, and a page says meanwhile which days it lacks', async () => {
    const first = await open('measure=revenue&by=language&period=year');
    expect(first.missing).toEqual({ from: '2026-10-13', until: '2026-11-16', done: 0, all: 35 });
    expect(first.whole.value).toBe(600_015 + 50_000);
    expect((await open('measure=revenue&by=language&period=7d&against=none')).missing).toBeNull();
    expect(await askedJobs()).toBe(1);
    // Ten days are added up by each job, and the last leaves nothing to ask for.
    await workOnDays(platform);
    expect(await askedJobs()).toBe(2);
    expect((await open('measure=revenue&period=year')).missing).toMatchObject({ from: '2026-10-23', done: 10 });
    expect(await askedJobs()).toBe(2);
    await platform.jobs.drain();
    const done = await open('measure=revenue&by=language&period=year');
    expect([done.missing, done.whole.value]).toEqual([null, 600_015 + 50_000 + 500_000]);
    expect(await askedJobs()).toBe(0);
  });

  it('are the same before and after their days were added up, and after adding up once more', async () => {
    const queries = [
      'measure=revenue&by=language',
      'measure=margin&by=route',
      'measure=searches&by=route',
      'measure=ticketing-success&by=airline&period=year',
    ];
    // A few days are not worth a job: they are read as they are.
    await platform.db.execute(sql`update figure_progress set through = '2026-11-17'`);
    await platform.db.execute(sql`delete from figure_days where day > '2026-11-17'`);
    forgetLive(platform.db);
    const live = await Promise.all(queries.map(open));
    expect(live[0]!.missing).toBeNull();
    expect(live[0]!.whole.value).toBe(600_015 + 50_000);
    await addUpDays(platform);
    forgetLive(platform.db);
    const added = await Promise.all(queries.map(open));
    expect(added).toEqual(live);
    expect((await readProgress(platform.db))?.through).toBe('2026-11-22');
    await addUpDays(platform);
    forgetLive(platform.db);
    expect(await Promise.all(queries.map(open))).toEqual(live);
  });

  it('name suppliers as the register does, and codes that it does not know as they are', async () => {
    const names = await readSupplierNames(platform.db);
    const { rows } = (await platform.db.execute(sql`select code, name from flight_suppliers order by code limit 1`)) as unknown as {
      rows: { code: string; name: string }[];
    };
    const t = textsFor('ar').of('analytics');
    expect(nameMember(t, 'ar', 'supplier', rows[0]!.code, names)).toBe(rows[0]!.name);
    expect(nameMember(t, 'ar', 'supplier', 'gone-long-ago', names)).toBe('gone-long-ago');
    expect((await readSupplierNames(platform.db, 'airline')).size).toBe(0);
  });

  it('add up to the direct sum of the orders', async () => {
    const { rows } = (await platform.db.execute(sql`
      select count(*)::int as paid, sum(p.total)::int as revenue from order_events e join price_snapshots p on p.order_id = e.order_id
      where e.event = 'authorised' and e.at < '2026-11-22T20:00:00Z'`)) as unknown as { rows: { paid: number; revenue: number }[] };
    const days = await readDays(
      platform.db,
      { facts: ['paid', 'revenue'], dimension: 'all', from: '2020-01-01' as never, until: '2026-11-22' as never, kind: '' },
      'kind',
      '2026-11-23' as never,
    );
    const sum = (fact: string) => days.filter((row) => row.fact === fact).reduce((all, { amount }) => all + amount, 0);
    expect({ paid: sum('paid'), revenue: sum('revenue') }).toEqual(rows[0]);
    const direct = await sumWindow(platform.db, { from: '2026-01-01T00:00:00Z', until: '2026-11-22T20:00:00Z' });
    const all = direct.filter((row) => row.fact === 'revenue' && row.dimension === 'all').reduce((whole, { amount }) => whole + amount, 0);
    expect(all).toBe(rows[0]!.revenue);
  });

  it('are the same in whichever way they are split', async () => {
    for (const by of ['kind', 'language', 'route', 'airline', 'supplier']) {
      const { rows, whole } = await open(`measure=paid&by=${by}`);
      // The one that was paid today is among those of its language.
      expect(rows.reduce((sum, { figure }) => sum + (figure.value ?? 0), 0)).toBe(whole.value);
    }
  });

  it('put languages of fewer than five people together, and hide them where even together they are fewer', async () => {
    const october = await open('measure=paid&by=language&period=own&from=2026-10-01&until=2026-10-31');
    expect(october.rows.map(({ member, figure }) => [member, figure.value])).toEqual([['', 5]]);
    expect(october.hidden).toBe(false);
    const oneDay = await open('measure=paid&by=language&period=own&from=2026-10-14&until=2026-10-14');
    expect([oneDay.whole.value, oneDay.rows, oneDay.hidden]).toEqual([4, [], true]);
  });

  it('set a period beside the one before', async () => {
    const { whole, series } = await open('measure=searches');
    expect([whole.value, whole.before, whole.change]).toEqual([740, 0, null]);
    expect(series.now.at(-1)).toBe(40);
    const year = await open('measure=orders&period=7d&against=previous');
    expect([year.whole.value, year.whole.before]).toEqual([8, 0]);
  });

  it('show the very orders behind a figure, and none that may not be opened', async () => {
    const params = new URLSearchParams('measure=ticketing-success&by=airline&member=EK&period=year&fact=ticket-refused');
    const found = await openRecords(platform, owner, params);
    expect(found.rows).toHaveLength(1);
    expect(found.rows[0]!.to).toBe(`/admin/orders/${found.rows[0]!.name}`);
    const marketing = { kind: 'staff', user: { id: 'm' }, staff: { userId: 'm', displayName: 'M', roles: ['marketing'] } } as never;
    expect(await openRecords(platform, marketing, params)).toMatchObject({ rows: [], withheld: true });
  });

  it('lead to nothing where visits were only counted', async () => {
    expect(await openRecords(platform, owner, new URLSearchParams('measure=searches'))).toMatchObject({ rows: [], countedOnly: true });
  });

  it('have no average and no share of nothing', async () => {
    expect(valueOf('average', { revenue: 0 })).toBeNull();
    const { tiles, funnel } = await openOverview(platform, new URLSearchParams('period=own&from=2025-01-01&until=2025-01-31'));
    expect(tiles.map(({ value }) => value)).toEqual([0, 0, 0, 0, null, null]);
    expect(funnel.every(({ value, change }) => value === 0 && change === null)).toBe(true);
  });

  it('know who came back, and only of months with five buyers', async () => {
    const { cohorts, hidden } = await openCohorts(platform);
    expect(cohorts).toEqual([{ month: '2026-10-01', buyers: 5, returned: ['few', ...Array.from({ length: 11 }, () => null)] }]);
    expect(hidden).toBe(true);
  });
});

it('counts as paid and not ticketed what waits for a look at its payment, too', async () => {
  const unticketed = async () => (await openFlightFigures(platform, new URLSearchParams())).unticketed;
  const before = await unticketed();
  await anOrder({ ago: hourMs, status: 'on_hold', total: 70_000 });
  expect(await unticketed()).toEqual({ orders: before.orders + 1, amount: before.amount + 70_000 });
});

it('says what was paid beside the fare, and what airlines changed of what they had sold, by airline and route', async () => {
  const figures = async (asked: string) => (await open(`${asked}&period=28d&against=none`)).whole.value;
  forgetLive(platform.db);
  const before = await figures('measure=extras&by=airline');
  const reference = await anOrder({ ago: 2 * hourMs, extras: 24_000 });
  const { rows } = (await platform.db.execute(sql`select id from orders where reference = ${reference}`)) as unknown as {
    rows: { id: string }[];
  };
  const changed = async (notice: string, severity: 'minor' | 'major') => {
    const at = new Date(testNow - hourMs).toISOString();
    await platform.db.execute(sql`
      insert into schedule_changes (id, source, notice, order_id, contract, status, severity, kinds, was, refundable, acceptable, departs_at, said_at, received_at)
      values (${notice}, 'house', ${notice}, ${rows[0]!.id}, 0, 'ended', ${severity}, '{moved}', '[]', false, false, ${at}, ${at}, ${at})`);
  };
  await changed('one', 'minor');
  await changed('two', 'major');
  forgetLive(platform.db);
  expect(await figures('measure=extras&by=route')).toBe(before! + 24_000);
  expect(await figures('measure=schedule-changes&by=airline')).toBe(2);
  expect(await figures('measure=schedule-major&by=supplier')).toBe(50);
  const view = await openFlightFigures(platform, new URLSearchParams('period=28d&against=none'));
  expect(view.airlines).toMatchObject([{ member: 'EK', changes: { value: 2 } }]);
  expect(view.routes[0]!.figures.find(({ measure }) => measure === 'extras')!.value).toBe(before! + 24_000);
  const paid = await figures('measure=paid&kind=flight');
  expect(await figures('measure=extras-each&by=airline')).toBe(Math.round((before! + 24_000) / paid!));
  const behind = await openRecords(platform, owner, new URLSearchParams('measure=schedule-changes&by=airline&member=EK&period=28d'));
  expect(behind.rows.map(({ name }) => name)).toEqual([reference, reference]);
});

it('tells the desk of a figure that is off by the name of its supplier, or by a code that the register does not know', async () => {
  const { rows } = (await platform.db.execute(sql`select code, name from flight_suppliers order by code limit 1`)) as unknown as {
    rows: { code: string; name: string }[];
  };
  const [{ code, name }] = rows as [{ code: string; name: string }];
  expect(name).not.toBe(code);
  await platform.db.execute(sql`insert into users (id, name, email) values ('u', 'U', 'u@example.com') on conflict do nothing`);
  await platform.db.execute(
    sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status) values ('u', 'U', '{owner}', true, 'active') on conflict do nothing`,
  );
  const wish = { measure: 'orders', direction: 'below', threshold: '9999', minutes: '60', least: '1' };
  for (const supplier of [code, 'gone-long-ago', ''])
    expect(await addAlert(platform, { userId: 'u', requestId: 'r' }, { ...wish, supplier })).toMatchObject({ ok: true });
  await watchAlerts(platform);
  const said = (await platform.db.execute(
    sql`select detail->>'supplier' as supplier from staff_tasks where kind = 'figure-alert'`,
  )) as unknown as {
    rows: { supplier: string }[];
  };
  expect(said.rows.map(({ supplier }) => supplier).toSorted()).toEqual(['*', name, 'gone-long-ago'].toSorted());

  // What was opened under the code, by its name where it is read.
  await platform.db.execute(sql`update staff_tasks set detail = detail || jsonb_build_object('supplier', ${code}::text),
    text_key = 'tasks:figure-alert.ticketing-success' where kind = 'figure-alert' and detail->>'supplier' = ${name}`);
  const { tasks } = await listTasks(platform, owner, { view: 'open', kind: 'figure-alert', search: '' });
  const alerts = (await listAlerts(platform, owner)).filter(({ kind }) => kind === 'figure-alert');
  for (const all of [tasks, alerts]) {
    const tell = await tellTasks(platform.db, 'en', all);
    const ofSupplier = (supplier: string) => tell({ textKey: 'tasks:figure-alert.ticketing-success', detail: { supplier } });
    expect(all.map(tell).filter((words) => words.includes('Supplier: '))).toEqual([expect.stringContaining(`Supplier: ${name}.`)]);
    expect(ofSupplier('*')).toContain('Supplier: all suppliers.');
    expect(ofSupplier('gone-long-ago')).toContain('Supplier: gone-long-ago.');
  }
});
