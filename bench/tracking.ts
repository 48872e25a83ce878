import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settableClock } from '#app/platform/clock.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { hourMs, instant } from '#app/values/dates.ts';
import type * as Server from '#server/app.ts';

/**
 * `npm run bench:tracking`: whether an order that exists can be told from one that does not by the time the answer
 * takes. Pairs of requests to the built application, in turn, without the drawing of the page, which is the same for
 * both and only adds noise; a difference counts when it is both 2 ms and beyond
 * chance (Mann-Whitney, p < 0.01). Set BENCH_PAIRS for more than 400 pairs.
 */
const pairs = Number(process.env['BENCH_PAIRS'] ?? 400);
const orders = 40;
const origin = 'http://localhost:3999';
const folder = mkdtempSync(join(tmpdir(), 'rihla-bench-tracking-'));
const clock = settableClock(instant(Date.parse('2026-11-23T07:42:00Z')));
const env = readEnv({
  NODE_ENV: 'test',
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for measuring only, 0123456789',
});
const platform = await openPlatform(env, { work: false, clock });
const built = (await import(new URL('../build/server/index.js', import.meta.url).href)) as typeof Server;
const { app } = await built.createApp(platform);

const offer = anOffer({ flight: 'EK1' });
const supplier = new ScriptedSupplier({ offers: [offer] });
/** As many that do not exist, asked for just as often: a counter that is there already costs other work than a new one. */
const unknown = Array.from({ length: orders }, newReference);
const known: string[] = [];
for (let index = 0; index < orders; index += 1)
  known.push((await placeDeskOrder(platform, supplier, { status: 'ticketed', offer })).reference);

const find = (reference: string) =>
  new Request(`${origin}/track-booking.data`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ reference, who: 'Nobody' }),
  });
const questions: readonly (readonly [string, (reference: string) => Request])[] = [
  ['look-up with another name', find],
  ['page of the order', (reference) => new Request(`${origin}/track.data?order=${reference}`)],
  ['link with a wrong key', (reference) => new Request(`${origin}/track.data?order=${reference}&key=${'A'.repeat(43)}`)],
  ['checkout of the order', (reference) => new Request(`${origin}/checkout/${reference}.data`)],
];

async function timed(request: Request): Promise<{ ms: number; length: number; status: number }> {
  const started = performance.now();
  const answer = await app.fetch(request);
  const body = await answer.text();
  return { ms: performance.now() - started, length: body.length, status: answer.status };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** Two-sided p of the Mann-Whitney test by its normal approximation; good for samples of more than twenty. */
function chance(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, a: true })), ...b.map((value) => ({ value, a: false }))].sort((x, y) => x.value - y.value);
  const ranks = all.reduce((sum, one, index) => sum + (one.a ? index + 1 : 0), 0);
  const u = ranks - (a.length * (a.length + 1)) / 2;
  const z = Math.abs(u - (a.length * b.length) / 2) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return erfc(z / Math.SQRT2);
}

/** Complementary error function, error below 1.2e-7 (Chebyshev fit). */
function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  const series = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277,
  ];
  return t * Math.exp(-x * x + series.reduceRight((sum, factor) => sum * t + factor, 0));
}

let different = false;
console.log(`${pairs} pairs each, milliseconds`);
for (const [name, ask] of questions) {
  const hits: number[] = [];
  const misses: number[] = [];
  const shapes = new Set<string>();
  for (let pair = 0; pair < pairs + 20; pair += 1) {
    // The limits of tries are by the hour; ours must not be what is measured.
    if (pair % 4 === 0) clock.advance(hourMs);
    const real = () => timed(ask(known[pair % orders]!));
    const none = () => timed(ask(unknown[pair % orders]!));
    // In turn, so that what warms up or slows down does so for both.
    const [first, second] = pair % 2 === 0 ? [real, none] : [none, real];
    const [one, other] = [await first(), await second()];
    const [hit, miss] = pair % 2 === 0 ? [one, other] : [other, one];
    if (pair < 20) continue;
    hits.push(hit.ms);
    misses.push(miss.ms);
    shapes.add(`${hit.status} ${hit.length}`).add(`${miss.status} ${miss.length}`);
  }
  const [hit, miss] = [median(hits), median(misses)];
  const p = chance(hits, misses);
  const tells = Math.abs(hit - miss) >= 2 && p < 0.01;
  different ||= tells || shapes.size > 1;
  console.log(
    `${name.padEnd(28)} exists ${hit.toFixed(2)}  does not ${miss.toFixed(2)}  ratio ${(hit / miss).toFixed(3)}  p ${p.toFixed(3)}  ` +
      `${shapes.size === 1 ? 'one status and length' : `lengths differ: ${[...shapes].join(', ')}`}  ${tells ? 'TELLS' : 'equal'}`,
  );
}
await platform.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = different ? 1 : 0;
