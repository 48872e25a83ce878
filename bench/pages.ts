import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { dateOfDay } from '#app/products/flights/engine/calendar.ts';
import { formatSearch } from '#app/products/flights/search/flight-search-form.ts';
import { openWorld } from '#app/products/flights/world/open-world.server.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { cpuMs, startServer, stop } from './bench-server.ts';
import { fixedSearches } from './fixed-searches.ts';
import { keepLimits } from './limits.ts';

/**
 * `npm run bench:pages`: pages at 16 connections on the embedded database and on PostgreSQL, the memory after it, and
 * the JavaScript of a first load. One machine runs server and load, so read the figures as ratios; CPU is the server's
 * own time for one request, which a busy machine disturbs least. First a server that only answers is measured: machines of
 * the same make differ by several times from hour to hour, and so does everything that follows. Loopback only, bounded.
 */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
/** Until the pages' code is compiled, which takes so many requests however slow the machine is: below that the figures are those of the compiler. */
const warmUpSeconds = 5;
const warmUpRequests = 4_000;
const mostWarmUps = 6;
const port = 4480;
const base = `http://127.0.0.1:${port}`;
const today = Math.floor(Date.now() / 86_400_000);
const queries = fixedSearches((await openWorld()).timetable.airports, today, 500).map((search) => formatSearch(search).toString());
const popular = new URLSearchParams({ from: 'DXB', to: 'LHR', depart: dateOfDay(today + 45), adults: '1' }).toString();
const typed = ['d', 'du', 'dub', 'lon', 'lond', 'london', 'maynila', 'istanbl', 'são p', 'دبي', 'new yo', 'united k', 'cdg', 'heathrow'];

interface Load {
  readonly name: string;
  /** The address of the nth request. */
  readonly path: (turn: number) => string;
  readonly connections?: number;
  /** As a browser asks; without it the answer is not compressed. */
  readonly gzip?: boolean;
}

const results = '/flight-search-results';
const asked = 'results as the browser asks, 500 searches';
const loads: readonly Load[] = [
  { name: 'home, kept', path: () => '/' },
  { name: 'home, kept, gzip', path: () => '/', gzip: true },
  // A query makes the page its own: it is rendered each time.
  { name: 'home, rendered', path: () => '/?rendered=1' },
  // An unknown parameter makes each address new, so that no page of it is kept.
  { name: 'results, rendered, 500 searches', path: (turn) => `${results}?${queries[turn % queries.length]}&turn=${turn}` },
  { name: 'results, rendered, one search', path: (turn) => `${results}?${popular}&turn=${turn}` },
  { name: 'results, kept', path: () => `${results}?${popular}` },
  { name: 'results, kept, gzip', path: () => `${results}?${popular}`, gzip: true },
  {
    name: asked,
    path: (turn) => `${results}.data?${queries[turn % queries.length]}&turn=${turn}&_routes=flight-results`,
  },
  { name: 'place search', path: (turn) => `/api/places?lang=en&q=${encodeURIComponent(typed[turn % typed.length]!)}` },
  {
    name: 'place search, never typed before, 1 connection',
    path: (turn) => `/api/places?lang=en&q=${encodeURIComponent(typed[turn % typed.length]!)}%20${turn}`,
    connections: 1,
  },
];

function memoryMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

async function measure(server: ChildProcess, { name, path, connections = 16, gzip = false }: Load) {
  const head = await fetch(base + path(0));
  if (head.status !== 200) throw new Error(`${name}: ${head.status} for ${path(0)}`);
  let turn = 0;
  const run = (duration: number) =>
    autocannon({
      url: base,
      connections,
      duration,
      headers: gzip ? { 'accept-encoding': 'gzip' } : {},
      requests: [{ method: 'GET', setupRequest: (request) => ({ ...request, path: path((turn += 1)) }) }],
    });
  for (let served = 0, times = 0; served < warmUpRequests && times < mostWarmUps; times += 1)
    served += (await run(warmUpSeconds)).requests.total;
  const before = cpuMs(server.pid!);
  const found = await run(seconds);
  const cpu = cpuMs(server.pid!) - before;
  if (found.non2xx > 0 || found.errors > 0) throw new Error(`${name}: ${found.non2xx} answers that were not 2xx, ${found.errors} errors`);
  return {
    page: name,
    'requests/s': Math.round(found.requests.average),
    'p50 ms': found.latency.p50,
    'p99 ms': found.latency.p99,
    'CPU ms': (cpu / found.requests.total).toFixed(2),
    'MB resident': memoryMb(server.pid!),
  };
}

/** What a first visit downloads: every script and module preload in the HTML, compressed by us. */
async function firstLoad(label: string, path: string) {
  const html = await (await fetch(base + path)).text();
  // The map of routes in the page names more files than it fetches: only what is preloaded or imported counts.
  const files = new Set(
    [...html.matchAll(/(?:from |import\()"(\/assets\/[\w.-]+\.js)"| data-files="([^"]*)"/g)].flatMap((match) =>
      (match[1] ?? match[2]!).split(' '),
    ),
  );
  let gzip = 0;
  let brotli = 0;
  for (const file of files) {
    const bytes = readFileSync(join('build', 'client', file));
    gzip += gzipSync(bytes).length;
    brotli += brotliCompressSync(bytes).length;
  }
  return {
    page: label,
    files: files.size,
    'JS gzip KB': (gzip / 1024).toFixed(1),
    'JS brotli KB': (brotli / 1024).toFixed(1),
    'HTML KB': (html.length / 1024).toFixed(1),
    'HTML gzip KB': (gzipSync(html).length / 1024).toFixed(1),
  };
}

async function round(name: string, env: Record<string, string>) {
  const { server, readyMs } = await startServer(port, env);
  try {
    const started = memoryMb(server.pid!);
    const rows = [];
    for (const load of loads) rows.push(await measure(server, load));
    console.log(
      `\n${name}: ready after ${(readyMs / 1000).toFixed(2)} s, ${started} MB resident then, ${memoryMb(server.pid!)} MB after the load`,
    );
    console.table(rows);
    const loaded = await Promise.all([firstLoad('home', '/'), firstLoad('results', `${results}?${popular}`)]);
    return { rows, loaded };
  } finally {
    await stop(server);
  }
}

/** As many bytes as the list of a search has as data, compressed by nobody. */
async function yardstick(): Promise<void> {
  const { server } = await startServer(port, { BYTES: '6000' }, 'bench/plain-server.ts');
  try {
    console.log('\nthis machine, now');
    console.table([await measure(server, { name: 'an answer of 6,000 bytes and nothing else', path: () => '/' })]);
  } finally {
    await stop(server);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'rihla-bench-'));
try {
  await yardstick();
  // Once to make and seed the database, so that the figures are those of a second start.
  await stop((await startServer(port, { DATA_DIR: dataDir })).server);
  const embedded = await round('embedded database', { DATA_DIR: dataDir });
  const postgres = await startPostgres();
  try {
    const rounds = [
      ['embedded', embedded] as const,
      ['PostgreSQL', await round('PostgreSQL', { DATA_DIR: dataDir, DATABASE_URL: postgres.url, DEMO: 'true' })] as const,
    ];
    console.log('\nfirst load');
    console.table(embedded.loaded);
    keepLimits([
      ...rounds.flatMap(([house, { rows }]) => {
        const row = (page: string) => rows.find((one) => one.page === page)!;
        return [
          {
            what: `home kept to rendered, ${house}`,
            figure: row('home, kept')['requests/s'] / row('home, rendered')['requests/s'],
            unit: 'times',
            least: 5,
          },
          { what: `results as the browser asks, ${house}`, figure: row(asked)['p99 ms'], unit: 'ms, p99', most: 60 },
        ];
      }),
      ...embedded.loaded.map((one) => ({
        what: `first scripts of ${one.page}, gzip`,
        figure: Number(one['JS gzip KB']),
        unit: 'KB',
        most: 150,
      })),
    ]);
  } finally {
    await postgres.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
