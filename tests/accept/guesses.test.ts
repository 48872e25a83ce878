import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { demoAccounts, demoPassword, seedDemo } from '#seeds/demo.ts';
import { startPostgres, type RunningPostgres } from '#tests/support/postgres.ts';
import { openCluster, type Cluster } from '../../scripts/cluster.ts';
import { lookInto } from './sales-of-the-house.ts';

/*
 * Ten thousand guesses at one password from a thousand networks, and guesses at a thousand accounts from one, spread over
 * two processes that share nothing but their database: so many reach a password as the limits say, and no more. Whoever
 * is known to the account gets in meanwhile.
 */
const guesses = Number(process.env['GUESSES'] ?? 10_000);
const atOnce = 32;
const folder = mkdtempSync(join(tmpdir(), 'rihla-guesses-'));
// Shorter than a server keeps an idle connection, or a guess could meet it while it is being closed.
const agent = new Agent({ keepAlive: true, maxSockets: atOnce, timeout: 3_000 });
const owner = demoAccounts.find(({ roles }) => roles.length === 0)!.email;
let postgres: RunningPostgres;
let cluster: Cluster;
let platform: Platform;
let nodes: readonly string[];

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
  cluster = await openCluster({ databaseUrl: postgres.url, folder });
  platform = await lookInto(postgres.url, folder);
  await seedDemo({ ...platform, env: { ...platform.env, demo: true } });
  while (cluster.balancer.ready().length < 2) await new Promise((resume) => setTimeout(resume, 100));
  nodes = cluster.balancer.ready();
}, 300_000);
afterAll(async () => {
  agent.destroy();
  await platform.close();
  await cluster.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Said {
  readonly status: number;
  readonly cookies: readonly string[];
}

/** Signs in at one of the processes, from a network as a balancer would name it, with the host that it would pass on. */
function guess(turn: number, email: string, password: string, network: string, cookie = ''): Promise<Said> {
  const body = new URLSearchParams({ tab: 'sign-in', next: '/', email, password }).toString();
  return new Promise((resolve, reject) => {
    const asked = request(
      `${nodes[turn % nodes.length]}auth`,
      {
        agent,
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': body.length,
          Host: new URL(cluster.url).host,
          Origin: cluster.url,
          'X-Forwarded-For': network,
          ...(cookie ? { Cookie: cookie } : {}),
        },
      },
      (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode!, cookies: answer.headers['set-cookie'] ?? [] }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** All of them, so many at once; answers by status, and how many hours by the clock it took. */
async function storm(count: number, one: (turn: number) => Promise<Said>): Promise<{ answers: Map<number, number>; hours: number }> {
  const answers = new Map<number, number>();
  const hour = () => Math.floor(Date.now() / hourMs);
  const began = hour();
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const turn = next;
        next += 1;
        const { status } = await one(turn);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }),
  );
  return { answers, hours: hour() - began + 1 };
}
const networkOf = (turn: number) => `10.${20 + ((turn % 1000) >> 8)}.${(turn % 1000) & 255}.7`;
const cookiesOf = ({ cookies }: Said) => cookies.map((line) => line.split(';')[0]).join('; ');

it(`${guesses} guesses at one account from a thousand networks: ten an hour reach its password`, async () => {
  const welcome = await guess(0, owner, demoPassword, '10.9.9.9');
  expect(welcome.status).toBe(303);
  const known = cookiesOf(welcome)
    .split('; ')
    .filter((pair) => !pair.includes('session_token'))
    .join('; ');
  const { answers, hours } = await storm(guesses, (turn) => guess(turn, owner, `not this one ${turn}`, networkOf(turn)));
  console.log(`answers ${JSON.stringify(Object.fromEntries(answers))} in ${hours} hour(s) of the clock`);
  // A window is an hour of the clock: a storm that runs over its end meets two.
  expect([...answers.keys()].sort()).toEqual([422, 429]);
  expect(answers.get(422)).toBeGreaterThanOrEqual(10);
  expect(answers.get(422)).toBeLessThanOrEqual(10 * hours);
  // The right password without anything that is known of its owner waits like a guess; with it the owner gets in, on either process.
  if (hours === 1) expect((await guess(0, owner, demoPassword, '10.9.9.8')).status).toBe(429);
  for (const turn of [0, 1]) expect((await guess(turn, owner, demoPassword, '10.9.9.9', known)).status).toBe(303);
});

it('guesses at a thousand accounts from one network: a hundred an hour reach a password', async () => {
  const { answers, hours } = await storm(2_000, (turn) => guess(turn, `nobody${turn % 1000}@example.com`, 'a guess of many', '10.99.0.1'));
  console.log(`answers ${JSON.stringify(Object.fromEntries(answers))} in ${hours} hour(s) of the clock`);
  expect([...answers.keys()].sort()).toEqual([422, 429]);
  expect(answers.get(422)).toBeGreaterThanOrEqual(100);
  expect(answers.get(422)).toBeLessThanOrEqual(100 * hours);
});

it('a session that was planted before signing in is nobody’s afterwards, and a new one is opened each time', async () => {
  const planted = 'rihla.session_token=planted.by-somebody-else';
  const sessions = await Promise.all(
    [0, 1].map((turn) => guess(turn, demoAccounts.find(({ roles }) => roles.length > 0)!.email, demoPassword, '10.98.0.1', planted)),
  );
  const tokens = sessions.map((said) => said.cookies.find((line) => line.includes('session_token'))?.split(';')[0]);
  expect(tokens.every((token) => token !== undefined && token !== planted)).toBe(true);
  expect(new Set(tokens).size).toBe(2);
});
