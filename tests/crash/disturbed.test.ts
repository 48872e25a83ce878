import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { openCrashYard, type CrashYard, type Disturb } from './crash-harness.ts';

/*
 * The same sale while something else dies: the connections, the database itself, or the server in order and again and
 * again. No failpoint is armed; the disturbance comes whenever the traveller waits.
 */
let yard: CrashYard;
beforeAll(async () => {
  yard = await openCrashYard();
}, 300_000);
afterAll(() => yard.close());

/** So many times, each at another moment of the sale. */
function times(most: number, act: Disturb): Disturb & { count(): number } {
  let done = 0;
  const seen = new Set<string>();
  return Object.assign(
    async (scene: Parameters<Disturb>[0]) => {
      if (done >= most || seen.has(scene.status)) return;
      seen.add(scene.status);
      done += 1;
      await act(scene);
    },
    { count: () => done },
  );
}

async function cutConnections({ databaseUrl }: Parameters<Disturb>[0]): Promise<void> {
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'harness'`,
  );
  await admin.end();
}

describe('a sale goes through', () => {
  it('while every connection to the database is cut, again and again', async () => {
    const cut = times(6, cutConnections);
    const outcome = await yard.play('sold', '', cut);
    expect(cut.count()).toBeGreaterThan(1);
    expect(outcome).toMatchObject({ status: 'refunded', orders: 1, captures: 1, refunds: 1, broken: [], deaths: 0 });
  });

  it('while the server is asked to stop and started again at every state', async () => {
    const stop = times(6, async ({ server }) => {
      server.kill('SIGTERM');
      await server.exit;
      // Asked to stop it stops in order; what it was doing is finished or left to the next.
      expect(server.ended()).toEqual({ code: 0, signal: null });
    });
    const outcome = await yard.play('sold', '', stop);
    expect(stop.count()).toBeGreaterThan(1);
    expect(outcome).toMatchObject({ status: 'refunded', orders: 1, captures: 1, refunds: 1, broken: [] });
  });

  it('while the server is killed at every state', async () => {
    const kill = times(6, async ({ server }) => {
      server.kill('SIGKILL');
      await server.exit;
    });
    const outcome = await yard.play('sold', '', kill);
    expect(outcome).toMatchObject({ status: 'refunded', orders: 1, captures: 1, refunds: 1, broken: [] });
  });

  it('while PostgreSQL itself is killed and comes back', async () => {
    const kill = times(2, () => yard.postgres.killAndRestart());
    const outcome = await yard.play('sold', '', kill);
    expect(kill.count()).toBeGreaterThan(0);
    expect(outcome).toMatchObject({ status: 'refunded', orders: 1, captures: 1, refunds: 1, broken: [] });
  });
});
