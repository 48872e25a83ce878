import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#app/platform/database.server.ts';
import { migrate } from '#app/platform/migrate.server.ts';
import { buildIfStale } from '../../scripts/build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A tar of a migrated, empty database, made once per set of migrations. */
    snapshot: string;
  }
}

/** Creating a database costs seconds and copying one a fraction: migrate once, let each test file restore. */
export default async function setup(project: TestProject): Promise<() => void> {
  // Page tests send requests to the production build.
  buildIfStale();
  const cache = join(process.cwd(), '.cache');
  mkdirSync(cache, { recursive: true });
  const hash = createHash('sha256');
  for (const name of readdirSync('migrations').sort()) hash.update(name).update(readFileSync(join('migrations', name)));
  const file = join(cache, `snapshot-${hash.digest('hex').slice(0, 16)}.tar`);
  const scratch = mkdtempSync(join(tmpdir(), 'rihla-test-'));
  try {
    readFileSync(file, { flag: 'r' }).subarray(0, 1);
  } catch {
    const database = await openDatabase({ dataDir: scratch, memory: true });
    const { openJobs } = await import('#app/platform/jobs.server.ts');
    const { openLog } = await import('#app/platform/log.server.ts');
    await migrate(database);
    // The queue's own tables belong to the snapshot too.
    const jobs = await openJobs(database, openLog('silent'), { work: false });
    await jobs.stop();
    const dump = await database.pglite!.dumpDataDir('none');
    writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
    await database.close();
  }
  project.provide('snapshot', file);
  return () => rmSync(scratch, { recursive: true, force: true });
}
