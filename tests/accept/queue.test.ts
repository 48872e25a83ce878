import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#app/platform/database.server.ts';
import { jobKind, openJobs } from '#app/platform/jobs.server.ts';
import { openLog } from '#app/platform/log.server.ts';
import { startPostgres, type RunningPostgres } from '../support/postgres.ts';

/*
 * Two workers and 500 jobs. One is killed with its hands full, the other is stopped for longer than its lease and then
 * goes on. Every job has its effect, once, and none waits longer than a lease and a poll.
 */
const jobs = 500;
const kind = jobKind<{ number: number }>('drill.effect');
let postgres: RunningPostgres;
let data: pg.Client;
const folder = mkdtempSync(join(tmpdir(), 'rihla-queue-'));
const script = join(folder, 'worker.ts');
const workers: ChildProcess[] = [];
const fileOf = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);

beforeAll(async () => {
  postgres = await startPostgres();
  data = new pg.Client(postgres.url);
  await data.connect();
  await data.query(
    'create table effects (number int primary key, worker text, at timestamptz default clock_timestamp()); create table runs (number int, worker text)',
  );
  writeFileSync(
    script,
    `import { openDatabase } from ${fileOf('app/platform/database.server.ts')};
import { jobKind, openJobs } from ${fileOf('app/platform/jobs.server.ts')};
import { openLog } from ${fileOf('app/platform/log.server.ts')};
import { sql } from ${fileOf('node_modules/drizzle-orm/index.js')};
const database = await openDatabase({ url: process.argv[2], dataDir: '' });
const jobs = await openJobs(database, openLog('silent'), { work: true });
await jobs.handle(jobKind('drill.effect'), async ({ number }) => {
  await database.db.execute(sql\`insert into runs values (\${number}, \${process.argv[3]})\`);
  await new Promise((resume) => setTimeout(resume, 40));
  await database.db.execute(sql\`insert into effects (number, worker) values (\${number}, \${process.argv[3]}) on conflict do nothing\`);
});
await jobs.begin();
console.log('ready');`,
  );
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await data.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function work(name: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [script, postgres.url, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  workers.push(worker);
  await new Promise<void>((resolve, reject) => {
    worker.once('exit', () => reject(new Error(`Worker ${name} ended`)));
    createInterface({ input: worker.stdout! }).once('line', () => resolve());
  });
  worker.removeAllListeners('exit');
  return worker;
}
const count = async (query: string) => Number((await data.query(query)).rows[0].n);
async function until(what: string, true_: () => Promise<boolean>, ms: number): Promise<number> {
  const began = performance.now();
  while (!(await true_())) {
    if (performance.now() - began > ms) throw new Error(`Not ${what} within ${ms / 1000} s`);
    await new Promise((resume) => setTimeout(resume, 200));
  }
  return performance.now() - began;
}

it('loses no job of a worker that was killed, and does none twice for one that was stopped', async () => {
  const database = await openDatabase({ url: postgres.url, dataDir: '' });
  const queue = await openJobs(database, openLog('silent'), { work: false });
  await queue.handle(kind, async () => undefined);
  const [first, second] = [await work('first'), await work('second')];
  for (let number = 0; number < jobs; number += 1) await queue.send(database.db, kind, { number });
  await until('under way', async () => (await count('select count(*) as n from effects')) > 60, 60_000);
  second.kill('SIGSTOP');
  first.kill('SIGKILL');
  const third = await work('third');
  const done = async () => (await count('select count(*) as n from effects')) === jobs;
  await until('all done', done, 120_000);
  const lag = await count(
    `select coalesce(max(extract(epoch from at)) - (select extract(epoch from max(at)) from effects where worker in ('first', 'second')), 0) as n from effects where number in (select number from runs where worker in ('first', 'second')) and worker = 'third'`,
  );
  expect(lag).toBeLessThanOrEqual(35);
  second.kill('SIGCONT');
  await new Promise((resume) => setTimeout(resume, 5_000));
  expect(await count('select count(*) as n from effects')).toBe(jobs);
  expect(await count(`select count(*) as n from pgboss.job where name = 'drill.effect' and state <> 'completed'`)).toBe(0);
  expect(await count('select count(*) as n from runs')).toBeGreaterThan(jobs);
  third.kill('SIGTERM');
  await queue.stop();
  await database.close();
}, 300_000);
