/*
 * Completed bookings per second: `npm run bench:checkout`. The built server on a PostgreSQL of its own (fsync on), the
 * pretend bank as a process, and a closed loop of travellers on the same cores. A booking counts when the bank has
 * authorised it and the order says paid; what follows (tickets, capture, invoice, mail) is counted until the last one.
 *   --path steps   every request a browser without JavaScript sends, from the list to the bank: seven, as the peers need
 *   --path sale    from a filled draft: hold, pay, bank
 *   --processes 1,2  --connections 1,16,64  --seconds 8  --hot (one flight at a time)  --profile FOLDER  --statements
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { createDraft } from '#app/products/flights/booking/booking-draft-store.server.ts';
import { emptyBooking, withFlights } from '#app/products/flights/booking/booking-draft.ts';
import { dateOfDay } from '#app/products/flights/engine/calendar.ts';
import { formatSearch } from '#app/products/flights/search/flight-search-form.ts';
import type { FlightSearch, Offer } from '#app/products/flights/offer.ts';
import { openHouseInventory } from '#app/products/flights/supplier/house-inventory.server.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { serverEnv, serverFlags } from '../scripts/serving.mjs';
import { fixedSearches } from './fixed-searches.ts';
import { aParty, Traveller, type Sale } from '#tests/support/rush-traveller.ts';

const { values } = parseArgs({
  options: {
    path: { type: 'string', default: 'steps,sale' },
    processes: { type: 'string', default: '1,2' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '3' },
    hot: { type: 'boolean', default: false },
    profile: { type: 'string' },
    statements: { type: 'boolean', default: false },
  },
});
const list = (text: string) => text.split(',').map(Number);
const seconds = Number(values.seconds);
const port = Number(process.env['PORT'] ?? 4390);
const secret = 'a secret for measuring only, 0123456789';
const webhookSecret = 'a webhook secret for measuring only';

interface Process {
  readonly pid: number;
  stop(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'rihla-bench-checkout-'));
const postgres = await startPostgres({
  settings: { shared_buffers: '1GB', ...(values.statements ? { shared_preload_libraries: 'pg_stat_statements' } : {}) },
});

/** Runs a script of the project until it says that it is ready. */
async function launch(args: readonly string[], env: Record<string, string>, ready: () => Promise<boolean>): Promise<Process> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env['PATH'], ...env } });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  while (!(await ready().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended before it was ready`);
    await pause(50);
  }
  return {
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const answers = (url: string) => async () => (await fetch(url)).ok;

/** Milliseconds of processor time that a process and its children have used. */
function cpuOf(pid: number): number {
  const own = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) * 10;
  };
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(pid);
      } catch {
        return false;
      }
    });
  return [...children.map((name) => cpuOf(Number(name))), own()].reduce((sum, each) => sum + each, 0);
}

const world = await theWorld();

/** Direct flights on the busiest pairs, each a stock of its own. */
async function findSales(platform: Awaited<ReturnType<typeof openPlatform>>, wanted: number): Promise<Sale[]> {
  const house = openHouseInventory(platform, world);
  const now = platform.clock.now();
  const sales: Sale[] = [];
  const seen = new Set<string>();
  for (const search of fixedSearches(world.timetable.airports, Math.floor(now / 86_400_000) + 30, 2_000)) {
    if (sales.length === wanted) break;
    const direct: FlightSearch = {
      ...search,
      maxStops: 0,
      slices: [{ ...search.slices[0]!, date: dateOfDay(Math.floor(now / 86_400_000) + 60) }],
    };
    const found = await house.search({ search: direct, chosen: [] }, { now });
    if (found.outcome !== 'ok' || found.value.facts.length === 0) continue;
    const offer: Offer = found.value.offer(found.value.facts[0]!.at);
    if (seen.has(offer.id)) continue;
    seen.add(offer.id);
    sales.push({ offer, search: direct, query: formatSearch(direct).toString() });
  }
  return sales;
}

interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
  readonly done: number;
  readonly behindMs: number;
  readonly cpu: string;
}

async function measure(path: string, processes: number, connections: number): Promise<Figures> {
  const name = `bench_${path}_${processes}_${connections}`;
  const url = await postgres.createDatabase(name);
  const home = join(folder, name);
  mkdirSync(home);
  const env = readEnv({ DATABASE_URL: url, DATA_DIR: home, AUTH_SECRET: secret, LOG_LEVEL: 'silent', NODE_ENV: 'test' });
  const platform = await openPlatform(env, { work: false, database: await openDatabase({ url, dataDir: home, poolSize: 4 }) });
  const sales = await findSales(platform, 60);
  const bankPort = port + 9;
  const bank = await launch(
    ['sandbox/main.ts'],
    {
      PORT: String(bankPort),
      SANDBOX_JOURNAL: join(home, 'bank.jsonl'),
      WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/payments`,
      WEBHOOK_SECRET: webhookSecret,
    },
    answers(`http://127.0.0.1:${bankPort}/healthz`),
  );
  const servers: Process[] = [];
  for (let index = 0; index < processes; index += 1) {
    const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
    servers.push(
      await launch(
        [...profile, ...serverFlags, 'server/main.ts'],
        {
          ...serverEnv,
          PORT: String(port + index),
          NODE_ID: `bench-${index}`,
          DATABASE_URL: url,
          DATA_DIR: home,
          AUTH_SECRET: secret,
          WEBHOOK_SECRET: webhookSecret,
          SANDBOX_URL: `http://127.0.0.1:${bankPort}`,
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          LOG_LEVEL: 'error',
          NODE_ENV: 'test',
        },
        answers(`http://127.0.0.1:${port + index}/readyz`),
      ),
    );
  }
  const data = new pg.Pool({ connectionString: url, max: 2 });
  data.on('error', () => undefined);
  const drafts: string[][] = [];
  if (path === 'sale') {
    const each = Math.ceil((700 * (seconds + Number(values.warm))) / connections);
    for (let traveller = 0; traveller < connections; traveller += 1) {
      const own: string[] = [];
      for (let index = 0; index < Math.min(each, 4_000 / connections); index += 1) {
        const sale = sales[(traveller * 7 + index) % sales.length]!;
        const chosen = withFlights(emptyBooking, sale.search, [sale.offer], sale.offer.brands[0]!.code);
        const booking = { ...chosen, ...aParty(), currentStep: 6 };
        own.push((await createDraft(platform, { booking, checkedBags: {} })).cookie.split(';')[0]!);
      }
      drafts.push(own);
    }
  }

  /** Bookings whose traveller waits for the word that they are paid. */
  const waiting = new Map<string, () => void>();
  let watching = true;
  const watch = (async () => {
    while (watching) {
      if (waiting.size > 0) {
        const { rows } = await data.query<{ reference: string }>(
          `select reference from orders where reference = any($1) and status not in ('draft', 'priced', 'held', 'payment_pending')`,
          [[...waiting.keys()]],
        );
        for (const { reference } of rows) {
          waiting.get(reference)?.();
          waiting.delete(reference);
        }
      }
      await pause(4);
    }
  })();
  const paid = (reference: string) => new Promise<void>((resolve) => waiting.set(reference, resolve));

  let hot = 0;
  const turn = Array.from({ length: connections }, (_, index) => index * 7);
  const latencies: number[] = [];
  let lost = 0;
  let counting = false;
  let running = true;
  const travel = async (index: number) => {
    const server = `http://127.0.0.1:${port + (index % processes)}`;
    const traveller = new Traveller(server, `http://127.0.0.1:${port}`, `127.0.${1 + (index >> 7)}.${1 + (index & 127)}`);
    while (running) {
      const at = values.hot ? hot : turn[index]! % sales.length;
      turn[index]! += 1;
      const sale = sales[at]!;
      const began = performance.now();
      const reference = path === 'sale' ? await traveller.buyDraft(drafts[index]!.pop() ?? '') : await traveller.buy(sale);
      if (reference === null) {
        if (counting) lost += 1;
        if (values.hot && hot === at) hot = (hot + 1) % sales.length;
        continue;
      }
      if (reference === 'out-of-drafts') break;
      await paid(reference);
      if (counting && running) latencies.push(performance.now() - began);
    }
    traveller.close();
  };
  const loops = Array.from({ length: connections }, (_, index) => travel(index));
  const failed = Promise.all(loops);
  failed.catch(() => undefined);
  const during = (ms: number) => Promise.race([pause(ms), failed]);
  await during(Number(values.warm) * 1000);
  if (values.statements) await data.query('create extension if not exists pg_stat_statements; select pg_stat_statements_reset()');
  const tree = { server: servers.map(({ pid }) => pid), pg: [postgres.pid], bank: [bank.pid], driver: [process.pid] };
  const used = () => ({
    server: tree.server.reduce((sum, pid) => sum + cpuOf(pid), 0),
    pg: cpuOf(postgres.pid),
    bank: cpuOf(bank.pid),
    driver: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  const before = used();
  counting = true;
  const began = performance.now();
  await during(seconds * 1000);
  const took = performance.now() - began;
  counting = false;
  const after = used();
  if (values.statements) await tellStatements(data, latencies.length);
  running = false;
  const whole = performance.now();
  await Promise.race([failed, pause(30_000)]);
  const open = async () =>
    Number((await data.query(`select count(*) as n from orders where status in ('payment_pending', 'paid', 'ticketing')`)).rows[0].n);
  while ((await open()) > 0 && performance.now() - whole < 120_000) await pause(100);
  const behindMs = performance.now() - whole;
  watching = false;
  await watch;
  const findings = await askInvariants(platform.db, { now: platform.clock.now(), holdTtlMs: env.HOLD_TTL_MS, settleMs: 60_000 }, {}, [
    'I1',
    'I2',
    'I3',
    'I4',
    'I10',
    'I12',
    'I18',
    'I19',
    'I20',
    'I22',
    'I24',
  ]);
  const broken = brokenLines(findings);
  if (broken.length > 0) console.log(`PROMISES BROKEN: ${broken.slice(0, 5).join('; ')}`);
  for (const server of servers) await server.stop();
  await bank.stop();
  await data.end();
  await platform.close();
  const sorted = latencies.toSorted((a, b) => a - b);
  const per = (key: keyof ReturnType<typeof used>) => ((after[key] - before[key]) / Math.max(1, latencies.length)).toFixed(1);
  return {
    rate: latencies.length / (took / 1000),
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    lost,
    done: latencies.length,
    behindMs,
    cpu: `server ${per('server')} + pg ${per('pg')} + bank ${per('bank')} + driver ${per('driver')}`,
  };
}

/** What PostgreSQL was asked, the most time first. */
async function tellStatements(data: pg.Pool, bookings: number): Promise<void> {
  const { rows } = await data.query(
    `select calls, total_exec_time as ms, rows, regexp_replace(query, '\\s+', ' ', 'g') as query from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc`,
  );
  const calls = rows.reduce((sum, row) => sum + Number(row.calls), 0);
  console.log(
    `${(calls / bookings).toFixed(1)} statements a booking, ${(rows.reduce((sum, row) => sum + row.ms, 0) / bookings).toFixed(2)} ms of them`,
  );
  for (const row of rows.slice(0, 70))
    console.log(
      `${(row.calls / bookings).toFixed(2).padStart(7)} ${(row.ms / bookings).toFixed(3).padStart(8)} ms  ${String(row.query).slice(0, 150)}`,
    );
}

console.log('path   procs  conns  bookings/s   p50 ms   p99 ms   refused  tickets behind ms   CPU ms a booking');
try {
  for (const path of values.path.split(','))
    for (const processes of list(values.processes))
      for (const connections of list(values.connections)) {
        const { rate, p50, p99, lost, behindMs, cpu } = await measure(path, processes, connections);
        console.log(
          `${path.padEnd(6)} ${String(processes).padStart(5)} ${String(connections).padStart(6)} ${rate.toFixed(1).padStart(11)} ${p50.toFixed(0).padStart(8)} ${p99.toFixed(0).padStart(8)} ${String(lost).padStart(9)} ${behindMs.toFixed(0).padStart(18)}   ${cpu}`,
        );
      }
} catch (fault) {
  console.error(fault);
  process.exitCode = 1;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
