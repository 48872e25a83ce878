import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../../scripts/build.mjs';
import { projectNode, root } from '../../scripts/install.mjs';
import { startPostgres } from './postgres.ts';

/**
 * Fresh demo servers for the browser journeys, each on a data folder of its own. They start side by side: `SERVERS` is a
 * list of environments, and `READY_PORT` answers once all of them are ready. One that says `ON: 'postgres'` gets a real
 * PostgreSQL: it answers in half the time of the embedded one, and both ways of running are walked.
 */
buildIfStale();
const told = JSON.parse(process.env.SERVERS);
const postgres = told.some(({ ON }) => ON === 'postgres') ? await startPostgres({ fleeting: true }) : null;
const environments = told.map(({ ON, ...environment }) =>
  ON === 'postgres' ? { ...environment, DATABASE_URL: postgres.url, DEMO: 'true' } : environment,
);
const dataDir = mkdtempSync(join(tmpdir(), 'rihla-journeys-'));
const servers = environments.map((environment) =>
  spawn(projectNode(), [join(root, 'server', 'main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: join(dataDir, environment.PORT), ...environment },
  }),
);
const isReady = ({ PORT }) =>
  fetch(`http://localhost:${PORT}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
const door = createServer(async (_request, response) => {
  response.writeHead((await Promise.all(environments.map(isReady))).every(Boolean) ? 200 : 503).end();
}).listen(Number(process.env.READY_PORT));

let stopping = false;
const stop = (code) => {
  if (stopping) return;
  stopping = true;
  door.close();
  const gone = servers.map(
    (server) => new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(undefined))),
  );
  for (const server of servers) server.kill('SIGTERM');
  void Promise.all(gone).then(async () => {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(code);
  });
};
// A port that is taken by something else.
door.on('error', (fault) => {
  console.error(fault.message);
  stop(1);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));
// One that ends by itself takes the others with it: the journeys cannot be walked without it.
for (const server of servers) server.once('exit', (code) => stop(code ?? 1));
