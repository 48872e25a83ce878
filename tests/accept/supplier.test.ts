import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Platform } from '#app/platform/platform.server.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { readSupplierJournal } from '#server/promises/supplier-journal.ts';
import type { Rules } from '../../sandbox/supplier/facts.ts';
import {
  drillSecret,
  isAtRest,
  isReady,
  launchBank,
  launchServer,
  launchSupplier,
  type PretendParty,
  type ServerProcess,
} from '../crash/crash-harness.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres, type RunningPostgres } from '../support/postgres.ts';
import { Traveller, type Sale } from '../support/rush-traveller.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { findSales, lookInto } from './sales-of-the-house.ts';

/*
 * A supplier that is a process of its own, behind a network that is cut, and that answers late, twice, wrongly, with half
 * a sentence, with somebody else's booking or not at all; then it is killed. In the end its journal and our books name
 * the same bookings: none that nobody ordered, none that somebody paid for and does not have.
 */
const seconds = Number(process.env['TROUBLE_SECONDS'] ?? 40);
const buyers = 4;
const holdTtlMs = 75_000;
const folder = mkdtempSync(join(tmpdir(), 'rihla-supplier-drill-'));
const journal = join(folder, 'supplier.jsonl');
const bankJournal = join(folder, 'bank.jsonl');
let postgres: RunningPostgres;
let bank: PretendParty;
let supplier: PretendParty;
let wire: TcpProxy;
let server: ServerProcess;
let platform: Platform;
let data: pg.Pool;
let port: number;

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
  port = await freePort();
  bank = await launchBank(bankJournal, `http://127.0.0.1:${port}/webhooks/payments`);
  supplier = await launchSupplier(journal);
  wire = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(supplier.url).port) });
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    SANDBOX_URL: bank.url,
    SUPPLIER_URL: `http://127.0.0.1:${wire.port}`,
    PUBLIC_URL: `http://localhost:${port}`,
    AUTH_SECRET: drillSecret,
    HOLD_TTL_MS: String(holdTtlMs),
    LEASE_MS: '2000',
  };
  server = launchServer(env, port, join(folder, 'server.log'));
  expect(await isReady(server)).toBe(true);
  platform = await lookInto(postgres.url, folder);
  data = new pg.Pool({ connectionString: postgres.url, max: 1 });
}, 300_000);
afterAll(async () => {
  await data.end();
  await platform.close();
  server.kill('SIGTERM');
  await server.exit;
  await wire.close();
  await bank.stop();
  await supplier.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const wait = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const misbehave = (rules: Rules) =>
  fetch(`${supplier.url}/control`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rules) });
const many = 10_000;
const mixture: Rules = {
  api: [
    { operation: 'hold', fault: 'error-after', times: many, every: 5 },
    { operation: 'hold', fault: 'error-before', times: many, every: 7 },
    { operation: 'hold', fault: 'silent-after', times: 2, every: 9 },
    { operation: 'ticket', fault: 'error-after', times: many, every: 4 },
    { operation: 'ticket', fault: 'pending', times: many, every: 3 },
    { operation: 'ticket', fault: 'silent-before', times: 2, every: 7 },
    { operation: 'lookup', fault: 'garbage', times: many, every: 3 },
    { operation: 'any', fault: 'other-booking', times: many, every: 11 },
    { operation: 'any', fault: 'twice', times: many, every: 4 },
    { operation: 'any', fault: 'slow', times: many, every: 6, ms: 1_500 },
  ],
};

/** Buys one seat after the other until told to stop; every second one is only held. References of what the bank said yes to. */
async function shop(number: number, sales: readonly Sale[], going: () => boolean, paid: string[], left: string[]): Promise<void> {
  const traveller = new Traveller(`http://127.0.0.1:${port}`, `http://localhost:${port}`, `127.0.7.${number}`);
  for (let turn = number; going(); turn += 1) {
    const reference = await traveller.buy(sales[turn % sales.length]!).catch((fault: Error) => void left.push(fault.message.slice(0, 120)));
    if (reference) paid.push(reference);
    await wait(100);
  }
  traveller.close();
}

/** Milliseconds of each answer of a list of flights, which the supplier of bookings has no part in. */
async function look(query: string, going: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (going()) {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/flight-search-results?${query}&turn=${took.length % 5}`);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    took.push(performance.now() - began);
    await wait(100);
  }
  return took.sort((a, b) => a - b);
}

const statuses = async () =>
  Object.fromEntries(
    (await data.query('select status, count(*)::int as orders from orders group by status order by status')).rows.map(
      (row: { status: string; orders: number }) => [row.status, row.orders],
    ),
  ) as Record<string, number>;
const ask = () =>
  askInvariants(platform.db, { now: platform.clock.now(), holdTtlMs, settleMs: 0 }, { bankJournal, supplierJournal: journal });

it(`${seconds} s of a supplier in trouble: no booking that nobody has, none lost`, async () => {
  const { sales } = await findSales(platform, [
    ['DXB', 'LHR'],
    ['DXB', 'CAI'],
    ['DXB', 'BOM'],
  ]);
  let going = true;
  const paid: string[] = [];
  const left: string[] = [];
  await misbehave(mixture);
  const shoppers = Promise.all(Array.from({ length: buyers }, (_, index) => shop(index + 1, sales, () => going, paid, left)));
  const looking = look(sales[0]!.query, () => going);
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    await wait(1_500);
    wire.cutAll();
  }
  // It dies in the middle of what it is doing, and comes back with its journal.
  supplier.child.kill('SIGKILL');
  await wait(3_000);
  supplier = await launchSupplier(journal, Number(new URL(supplier.url).port));
  await wait(3_000);
  going = false;
  const [took] = await Promise.all([looking, shoppers]);
  await misbehave({});

  const open = `select count(*)::int as open from orders where status not in ('ticketed', 'expired', 'cancelled', 'refunded')`;
  const isOver = async () => Number((await data.query(open)).rows[0].open) === 0 && (await isAtRest(data));
  const rested = performance.now();
  while (!(await isOver()) && performance.now() - rested < 300_000) await wait(1_000);
  const bookings = readSupplierJournal(journal);
  const unheard = Number((await data.query(`select count(*) as n from order_events where event = 'no-answer'`)).rows[0].n);
  console.log(
    `${paid.length} paid, ${left.length} put off, ${bookings.length} bookings in the supplier's journal, ${unheard} orders without an answer for a while; orders ${JSON.stringify(await statuses())}; ` +
      `at rest after ${Math.round((performance.now() - rested) / 1000)} s; ${took.length} lists, 95 of 100 within ${Math.round(took[Math.floor(took.length * 0.95)]!)} ms`,
  );
  expect(await isOver(), JSON.stringify(await statuses()) + readFileSync(join(folder, 'server.log'), 'utf8').slice(-2_000)).toBe(true);
  expect(brokenLines(await ask())).toEqual([]);
  // Enough went right and enough went wrong, or nothing was shown.
  expect(paid.length).toBeGreaterThan(5);
  expect(unheard).toBeGreaterThan(5);
  const { rows } = await data.query(`select reference, status from orders where reference = any($1) and status <> 'ticketed'`, [paid]);
  expect(rows).toEqual([]);
  expect(bookings.filter(({ issued }) => issued > 1)).toEqual([]);
  expect(took[Math.floor(took.length * 0.95)]).toBeLessThan(3_000);
}, 600_000);

it('sees a booking that nobody ordered, and one that was taken away behind our back', async () => {
  const [sold] = readSupplierJournal(journal).filter(({ status }) => status === 'ticketed');
  const ghost = {
    attempt: 'of-nobody',
    airline: 'EK',
    accounting: '176',
    offer_id: 'x',
    brand: 'light',
    terms: 'x',
    departs: Date.now() + 86_400_000,
  };
  const body = JSON.stringify({ ...ghost, travellers: [{ id: 't1' }] });
  await fetch(`${supplier.url}/v1/bookings`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(brokenLines(await ask()).join()).toMatch(/I21 bookings:\w{6} is held and belongs to no contract/);
  appendFileSync(
    journal,
    `${JSON.stringify({ seq: 999_999, at: Date.now() - 1, type: 'booking.cancelled', locator: sold!.locator, attempt: 'by hand' })}\n`,
  );
  expect(brokenLines(await ask()).join()).toMatch(new RegExp(`is ticketed while the airline has booking ${sold!.locator} cancelled`));
});
