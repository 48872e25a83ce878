/*
 * What a paper costs everybody else: `npm run bench:papers`. The built server on the embedded database with some
 * invoices; so many readers of papers ask for PDFs without a pause, while one visitor asks for the shortest answer there
 * is and looks at the clock. Set BENCH_SECONDS and BENCH_READERS for other loads.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueInvoice } from '#app/commerce/invoices/issue-invoice.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { cpuMs, startServer, stop } from './bench-server.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const readers = Number(process.env['BENCH_READERS'] ?? 8);
const port = Number(process.env['PORT'] ?? 4530);
const base = `http://localhost:${port}`;
const folder = mkdtempSync(join(tmpdir(), 'rihla-bench-papers-'));
const papersToRead = 12;
await issueInvoices();
const { server } = await startServer(port, { DATA_DIR: folder });

/** What a small house has sold: invoices of a family's flights. */
async function issueInvoices(): Promise<void> {
  // The first start makes the demo's colleagues.
  await stop((await startServer(port, { DATA_DIR: folder })).server);
  const platform = await openPlatform(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: String(port) }), { work: false });
  const now = platform.clock.now();
  for (let made = 0; made < papersToRead; made += 1)
    await transact(platform.db, (tx) =>
      issueInvoice(tx, now, {
        key: `bench:${made}`,
        orderId: `bench-${made}`,
        orderReference: '7K2M9-4QX3D',
        ownerId: null,
        buyer: { name: 'Maryam Al Suwaidi' },
        supplyDate: dateIn('Asia/Dubai', now),
        rate: '1',
        charged: money(400_000, 'AED'),
        lines: Array.from({ length: 8 }, (_, line) => ({
          words: { en: `Flight ${line + 1}`, ar: `رحلة ${line + 1}` },
          quantity: 1,
          gross: 50_000,
          vatCategory: 'zero-rated' as const,
          vatBasisPoints: 0,
          vat: 0,
        })),
      }),
    );
  await platform.close();
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${base}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: base },
    body: new URLSearchParams({ email: 'finance@rihla.example', password: demoPassword, next: '/admin' }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
  if (!cookies.some((cookie) => cookie.includes('session_token'))) throw new Error(`Not signed in: ${answer.status}`);
  return cookies.join('; ');
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** How long the shortest answer took, milliseconds, the fastest first. */
async function visit(until: number): Promise<number[]> {
  const waits: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    await (await fetch(`${base}/healthz`)).arrayBuffer();
    waits.push(performance.now() - began);
    await pause(3);
  }
  return waits.toSorted((a, b) => a - b);
}

try {
  const Cookie = await signIn();
  const list = await (await fetch(`${base}/admin/invoices`, { headers: { Cookie } })).text();
  const numbers = [...new Set(list.match(/INV-\d{4}-\d{6}/g))];
  if (numbers.length < papersToRead) throw new Error(`${numbers.length} invoices are listed`);
  let papers = 0;
  const read = async (until: number, first: number) => {
    for (let turn = first; performance.now() < until; turn += 1) {
      const language = turn % 2 === 0 ? 'en' : 'ar';
      const answer = await fetch(`${base}/admin/invoices/${numbers[turn % numbers.length]}/paper/${language}`, { headers: { Cookie } });
      const paper = Buffer.from(await answer.arrayBuffer());
      if (!paper.toString('latin1', 0, 5).startsWith('%PDF-')) throw new Error(`No paper: ${answer.status}`);
      papers += 1;
    }
  };
  const rows = [];
  for (const [name, count] of [
    ['nobody reads papers', 0],
    [`${readers} readers of papers`, readers],
  ] as const) {
    const load = (until: number) => Array.from({ length: count }, (_, index) => read(until, index));
    const warm = performance.now() + 2_000;
    await Promise.all([visit(warm), ...load(warm)]);
    papers = 0;
    const cpu = cpuMs(server.pid!);
    const until = performance.now() + seconds * 1000;
    const [waits] = await Promise.all([visit(until), ...load(until)]);
    const at = (share: number) => waits![Math.floor(waits!.length * share)]!.toFixed(1);
    rows.push({
      while: name,
      'visitor p50 ms': at(0.5),
      'p99 ms': at(0.99),
      'longest ms': waits!.at(-1)!.toFixed(1),
      'papers/s': (papers / seconds).toFixed(1),
      'CPU ms a paper': papers === 0 ? '' : ((cpuMs(server.pid!) - cpu) / papers).toFixed(1),
    });
  }
  console.table(rows);
} finally {
  await stop(server);
  rmSync(folder, { recursive: true, force: true });
}
