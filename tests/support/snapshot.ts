import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#app/platform/database.server.ts';
import { migrate } from '#app/platform/migrate.server.ts';
import { imageOf } from './database-image.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of a migrated, empty database's image, made once per set of migrations and packages. */
    snapshot: string;
  }
}

/** Creating a database costs seconds and copying one a fraction: migrate once, let each test file begin with a copy. */
export default async function setup(project: TestProject): Promise<void> {
  const cache = join(process.cwd(), '.cache');
  mkdirSync(cache, { recursive: true });
  const hash = createHash('sha256');
  for (const name of [
    'package-lock.json',
    ...readdirSync('migrations')
      .map((file) => join('migrations', file))
      .sort(),
  ])
    hash.update(name).update(readFileSync(name));
  const file = join(cache, `snapshot-${hash.digest('hex').slice(0, 16)}.bin`);
  if (!existsSync(file)) {
    const database = await openDatabase({ dataDir: tmpdir(), memory: true });
    const { openJobs } = await import('#app/platform/jobs.server.ts');
    const { openLog } = await import('#app/platform/log.server.ts');
    await migrate(database);
    // The queue's own tables belong to the snapshot too.
    const jobs = await openJobs(database, openLog('silent'), { work: false });
    await jobs.stop();
    writeFileSync(`${file}.part`, serialize(await imageOf(database.pglite!)));
    renameSync(`${file}.part`, file);
    await database.close();
  }
  project.provide('snapshot', file);
}
