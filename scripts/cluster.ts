import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#tests/support/free-port.ts';
import { openBalancer, type Balancer } from './balancer.ts';
import { serverEnv, serverFlags } from './serving.mjs';

/*
 * Several processes of the built server on one PostgreSQL, on loopback: some that serve, one that works, the pretend bank,
 * and a balancer before those that serve. For `npm run cluster:demo` and for tests.
 */
export interface ClusterOptions {
  readonly databaseUrl: string;
  /** For uploads, mails and logs: shared by all of them. */
  readonly folder: string;
  readonly port?: number;
  readonly web?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Cluster {
  readonly url: string;
  readonly balancer: Balancer;
  readonly bankJournal: string;
  /** SIGTERM to one that serves, its end, and a new one in its place. Resolves when the new one is ready, with the exit code. */
  restart(index: number): Promise<number | null>;
  pids(): readonly number[];
  stop(): Promise<void>;
}

const secret = 'a secret for demonstrations only, 0123456789';
const webhookSecret = 'a webhook secret for demonstrations only';

interface Child {
  readonly child: ChildProcess;
  readonly gone: Promise<number | null>;
}

function run(args: readonly string[], env: Readonly<Record<string, string>>, log: string): Child {
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', args[0] === 'sandbox/main.ts' ? 'pipe' : file, file],
    env: { PATH: process.env['PATH'], ...env },
  });
  return { child, gone: new Promise((resolve) => child.once('exit', (code) => resolve(code))) };
}

async function untilReady(url: string, { child }: Child): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server on ${url} ended with ${child.exitCode} before it was ready`);
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

async function end({ child, gone }: Child): Promise<number | null> {
  if (child.exitCode === null) child.kill('SIGTERM');
  return gone;
}

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder } = options;
  mkdirSync(folder, { recursive: true });
  const port = options.port ?? (await freePort());
  const ports = [await freePort(), ...(await Promise.all(Array.from({ length: options.web ?? 2 }, freePort)))];
  const bankJournal = join(folder, 'bank.jsonl');
  const publicUrl = `http://localhost:${port}`;
  const bank = run(
    ['sandbox/main.ts'],
    { PORT: '0', SANDBOX_JOURNAL: bankJournal, WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/payments`, WEBHOOK_SECRET: webhookSecret },
    join(folder, 'bank.log'),
  );
  const bankUrl = await new Promise<string>((resolve, reject) => {
    bank.child.once('exit', () => reject(new Error('The bank ended before it was ready')));
    createInterface({ input: bank.child.stdout! }).on('line', (line) => resolve((JSON.parse(line) as { sandbox: string }).sandbox));
  });
  const launch = async (name: string, at: number, more: Readonly<Record<string, string>>) => {
    const env = {
      PORT: String(at),
      NODE_ID: name,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: folder,
      PUBLIC_URL: publicUrl,
      AUTH_SECRET: secret,
      WEBHOOK_SECRET: webhookSecret,
      SANDBOX_URL: bankUrl,
      PROXY_HOPS: '1',
      DRAIN_MS: '1500',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      ...serverEnv,
      ...options.env,
      ...more,
    };
    const started = run([...serverFlags, 'server/main.ts'], env, join(folder, `${name}.log`));
    await untilReady(`http://127.0.0.1:${at}`, started);
    return started;
  };
  // First the one that works: it makes the tables and, for a demonstration, the sample data.
  const worker = await launch('worker', ports[0]!, { DRAIN_MS: '0' });
  const web = await Promise.all(ports.slice(1).map((at, index) => launch(`web-${index + 1}`, at, { ROLE: 'web' })));
  const balancer = await openBalancer(
    ports.slice(1).map((at) => `http://127.0.0.1:${at}`),
    port,
  );
  return {
    url: balancer.url,
    balancer,
    bankJournal,
    async restart(index) {
      const code = await end(web[index]!);
      web[index] = await launch(`web-${index + 1}`, ports[index + 1]!, { ROLE: 'web' });
      return code;
    },
    pids: () => [worker, ...web].map(({ child }) => child.pid!),
    async stop() {
      await balancer.close();
      await Promise.all([...web, worker].map(end));
      await end(bank);
    },
  };
}
