import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { sql } from 'drizzle-orm';
import { afterAll, inject } from 'vitest';
import { settableClock } from '#app/platform/clock.server.ts';
import { embedded, openDatabase, type Db, type OpenDatabase } from '#app/platform/database.server.ts';
import { readEnv, type Env } from '#app/platform/env.server.ts';
import { openPlatform, type Platform } from '#app/platform/platform.server.ts';
import type { PasswordHasher } from '#app/platform/session.server.ts';
import { addMilliseconds, dayMs, instant } from '#app/values/dates.ts';
import { loadCatalogue } from '#seeds/catalogue.ts';
import { seedDemo } from '#seeds/demo.ts';
import { imageOf, openImage, type DatabaseImage } from './database-image.ts';
import { copyDatabase, dropDatabase } from './shared-postgres.ts';

export type TestPlatform = Platform & { readonly clock: ReturnType<typeof settableClock> };

/** Monday 23 November 2026, 11:42 in Dubai. */
export const testNow = instant(Date.parse('2026-11-23T07:42:00Z'));

/** What the queue of a database takes for the time, as SQL. */
export async function setQueueClock(db: Db, time: string): Promise<void> {
  await db.execute(sql.raw(`create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select ${time} $$`));
}

const saltedHash = (salt: string, password: string) =>
  `quick:${salt}:${createHash('sha256')
    .update(salt + password)
    .digest('hex')}`;

/**
 * What a house takes sixty milliseconds of a core for, so that guessing is slow, in none: a file makes accounts and signs in
 * dozens of times. That a house takes the slow one, `session.server.test.ts` says.
 */
const quickPasswords: PasswordHasher = {
  hash: async (password) => saltedHash(randomBytes(16).toString('hex'), password),
  verify: async ({ hash, password }) => hash === saltedHash(hash.split(':')[1]!, password),
};

/**
 * A platform whose clock stands at `testNow`, and whose queue, which asks the database for the time, is a day behind it for
 * ever: what is to be done later comes when a test says so, on whatever day the tests run.
 */
export async function openStillPlatform(env: Env, more: { readonly database?: OpenDatabase } = {}): Promise<TestPlatform> {
  const platform = (await openPlatform(env, {
    work: false,
    clock: settableClock(testNow),
    passwords: quickPasswords,
    ...more,
  })) as TestPlatform;
  await setQueueClock(platform.db, `timestamptz '${new Date(addMilliseconds(testNow, -dayMs)).toISOString()}'`);
  return platform;
}

/** What a database of a test begins with: nothing but its tables, the demo's accounts, or these and the house catalogue. */
type Beginning = 'empty' | 'demo' | 'catalogue';

/**
 * A platform on a real database of its own, with a clock that stands still and job workers that run only when a test calls
 * `jobs.drain()`. One per test file; closed after it.
 */
export function openTestPlatform(more: Record<string, string> = {}): Promise<TestPlatform> {
  return openOn('empty', more);
}

/** The same with the demo's accounts, as `seedDemo` makes them. */
export function openDemoPlatform(more: Record<string, string> = {}): Promise<TestPlatform> {
  return openOn('demo', more);
}

/** The same with the demo's accounts and the house catalogue, as `loadCatalogue` loads it. */
export function openCataloguePlatform(more: Record<string, string> = {}): Promise<TestPlatform> {
  return openOn('catalogue', more);
}

async function openOn(beginning: Beginning, more: Record<string, string>): Promise<TestPlatform> {
  const platform = await openCopy(await copyOf(beginning), more);
  afterAll(() => platform.close());
  return platform;
}

interface Copy {
  readonly database: OpenDatabase;
  /** What is left of it after it is closed. */
  remove(): Promise<void>;
}

/** A copy of its beginning: on the run's PostgreSQL, or in a run for the embedded database on that. */
const copyOf = (beginning: Beginning): Promise<Copy> => {
  const server = inject('postgres');
  return server ? copyOnServer(server, beginning) : copyEmbedded(beginning);
};

async function openCopy({ database, remove }: Copy, more: Record<string, string>): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rihla-test-'));
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: '3999',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
    ...more,
  });
  const platform = await openStillPlatform(env, { database });
  return {
    ...platform,
    async close() {
      await platform.close();
      await remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function fill(platform: TestPlatform, beginning: Beginning): Promise<void> {
  await seedDemo(platform);
  if (beginning === 'catalogue') await loadCatalogue(platform);
}

let copies = 0;
/** Names of databases to copy, made by the first file of this process that asks for them. */
const templates: Partial<Record<Beginning, string>> = {};

async function copyOnServer(server: string, beginning: Beginning): Promise<Copy> {
  if (beginning !== 'empty' && !templates[beginning]) {
    const name = `${beginning}_${process.pid}`;
    const platform = await openCopy({ database: await openOne(await copyDatabase(server, name)), remove: async () => undefined }, {});
    await fill(platform, beginning);
    await platform.close();
    templates[beginning] = name;
  }
  const name = `file_${process.pid}_${(copies += 1)}`;
  const database = await openOne(await copyDatabase(server, name, templates[beginning]));
  return { database, remove: () => dropDatabase(server, name) };
}

/**
 * One connection, as the embedded database has one: whoever waits inside a transaction for a connection beside it waits in
 * vain on both, and the test says so.
 */
const openOne = (url: string) => openDatabase({ url, dataDir: '', poolSize: 1 });

/** Files of embedded databases to copy. */
const images: Partial<Record<Beginning, DatabaseImage>> = {};

async function copyEmbedded(beginning: Beginning): Promise<Copy> {
  const image = images[beginning] ?? (await makeImage(beginning));
  return { database: embedded(await openImage(image)), remove: async () => undefined };
}

async function makeImage(beginning: Beginning): Promise<DatabaseImage> {
  if (beginning === 'empty') return (images.empty = deserialize(readFileSync(inject('snapshot'))) as DatabaseImage);
  const platform = await openCopy(await copyEmbedded('empty'), {});
  await fill(platform, beginning);
  const image = await imageOf(platform.database.pglite!);
  await platform.close();
  return (images[beginning] = image);
}
