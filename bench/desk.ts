/*
 * `npm run bench:desk`, the first part of `bench:lists`: how long a clerk waits for every list of the desk, and for its
 * dashboard, over a full house: 100,000 orders, and 1,000,000 orders with 3,000,000 events and 200,000 customers, in PostgreSQL. Pages are asked of the
 * built server by a signed-in owner, as a browser does, the first page and one some 50,000 rows down. The houses stand beside
 * each other and are asked in turns, so that what else the machine does falls on both and their ratio holds. Fails when a
 * list takes more than 150 ms or the dashboard more than 300 ms at the 95th percentile, when a list takes more than half as
 * long again in the larger house, or when a sale waits for the nightly close, which runs before the pages are asked.
 *   BENCH_ORDERS=50000,500000   other sizes; one alone measures once
 *   BENCH_ONLY=flights          only pages whose name holds the word
 *   BENCH_CLOSE=no              without the nightly close
 *   BENCH_BLOCKS=yes            also how many blocks of the database a page reads, which no other load changes
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { positions } from '#app/commerce/ledger/ledger-postings.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { loadCatalogue } from '#seeds/catalogue.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { loadEvisas } from '#app/products/visas/evisa/load-evisas.server.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServer, stop } from './bench-server.ts';
import { growHouse } from './grow-house.ts';
import { measureClose } from './nightly-close.ts';

const sizes = (process.env['BENCH_ORDERS'] ?? '100000,1000000').split(',').map(Number);
const only = process.env['BENCH_ONLY'] ?? '';
const countsBlocks = process.env['BENCH_BLOCKS'] === 'yes';
const runs = 20;
/** Asked before it counts: the first answers fill the caches. */
const warmUp = 3;
const mostMs = 150;
const mostDashboardMs = 300;
const mostGrowth = 1.5;
/** Below this, a factor says more about the machine than about the list. */
const growthFromMs = 40;

const postgres = await startPostgres({
  fsync: false,
  settings: {
    shared_buffers: '2GB',
    max_wal_size: '4GB',
    maintenance_work_mem: '256MB',
    ...(countsBlocks ? { shared_preload_libraries: 'pg_stat_statements' } : {}),
  },
});
const folder = mkdtempSync(join(tmpdir(), 'rihla-bench-desk-'));

interface Page {
  readonly name: string;
  readonly path: () => Promise<string>;
  readonly most: number;
}

/** A house of so many orders, its nightly close measured, ready to be asked. */
async function openHouse(size: number) {
  const begun = performance.now();
  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: join(folder, String(size)),
    DATABASE_URL: await postgres.createDatabase(`desk${size}`),
    AUTH_SECRET: 'a secret for measuring only, 0123456789',
  };
  const platform = await openPlatform(readEnv({ ...settings, LOG_LEVEL: 'silent' }), { work: false });
  await seedDemo(platform);
  await loadCatalogue(platform);
  await loadEvisas(platform, evisaCountries, { replace: false });
  const client = new pg.Client(settings.DATABASE_URL);
  await client.connect();
  // Tickets and points are shown to everybody, as in a house that uses them.
  await client.query(`update early_access set is_on = true`);
  if (countsBlocks) await client.query('create extension pg_stat_statements');
  await growHouse(client, platform, size);
  console.log(`\n${size} orders after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const closed = process.env['BENCH_CLOSE'] === 'no' || (await measureClose(platform, settings.DATABASE_URL));
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  const { server } = await startServer(port, { ...settings, PUBLIC_URL: home, ROLE: 'web' });
  return {
    size,
    closed,
    home,
    pages: await pagesOf(client),
    cookie: await signIn(home),
    client,
    close: async () => {
      await stop(server);
      await client.end();
      await platform.close();
    },
  };
}
type House = Awaited<ReturnType<typeof openHouse>>;

/** Everything that is measured. */
async function pagesOf(client: pg.Client): Promise<Page[]> {
  const value = async (query: string): Promise<string> => {
    const { rows } = await client.query<{ v: string | null }>(query);
    return rows[0]?.v ?? '';
  };
  /** A row so far down a list; where the list is shorter, its middle. */
  const down = async (table: string, order: string, say: string) => {
    const rows = Number(await value(`select count(*)::text as v from ${table}`));
    const at = rows > 60_000 ? 50_000 : Math.floor(rows / 2);
    return value(`select ${say} as v from ${table} order by ${order} offset ${at} limit 1`);
  };
  const iso = (column: string) => `to_char(date_trunc('milliseconds', ${column}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const list: Page[] = [];
  const add = (name: string, path: string | (() => Promise<string>), most = mostMs) =>
    list.push({ name, path: typeof path === 'string' ? () => Promise.resolve(path) : path, most });
  const sample = async (query: string) => {
    const { rows } = await client.query<{ v: string }>(`${query} limit 40`);
    let turn = 0;
    return () => encodeURIComponent(rows[turn++ % rows.length]?.v ?? 'none');
  };
  const reference = await sample('select reference as v from orders tablesample system (1)');
  const surname = await sample(`select 'Traveller' || (n % 3000) as v from generate_series(1, 40) n`);
  const mail = await sample(`select 'customer' || (n * 37) || '@bench.example' as v from generate_series(1, 40) n`);
  const number = await sample('select number as v from invoices tablesample system (1)');
  const ticket = await sample('select number as v from flight_tickets tablesample system (1)');
  const locator = await sample('select locator as v from flight_contracts tablesample system (1)');

  add('dashboard', '/admin/dashboard', mostDashboardMs);
  add('tasks', '/admin/tasks');
  for (const tab of ['open', 'mine', 'free', 'late', 'escalated', 'asleep']) add(`work: ${tab}`, `/admin/work?tab=${tab}`);
  for (const kind of ['flight', 'evisa', 'refund', 'inquiry', 'ticket']) add(`work of ${kind}`, `/admin/work?kind=${kind}`);
  add('work, further down', async () => {
    const at = await down(
      'flight_orders where limit_at is not null',
      'limit_at, order_id',
      `to_char(limit_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~flight~' || order_id`,
    );
    return `/admin/work?after=${encodeURIComponent(at)}`;
  });
  add('find a reference', async () => `/admin/find?q=${reference()}`);
  add('find the beginning of one', async () => `/admin/find?q=${reference().slice(0, 4)}`);

  const flights = '/admin/orders/flights';
  for (const queue of ['all', 'ticket-now', 'hold-expiring', 'failed-stuck', 'changes', 'refunds', 'ancillaries', 'duplicate'])
    add(`flights: ${queue}`, `${flights}?queue=${queue}`);
  for (const sort of ['departs', '-departs', 'created', '-created', 'total', '-total', '-limit'])
    add(`flights: all by ${sort}`, `${flights}?sort=${sort}`);
  for (const sort of ['departs', '-created']) add(`flights: refunds by ${sort}`, `${flights}?queue=refunds&sort=${sort}`);
  add('flights: a route', `${flights}?from=DXB&to=LHR`);
  add('flights: a route by departure', `${flights}?from=DXB&to=LHR&sort=departs`);
  add('flights: an airline', `${flights}?airline=EK`);
  add('flights: days of departure', `${flights}?departs-from=2026-12-01&departs-until=2026-12-07`);
  add('flights: one state', `${flights}?state=ticketed`);
  add('flights: a supplier', `${flights}?supplier=house`);
  for (const paid of positions) add(`flights: ${paid}`, `${flights}?paid=${paid}`);
  for (const paid of ['paid', 'part-paid', 'unpaid']) add(`flights: ${paid} by -departs`, `${flights}?paid=${paid}&sort=-departs`);
  add('flights: nobody’s', `${flights}?owner=nobody`);
  add('flights: mine', `${flights}?owner=mine`);
  add('flights: find a reference', async () => `${flights}?find=${reference()}`);
  add('flights: find a surname', async () => `${flights}?find=${surname()}`);
  add('flights: find an address', async () => `${flights}?find=${mail()}`);
  add('flights: find a ticket', async () => `${flights}?find=${ticket()}`);
  add('flights: find a locator', async () => `${flights}?find=${locator()}`);
  const flightRow = async (order: string, query: string) => {
    const key = { departs: 'extract(epoch from departs_at)', created: 'extract(epoch from created_at)' }[order]!;
    const after = await down('flight_desk', `${key} desc`, `-(${key}) || '_' || -extract(epoch from created_at) || '_' || id`);
    return `${flights}?sort=-${order}${query}&after=${after}`;
  };
  const [departsDown, createdDown] = [await flightRow('departs', ''), await flightRow('created', '')];
  add('flights: all by -departs, page 1,000', departsDown);
  add('flights: all by -created, page 1,000', createdDown);
  const limitDown = await down('flight_desk', 'created_at desc', `'1000000000000_' || -extract(epoch from created_at) || '_' || id`);
  add('flights: all, page 1,000', `${flights}?after=${limitDown}`);

  for (const [name, kind] of [
    ['holidays', 'holiday'],
    ['experiences', 'experience'],
    ['staycations', 'staycation'],
  ] as const) {
    const path = `/admin/orders/${name}`;
    for (const queue of ['answer', 'ahead', 'held', 'over', 'ended', 'all']) add(`${name}: ${queue}`, `${path}?queue=${queue}`);
    for (const sort of ['-placed', 'total', '-total']) add(`${name}: all by ${sort}`, `${path}?queue=all&sort=${sort}`);
    for (const sort of ['-placed', '-total']) add(`${name}: over by ${sort}`, `${path}?queue=over&sort=${sort}`);
    add(`${name}: nobody’s`, `${path}?queue=all&owner=nobody`);
    add(`${name}: mine`, `${path}?queue=all&owner=me`);
    add(`${name}: find a surname`, async () => `${path}?find=${surname()}`);
    add(`${name}: find a reference`, async () => `${path}?find=${reference()}`);
    const after = await down(
      `(select * from bookings where kind = '${kind}') b`,
      'starts_at desc, id desc',
      `${iso('starts_at')} || '~' || id`,
    );
    add(`${name}: all, page 1,000`, `${path}?queue=all&after=${after}`);
  }
  for (const queue of ['open', 'waiting', 'bank', 'late', 'failed', 'settled', 'all']) {
    add(`refunds: ${queue}`, `/admin/orders/refunds?queue=${queue}`);
    add(`refunds: ${queue} by -amount`, `/admin/orders/refunds?queue=${queue}&sort=-amount`);
  }
  add('refunds: of flights', '/admin/orders/refunds?queue=all&kind=flight');
  add('refunds: find', async () => `/admin/orders/refunds?find=${reference()}`);
  add('e-visas: all', '/admin/orders/evisa?queue=all');
  add('e-visas: new', '/admin/orders/evisa?queue=new');

  for (const queue of ['all', 'invoices', 'credit-notes', 'open', 'overdue', 'credited']) {
    add(`invoices: ${queue}`, `/admin/invoices?queue=${queue}`);
    add(`invoices: ${queue} by -gross`, `/admin/invoices?queue=${queue}&sort=-gross`);
  }
  add('invoices: a month', '/admin/invoices?from=2026-10-01&until=2026-10-31');
  add('invoices: find a number', async () => `/admin/invoices?find=${number()}`);
  add('invoices: find a reference', async () => `/admin/invoices?find=${reference()}`);
  add('invoices: find a surname', async () => `/admin/invoices?find=${surname()}`);
  const invoiceDown = await down('invoices', 'issued_at desc, id desc', `${iso('issued_at')} || '~' || id`);
  add('invoices: all, page 1,000', `/admin/invoices?after=${invoiceDown}`);
  add('money: ageing', '/admin/invoices/ageing');
  add('money: unmatched', '/admin/invoices/unmatched');
  add('money: VAT return', '/admin/invoices/vat');
  add('money: numbers', '/admin/invoices/numbers');

  for (const queue of ['all', 'accounts', 'guests', 'owing', 'risk', 'blocked']) {
    add(`customers: ${queue}`, `/admin/customers?queue=${queue}`);
    for (const sort of ['-lifetime', '-orders', '-balance'])
      add(`customers: ${queue} by ${sort}`, `/admin/customers?queue=${queue}&sort=${sort}`);
  }
  add('customers: a country', '/admin/customers?country=OM');
  add('customers: a country by -lifetime', '/admin/customers?country=OM&sort=-lifetime');
  add('customers: a tag', '/admin/customers?tag=vip');
  add('customers: a language', '/admin/customers?language=pt');
  add('customers: find an address', async () => `/admin/customers?find=${mail()}`);
  add('customers: find a name', async () => `/admin/customers?find=${surname()}`);
  add('customers: find a common name', '/admin/customers?find=Mona');
  add('customers: find a reference', async () => `/admin/customers?find=${reference()}`);
  const customerDown = await down('customers', 'last_contact_at desc, id desc', `${iso('last_contact_at')} || '~' || id`);
  add('customers: all, page 1,000', `/admin/customers?after=${customerDown}`);

  for (const queue of ['current', 'owing', 'empty', 'all']) add(`companies: ${queue}`, `/admin/customers/companies?queue=${queue}`);
  for (const sort of ['-balance', '-members', '-changed']) add(`companies: by ${sort}`, `/admin/customers/companies?sort=${sort}`);
  add('companies: find', '/admin/customers/companies?find=company%2020');
  // One of ten people, and the one of thousands.
  for (const company of ['company-20', 'company-0']) {
    add(`customers: ${company}`, `/admin/customers?company=${company}`);
    add(`customers: ${company} by -lifetime`, `/admin/customers?company=${company}&sort=-lifetime`);
    add(`invoices: ${company}`, `/admin/invoices?company=${company}`);
    add(`invoices: ${company}, open`, `/admin/invoices?queue=open&company=${company}`);
    add(`flights: ${company}`, `${flights}?company=${company}`);
    add(`flights: ${company} by -created`, `${flights}?company=${company}&sort=-created`);
    add(`work: ${company}`, `/admin/work?company=${company}`);
    add(`statement: ${company}`, `/admin/invoices/statement?of=company:${company}`);
    add(`companies: the record of ${company}`, `/admin/customers/companies/${company}`);
  }

  add('mails', '/admin/notifications');
  for (const status of ['sent', 'failed', 'bounced']) add(`mails: ${status}`, `/admin/notifications?state=${status}`);
  add('mails: a language', '/admin/notifications?language=pt');
  add('mails: a kind', '/admin/notifications?kind=orders.order-confirmed');
  add('mails: a month', '/admin/notifications?from=2026-06-01&until=2026-06-30');
  const mailDown = await down('mail_log', 'queued_at desc, id desc', 'id');
  add('mails: page 1,000', `/admin/notifications?after=${mailDown}`);

  add('audit', '/admin/audit-log');
  add('audit: an action', '/admin/audit-log?action=order.paid');
  add('audit: a noun', '/admin/audit-log?action=order');
  add('audit: a colleague', `/admin/audit-log?actor=staff:${await value('select user_id as v from internal_users order by 1')}`);
  add('audit: travellers', '/admin/audit-log?actor=customer');
  add('audit: a month', '/admin/audit-log?from=2026-06-01&until=2026-06-30');
  add('audit: find a reference', async () => `/admin/audit-log?find=${reference()}`);
  const auditDown = await down('audit_events', 'sequence desc', 'sequence::text');
  add('audit: page 1,000', `/admin/audit-log?before=${auditDown}`);

  for (const state of ['living', 'late', 'new', 'solved', 'closed', 'all']) {
    add(`tickets: ${state}`, `/admin/tickets?state=${state}`);
    add(`tickets: ${state}, newest`, `/admin/tickets?state=${state}&sort=newest`);
  }
  add('tickets: nobody’s', '/admin/tickets?owner=nobody');
  add('tickets: a language', '/admin/tickets?state=all&language=pt');
  add('tickets: find an address', async () => `/admin/tickets?find=${mail()}`);
  const ticketDown = await down('tickets', 'created_at desc, id', `(extract(epoch from created_at) * 1000)::bigint || '_' || id`);
  add('tickets: all newest, far down', `/admin/tickets?state=all&sort=newest&after=${ticketDown}`);

  for (const queue of ['all', 'member', 'gold', 'held']) add(`points: ${queue}`, `/admin/loyalty?queue=${queue}`);
  add('points: recent', '/admin/loyalty?sort=recent');
  const memberDown = await down('loyalty_members', 'available desc, user_id', `available || '_' || user_id`);
  add('points: far down', `/admin/loyalty?after=${memberDown}`);

  for (const queue of ['flights', 'holidays', 'evisa', 'visa-assistance'])
    for (const state of ['new', 'won', 'all']) add(`inquiries of ${queue}: ${state}`, `/admin/inquiries/${queue}?state=${state}`);
  add('inquiries: find an address', async () => `/admin/inquiries/flights?find=${mail()}`);
  const inquiryDown = await down('inquiries', 'created_at desc, id', `(extract(epoch from created_at) * 1000)::bigint || '_' || id`);
  add('inquiries: far down', `/admin/inquiries/flights?state=all&after=${inquiryDown}`);
  for (const state of ['waiting', 'published', 'all']) add(`reviews: ${state}`, `/admin/reviews?state=${state}`);
  const reviewDown = await down('reviews', 'changed_at desc, id', `(extract(epoch from changed_at) * 1000)::bigint || '_' || id`);
  add('reviews: far down', `/admin/reviews?state=all&after=${reviewDown}`);
  for (const queue of ['all', 'open']) add(`quotes: ${queue}`, `/admin/orders/flights/quotes?queue=${queue}`);
  add('users', '/admin/users');
  add('alerts', '/admin/alerts');
  for (const view of ['mine', 'late', 'done']) add(`tasks: ${view}`, `/admin/tasks?view=${view}`);
  for (const queue of ['open', 'overdue', 'answered', 'all']) add(`schedules: ${queue}`, `/admin/orders/flights/schedules?queue=${queue}`);

  add('analytics', '/admin/analytics');
  add('analytics: flights', '/admin/analytics/flights');
  add('analytics: explore', '/admin/analytics/explore');
  add('analytics: cohorts', '/admin/analytics/cohorts');
  add('analytics: records', '/admin/analytics/records?fact=placed');
  return list.filter(({ name }) => name.includes(only));
}

/** Cookies of the owner, as a browser keeps them. */
async function signIn(home: string): Promise<string> {
  const answer = await fetch(`${home}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: home, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'admin@rihla.example', password: demoPassword }).toString(),
  });
  if (answer.status !== 302) throw new Error(`The owner was not let in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Milliseconds until the last byte of one page. */
async function ask({ home, cookie }: House, { path }: Page): Promise<number> {
  const asked = await path();
  const begun = performance.now();
  const answer = await fetch(`${home}${asked}`, { redirect: 'manual', headers: { Cookie: cookie } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${asked} answered ${answer.status}`);
  return performance.now() - begun;
}

/** Blocks that a page reads, of ten that were asked one after the other. */
async function blocksOf(house: House, page: Page): Promise<number> {
  const asked = 10;
  await house.client.query('select pg_stat_statements_reset()');
  for (let run = 0; run < asked; run += 1) await ask(house, page);
  const { rows } = await house.client.query<{ n: number }>(
    `select sum(shared_blks_hit + shared_blks_read)::int as n from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())`,
  );
  return Math.round((rows[0]?.n ?? 0) / asked);
}

const houses: House[] = [];
for (const size of sizes) houses.push(await openHouse(size));
console.log(`\n${' '.repeat(42)}${houses.map(({ size }) => `${size} orders`.padStart(16).padEnd(26)).join('')}`);

let slow = 0;
let grown = 0;
const pages = houses[0]!.pages;
for (const [at, { name, most }] of pages.entries()) {
  const times = houses.map((): number[] => []);
  for (let run = 0; run < runs + warmUp; run += 1)
    for (const [house, each] of houses.entries()) {
      const took = await ask(each, each.pages[at]!);
      if (run >= warmUp) times[house]!.push(took);
    }
  const figures = times.map((all) => {
    all.sort((a, b) => a - b);
    return { median: all[Math.floor(all.length / 2)]!, p95: all[Math.ceil(all.length * 0.95) - 1]! };
  });
  const [small, large] = [figures[0]!, figures.at(-1)!];
  const isSlow = figures.some(({ p95 }) => p95 > most);
  const growth = large.median / small.median;
  const isGrown = growth > mostGrowth && large.median > growthFromMs;
  slow += Number(isSlow);
  grown += Number(isGrown);
  const cells = figures.map(({ median, p95 }) =>
    `median ${median.toFixed(0).padStart(4)}, p95 ${p95.toFixed(0).padStart(4)} ms`.padEnd(26),
  );
  const marks = [`${growth.toFixed(2)} times`, ...(isSlow ? ['TOO SLOW'] : []), ...(isGrown ? ['GREW TOO MUCH'] : [])];
  const blocks: number[] = [];
  for (const each of countsBlocks ? houses : []) blocks.push(await blocksOf(each, each.pages[at]!));
  const read = countsBlocks ? `   ${blocks.join(' and ')} blocks` : '';
  console.log(`${name.padEnd(42)}${cells.join('')}${marks.join('   ')}${read}`);
}
console.log(`${pages.length} pages, ${slow} of them over their limit, ${grown} grown too much`);
const failed = slow > 0 || grown > 0 || houses.some(({ closed }) => !closed);
for (const house of houses) await house.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
