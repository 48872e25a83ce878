import { sql } from 'drizzle-orm';
import type { Clock } from './clock.server.ts';
import { sha256 } from './crypto.server.ts';
import type { Db } from './database.server.ts';

export interface Limit {
  /** Names the bucket, for example `sign-in:account`. */
  readonly name: string;
  readonly most: number;
  readonly perMs: number;
}

/**
 * Takes one try from a bucket before the work is done, in one statement that holds on every node.
 * Returns 0 when it may go on, else the seconds to wait.
 */
export async function takeTry(db: Db, clock: Clock, limit: Limit, key: string): Promise<number> {
  const now = clock.now();
  const windowStart = Math.floor(now / limit.perMs) * limit.perMs;
  const bucket = `${limit.name}:${sha256(key)}`;
  const result = (await db.execute(sql`
    insert into rate_limits (bucket, window_start, tries) values (${bucket}, ${windowStart}, 1)
    on conflict (bucket) do update set
      tries = case when rate_limits.window_start = ${windowStart} then least(rate_limits.tries + 1, 1000000) else 1 end,
      window_start = ${windowStart}
    returning tries::int as tries`)) as unknown as { rows: { tries: number }[] };
  const tries = result.rows[0]?.tries ?? 1;
  return tries <= limit.most ? 0 : Math.max(1, Math.ceil((windowStart + limit.perMs - now) / 1000));
}

/** Puts a try back that turned out to be no guess, such as a sign-in with the right password. */
export async function giveTryBack(db: Db, clock: Clock, limit: Limit, key: string): Promise<void> {
  const windowStart = Math.floor(clock.now() / limit.perMs) * limit.perMs;
  await db.execute(sql`
    update rate_limits set tries = greatest(tries - 1, 0)
    where bucket = ${`${limit.name}:${sha256(key)}`} and window_start = ${windowStart}`);
}

/** The network a request comes from: an IPv4 address, or the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = ''] = address.split('::');
  return head.split(':').concat(['0', '0', '0', '0']).slice(0, 4).join(':');
}
