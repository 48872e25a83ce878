import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { afterAll, inject } from 'vitest';
import { settableClock } from '#app/platform/clock.server.ts';
import { embedded } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform, type Platform } from '#app/platform/platform.server.ts';
import { instant } from '#app/values/dates.ts';

export type TestPlatform = Platform & { readonly clock: ReturnType<typeof settableClock> };

/** Monday 23 November 2026, 11:42 in Dubai. */
export const testNow = instant(Date.parse('2026-11-23T07:42:00Z'));

/**
 * A platform on a real embedded database of its own, with a clock that stands still and job workers that run only
 * when a test calls `jobs.drain()`. One per test file; closed after it.
 */
export async function openTestPlatform(more: Record<string, string> = {}): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rihla-test-'));
  const snapshot = new Blob([readFileSync(inject('snapshot'))]);
  const client = await PGlite.create({ loadDataDir: snapshot, extensions: { btree_gist, citext, pg_trgm, unaccent } });
  const clock = settableClock(testNow);
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: '3999',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
    ...more,
  });
  const platform = await openPlatform(env, { work: false, database: embedded(client), clock });
  afterAll(async () => {
    await platform.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return platform as TestPlatform;
}
