import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Viewer } from '#app/platform/access.ts';
import { settableClock } from '#app/platform/clock.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { instant } from '#app/values/dates.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const runs = 25;
const mostMs = 150;

/** The same numbers in every run (Numerical Recipes' generator). */
let seed = 20_261_123;
export const below = (most: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed % most;
};
export const one = <Thing>(things: readonly Thing[]): Thing => things[below(things.length)]!;

/** Rows as `unnest` takes them: a list for each column. */
export const columnsOf = (rows: readonly (readonly unknown[])[]) => rows[0]!.map((_, at) => rows.map((row) => row[at]));

/** A platform on an empty PostgreSQL of its own, and a connection for what is put into it. */
export async function openListBench() {
  const postgres = await startPostgres({ fsync: false, settings: { shared_buffers: '512MB' } });
  const folder = mkdtempSync(join(tmpdir(), 'rihla-bench-lists-'));
  const clock = settableClock(instant(Date.parse('2026-11-23T07:42:00Z')));
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: await postgres.createDatabase('lists'),
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret for measuring only, 0123456789',
  });
  const platform = await openPlatform(env, { work: false, clock });
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  return {
    platform,
    client,
    /** A moment so many days from now. */
    day: (from: number) => new Date(clock.now() + from * 86_400_000),
    /** Colleagues with a role, by their ids. */
    async hire(ids: readonly string[], role: string) {
      for (const id of ids) {
        await client.query(
          `insert into users (id, name, email, email_verified, created_at, updated_at) values ($1, $1, $1 || '@rihla.example', true, now(), now())`,
          [id],
        );
        await client.query(
          `insert into internal_users (user_id, display_name, roles, is_active, employment_status) values ($1, $1, array[$2], true, 'active')`,
          [id, role],
        );
      }
    },
    async close() {
      await client.end();
      await platform.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const clerk = (id: string, role: string) =>
  ({
    kind: 'staff',
    user: { id, name: id, email: `${id}@rihla.example` },
    staff: { userId: id, displayName: id, roles: [role] },
  }) as unknown as Viewer & { readonly kind: 'staff' };

/**
 * Asks each question so many times, `open` with its address and then, every other time, with that of the page after it;
 * `open` answers where that begins. Prints medians and 95th percentiles, and says whether every one is within the bound.
 */
export async function measureLists(lists: readonly { readonly name: string; readonly open: () => ListAsked }[]): Promise<boolean> {
  let slow = 0;
  for (const { name, open } of lists) {
    const times: number[] = [];
    for (let run = 0; run < runs + 2; run += 1) {
      const { first, later } = open();
      const ask = run % 2 === 1 && later ? await later() : first;
      const begun = performance.now();
      await ask();
      if (run > 1) times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const p95 = times[Math.ceil(times.length * 0.95) - 1]!;
    if (p95 > mostMs) slow += 1;
    console.log(
      `${name.padEnd(52)} median ${times[Math.floor(times.length / 2)]!.toFixed(0).padStart(4)} ms   p95 ${p95.toFixed(0).padStart(4)} ms${p95 > mostMs ? '   TOO SLOW' : ''}`,
    );
  }
  console.log(`${lists.length} lists, ${slow} of them over ${mostMs} ms`);
  return slow === 0;
}

export interface ListAsked {
  /** Reads the first page. */
  readonly first: () => Promise<unknown>;
  /** Finds out where a later page begins, and gives what reads it. */
  readonly later?: () => Promise<() => Promise<unknown>>;
}
