import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openCluster } from '../../scripts/cluster.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { Traveller } from '#tests/support/rush-traveller.ts';
import { findSales, lookInto } from './sales-of-the-house.ts';

/*
 * Both servers are stopped and started again in turn, several times, while 200 requests a second come in, forms and
 * sales among them. Nobody may notice: no answer of 500 and more, no connection cut, no sale or job lost.
 */
const rate = Number(process.env['RATE'] ?? 200);
const rounds = Number(process.env['ROUNDS'] ?? 5);
const postgres = await startPostgres({ fsync: false });
const folder = mkdtempSync(join(tmpdir(), 'rihla-rolling-'));
const cluster = await openCluster({ databaseUrl: postgres.url, folder });
const platform = await lookInto(postgres.url, folder);
afterAll(async () => {
  await cluster.stop();
  await platform.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

it(`${rounds} rolling restarts at ${rate} requests a second: nobody notices`, async () => {
  const { sales } = await findSales(platform, [
    ['DXB', 'LHR'],
    ['DXB', 'CAI'],
    ['DXB', 'MNL'],
    ['DXB', 'BOM'],
  ]);
  const base = cluster.url.replace('localhost', '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const faults: string[] = [];
  let sent = 0;
  let answered = 0;
  let under = 0;
  const pages = ['/', '/flights', '/healthz', '/holidays', '/readyz'];
  const get = (path: string) =>
    new Promise<void>((resolve) => {
      under += 1;
      const done = (fault?: string) => {
        under -= 1;
        answered += 1;
        if (fault) faults.push(`GET ${path}: ${fault}`);
        resolve();
      };
      const asked = request(base + path, { agent }, (answer) => {
        answer.resume().on('end', () => done(answer.statusCode! >= 500 ? String(answer.statusCode) : undefined));
        answer.on('error', (fault) => done(fault.message));
      });
      asked.on('error', (fault) => done(fault.message));
      asked.end();
    });
  const chooser = new Traveller(base, cluster.url, '127.0.9.1', 32);
  const choose = async () => {
    const sale = sales[sent % sales.length]!;
    under += 1;
    // Each time somebody new, who has no draft yet.
    chooser.carry('visitor=new');
    const answer = await chooser
      .post(`/flight-search-results?${sale.query}`, { choice: `999999999 ${sale.offer.brands[0]!.code} ${sale.offer.id}` })
      .catch((fault: Error) => ({ status: 0, body: fault.message }));
    under -= 1;
    answered += 1;
    if (answer.status === 0 || answer.status >= 500) faults.push(`POST choice: ${answer.status} ${answer.body.slice(0, 80)}`);
  };

  let rolling = true;
  const began = performance.now();
  const load = (async () => {
    while (rolling || under > 0) {
      const due = Math.floor(((performance.now() - began) / 1000) * rate);
      // What a machine cannot carry is not sent rather than piled up; how much was sent is judged below.
      while (rolling && sent < due) {
        if (under < 200) void (sent % 5 === 4 ? choose() : get(pages[sent % pages.length]!));
        sent += 1;
      }
      await new Promise((resume) => setTimeout(resume, 5));
    }
  })();
  const bought: string[] = [];
  const buyers = [1, 2, 3].map(async (number) => {
    const traveller = new Traveller(base, cluster.url, `127.0.8.${number}`);
    for (let turn = number; rolling; turn += 1) {
      const reference = await traveller
        .buy(sales[turn % sales.length]!)
        .catch((fault: Error) => void faults.push(`sale: ${fault.message.slice(0, 200)}`));
      if (reference) bought.push(reference);
      await new Promise((resume) => setTimeout(resume, 150));
    }
    traveller.close();
  });

  const codes: (number | null)[] = [];
  for (let round = 0; round < rounds; round += 1) for (const index of [0, 1]) codes.push(await cluster.restart(index));
  rolling = false;
  const seconds = (performance.now() - began) / 1000;
  await Promise.all([load, ...buyers]);
  chooser.close();
  agent.destroy();
  console.log(
    `${rounds} rounds in ${seconds.toFixed(0)} s: ${answered} answers (${(answered / seconds).toFixed(0)} a second), ${bought.length} sales`,
  );

  expect(faults.slice(0, 10)).toEqual([]);
  expect(codes).toEqual(Array(rounds * 2).fill(0));
  expect(answered).toBeGreaterThan(sent / 2);
  expect(bought.length).toBeGreaterThan(rounds);
  // Every sale whose bank said yes is ticketed, whichever process had its work when it was stopped.
  const open = async () => {
    const { rows } = (await platform.db.execute(
      sql`select reference, status from orders where reference = any(${sql.param(bought)}::text[]) and status <> 'ticketed'`,
    )) as unknown as { rows: object[] };
    return rows;
  };
  const until = performance.now() + 90_000;
  while ((await open()).length > 0 && performance.now() < until) await new Promise((resume) => setTimeout(resume, 250));
  expect(await open()).toEqual([]);
  const question = { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 60_000 };
  const asked = ['I1', 'I2', 'I3', 'I4', 'I10', 'I12', 'I18', 'I22', 'I24'];
  expect(brokenLines(await askInvariants(platform.db, question, {}, asked))).toEqual([]);
});
