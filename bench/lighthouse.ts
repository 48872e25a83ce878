import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { findPlace } from '#app/site-map.ts';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import { inDays } from '#tests/support/browser-traveller.ts';
import { startServer, stop } from './bench-server.ts';

/**
 * `npm run bench:lighthouse [-- --base URL] [-- --runs N] [path ...]`: Lighthouse as a phone on slow 4G, the median of
 * three runs by performance, a new browser for each, against the production build on a fresh demo database. Ends with 1
 * when a goal is missed. A busy machine lowers the performance score; bytes, shifts and the other scores it leaves alone.
 */
const goals = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 } as const;
const mostShift = 0.02;
const mostScriptKb = 150;
const mostHomeKb = 400;
type Category = keyof typeof goals;

const words = process.argv.slice(2);
const option = (name: string) => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const given = option('base');
const runs = Number(option('runs') ?? 3);
const keep = option('keep');
const paths =
  words.length > 0
    ? words
    : ['/', `/flight-search-results?from=DXB&to=LHR&depart=${inDays(60)}`, '/blog/lisbon-on-foot', '/auth', '/help-center', '/help'];
const port = 4481;
const debugPort = 4482;

interface Audit {
  readonly score: number | null;
  readonly title: string;
  readonly displayValue?: string;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly Record<string, unknown>[] };
}
interface Report {
  readonly categories: Readonly<Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>>;
  readonly audits: Readonly<Record<string, Audit>>;
  readonly runtimeError?: { readonly message: string };
}

/** One visit by a browser that has never been here. */
async function visit(url: string, skipAudits: readonly string[]): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'rihla-lighthouse-'));
  const browser = spawn(
    await chromiumPath(),
    [...chromiumArguments, '--headless', `--remote-debugging-port=${debugPort}`, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  );
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  try {
    for (;;) {
      if (browser.exitCode !== null) throw new Error('The browser ended before it was ready.');
      if (await fetch(`http://127.0.0.1:${debugPort}/json/version`).catch(() => null)) break;
      await new Promise((resume) => setTimeout(resume, 50));
    }
    const found = await lighthouse(url, {
      port: debugPort,
      logLevel: 'error',
      onlyCategories: Object.keys(goals),
      skipAudits: [...skipAudits],
    });
    const report = found?.lhr as Report | undefined;
    if (!report || report.runtimeError) throw new Error(`${url}: ${report?.runtimeError?.message ?? 'no report'}`);
    return report;
  } finally {
    browser.kill('SIGTERM');
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const scoreOf = (report: Report, category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100);
const median = (reports: readonly Report[]) =>
  reports.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[Math.floor(reports.length / 2)]!;
const measured = (report: Report, audit: string) => report.audits[audit]?.numericValue ?? 0;

/** Bytes on the wire by kind of resource, KB. */
function weight(report: Report): { all: number; script: number } {
  let all = 0;
  let script = 0;
  for (const item of report.audits['network-requests']?.details?.items ?? []) {
    const kb = Number(item['transferSize'] ?? 0) / 1024;
    all += kb;
    if (item['resourceType'] === 'Script') script += kb;
  }
  return { all, script };
}

/** What Lighthouse found wanting, heaviest first. */
function wanting(report: Report): string[] {
  return (Object.keys(goals) as Category[]).flatMap((category) =>
    (report.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight: heavy }) => heavy > 0 && (report.audits[id]?.score ?? 1) < (category === 'performance' ? 0.9 : 1))
      .map(({ id }) => `${category} ${id}: ${report.audits[id]?.displayValue ?? report.audits[id]?.title}`),
  );
}

const dataDir = given ? null : mkdtempSync(join(tmpdir(), 'rihla-lighthouse-data-'));
const server = dataDir ? (await startServer(port, { DATA_DIR: dataDir })).server : null;
const base = given ?? `http://localhost:${port}`;
const rows = [];
const missed: string[] = [];
try {
  for (const path of paths) {
    // Pages that the site map hides carry `noindex` on purpose, which Lighthouse counts as a fault of search.
    const hidden = findPlace(new URL(path, base).pathname)?.hidden === true;
    const reports = [];
    for (let turn = 0; turn < runs; turn += 1) reports.push(await visit(base + path, hidden ? ['is-crawlable'] : []));
    const report = median(reports);
    const { all, script } = weight(report);
    const shift = measured(report, 'cumulative-layout-shift');
    rows.push({
      page: `${path.split('?')[0]}${hidden ? ' *' : ''}`,
      performance: `${scoreOf(report, 'performance')} (${reports.map((one) => scoreOf(one, 'performance')).join(' ')})`,
      accessibility: scoreOf(report, 'accessibility'),
      'best practices': scoreOf(report, 'best-practices'),
      seo: scoreOf(report, 'seo'),
      'FCP ms': Math.round(measured(report, 'first-contentful-paint')),
      'LCP ms': Math.round(measured(report, 'largest-contentful-paint')),
      'TBT ms': Math.round(measured(report, 'total-blocking-time')),
      CLS: shift.toFixed(3),
      'JS KB': script.toFixed(0),
      'all KB': all.toFixed(0),
    });
    if (keep) writeFileSync(join(keep, `lighthouse${path.split('?')[0]!.replace(/\W+/g, '_')}.json`), JSON.stringify(report));
    for (const category of Object.keys(goals) as Category[])
      if (scoreOf(report, category) < goals[category])
        missed.push(`${path}: ${category} ${scoreOf(report, category)}, wanted ${goals[category]}`);
    if (shift > mostShift) missed.push(`${path}: layout shift ${shift.toFixed(3)}, at most ${mostShift}`);
    if (script > mostScriptKb) missed.push(`${path}: ${script.toFixed(0)} KB of scripts, at most ${mostScriptKb}`);
    if (path === '/' && all > mostHomeKb) missed.push(`${path}: ${all.toFixed(0)} KB in all, at most ${mostHomeKb}`);
    for (const line of wanting(report)) console.log(`${path}: ${line}`);
  }
} finally {
  if (server) await stop(server);
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
}
console.table(rows);
console.log('* kept from search engines on purpose: asked without is-crawlable');
for (const line of missed) console.log(`MISSED ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;
