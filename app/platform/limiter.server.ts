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

const bucketOf = (limit: Limit, key: string) => `${limit.name}:${sha256(key)}`;
const windowOf = (limit: Limit, now: number) => Math.floor(now / limit.perMs) * limit.perMs;
const secondsLeft = (limit: Limit, now: number) => Math.max(1, Math.ceil((windowOf(limit, now) + limit.perMs - now) / 1000));

export interface TakenTry {
  /** 0 when it may go on, else the seconds to wait. */
  readonly waitSeconds: number;
  /** Whether this is the try that used the bucket up: the first that is refused in its window. */
  readonly first: boolean;
}

/** Takes one try from a bucket before the work is done, in one statement that holds on every node. */
export async function countTry(db: Db, clock: Clock, limit: Limit, key: string): Promise<TakenTry> {
  const now = clock.now();
  const windowStart = windowOf(limit, now);
  const result = (await db.execute(sql`
    insert into rate_limits (bucket, window_start, tries) values (${bucketOf(limit, key)}, ${windowStart}, 1)
    on conflict (bucket) do update set
      tries = case when rate_limits.window_start = ${windowStart} then least(rate_limits.tries + 1, 1000000) else 1 end,
      window_start = ${windowStart}
    returning tries::int as tries`)) as unknown as { rows: { tries: number }[] };
  const tries = result.rows[0]?.tries ?? 1;
  return { waitSeconds: tries <= limit.most ? 0 : secondsLeft(limit, now), first: tries === limit.most + 1 };
}

/** Takes one try as `countTry` does; returns 0 when it may go on, else the seconds to wait. */
export async function takeTry(db: Db, clock: Clock, limit: Limit, key: string): Promise<number> {
  return (await countTry(db, clock, limit, key)).waitSeconds;
}

/** Seconds that the next try would have to wait, without taking one; 0 when it need not. */
export async function waitOf(db: Db, clock: Clock, limit: Limit, key: string): Promise<number> {
  const now = clock.now();
  const result = (await db.execute(sql`
    select tries::int as tries from rate_limits
    where bucket = ${bucketOf(limit, key)} and window_start = ${windowOf(limit, now)}`)) as unknown as { rows: { tries: number }[] };
  return (result.rows[0]?.tries ?? 0) >= limit.most ? secondsLeft(limit, now) : 0;
}

/** Empties a bucket: somebody who may decided that its tries are forgiven. */
export async function forgiveTries(db: Db, limit: Limit, key: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where bucket = ${bucketOf(limit, key)}`);
}

/** Puts a try back that turned out to be no guess, such as a sign-in with the right password. */
export async function giveTryBack(db: Db, clock: Clock, limit: Limit, key: string): Promise<void> {
  await db.execute(sql`
    update rate_limits set tries = greatest(tries - 1, 0)
    where bucket = ${bucketOf(limit, key)} and window_start = ${windowOf(limit, clock.now())}`);
}

/** The network a request comes from: an IPv4 address, or the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = ''] = address.split('::');
  return head.split(':').concat(['0', '0', '0', '0']).slice(0, 4).join(':');
}
