import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#tests/support/postgres.ts';
import { openCluster } from './cluster.ts';

/**
 * `npm run cluster:demo`: two processes that serve and one that works, on one PostgreSQL, behind a balancer on PORT
 * (4000). DATABASE_URL names the database; without it one is started from the binaries that the tests use, and is gone
 * afterwards. A line with `1` or `2` restarts that server; Ctrl-C ends everything.
 */
const given = process.env['DATABASE_URL'];
const postgres = given ? null : await startPostgres();
const cluster = await openCluster({
  databaseUrl: given ?? postgres!.url,
  folder: process.env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'rihla-cluster-')),
  port: Number(process.env['PORT'] ?? 4000),
  env: { NODE_ENV: 'development', DEMO: 'true' },
});
console.log(`Rihla is ready at ${cluster.url}`);
console.log(`Behind it: ${cluster.balancer.ready().join(' and ')}; processes ${cluster.pids().join(', ')} (the first one works).`);
console.log('Type 1 or 2 and Enter to restart that server; Ctrl-C ends all.');

let ending = false;
const stop = async () => {
  if (ending) return;
  ending = true;
  await cluster.stop();
  await postgres?.stop();
  process.exit(0);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
process.stdin.on('data', (typed: Buffer) => {
  const index = Number(typed.toString().trim()) - 1;
  if (index !== 0 && index !== 1) return;
  console.log(`Server ${index + 1} is asked to stop ...`);
  void cluster.restart(index).then((code) => console.log(`... ended with ${code}, and a new one is ready.`));
});
