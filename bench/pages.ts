import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { startPostgres } from '#tests/support/postgres.ts';

/**
 * `npm run bench:pages`: server-rendered pages at 16 connections on the embedded database and on PostgreSQL, and the
 * JavaScript of a first load. One machine runs server and load, so read the figures as ratios. Loopback only, bounded.
 */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const port = 4480;
const base = `http://127.0.0.1:${port}`;
const departs = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);

const pages: readonly (readonly [string, string])[] = [
  ['home, kept', '/'],
  // A query makes the page its own: it is rendered each time.
  ['home, rendered', '/?rendered=1'],
  ['results DXB to LHR', `/flight-search-results?from=DXB&to=LHR&depart=${departs}&adults=1&cabin=economy`],
  ['results MNL to LIS', `/flight-search-results?from=MNL&to=LIS&depart=${departs}&adults=1&cabin=economy`],
];

async function startServer(env: Record<string, string>): Promise<{ server: ChildProcess; readyMs: number }> {
  const started = performance.now();
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'error', ...env },
  });
  for (;;) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.');
    const ready = await fetch(`${base}/readyz`).catch(() => null);
    if (ready?.ok) return { server, readyMs: performance.now() - started };
    await new Promise((resume) => setTimeout(resume, 25));
  }
}

async function stop(server: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}

function memoryMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

async function measure(label: string, path: string) {
  const head = await fetch(base + path);
  if (head.status !== 200) throw new Error(`${label}: ${head.status} for ${path}`);
  await autocannon({ url: base + path, connections: 16, duration: 2 });
  const run = await autocannon({ url: base + path, connections: 16, duration: seconds });
  if (run.non2xx > 0 || run.errors > 0) throw new Error(`${label}: ${run.non2xx} answers that were not 2xx, ${run.errors} errors`);
  return { page: label, 'requests/s': Math.round(run.requests.average), 'p50 ms': run.latency.p50, 'p99 ms': run.latency.p99 };
}

/** What a first visit downloads: every script and module preload in the HTML, compressed by us. */
async function firstLoad(label: string, path: string) {
  const html = await (await fetch(base + path)).text();
  const files = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map((match) => match[0]));
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
  const { server, readyMs } = await startServer(env);
  try {
    const rows = [];
    for (const [label, path] of pages) rows.push(await measure(label, path));
    console.log(`\n${name}: ready after ${(readyMs / 1000).toFixed(2)} s, ${memoryMb(server.pid!)} MB resident after the load`);
    console.table(rows);
    const [kept, rendered] = rows;
    console.log(`home kept : rendered = ${(kept!['requests/s'] / rendered!['requests/s']).toFixed(1)} : 1`);
    return await Promise.all([firstLoad('home', '/'), firstLoad('results', pages[2]![1])]);
  } finally {
    await stop(server);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'rihla-bench-'));
try {
  // Once to make and seed the database, so that the figures are those of a second start.
  await stop((await startServer({ DATA_DIR: dataDir })).server);
  const loads = await round('embedded database', { DATA_DIR: dataDir });
  const postgres = await startPostgres();
  try {
    await round('PostgreSQL', { DATA_DIR: dataDir, DATABASE_URL: postgres.url, DEMO: 'true' });
  } finally {
    await postgres.stop();
  }
  console.log('\nfirst load');
  console.table(loads);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
