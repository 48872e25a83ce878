import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#app/platform/database.server.ts';
import { openJobs } from '#app/platform/jobs.server.ts';
import { openLog } from '#app/platform/log.server.ts';
import { migrate } from '#app/platform/migrate.server.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's PostgreSQL takes orders. */
    postgres: string;
  }
}

const template = 'migrated';

/**
 * One PostgreSQL for a whole run, with a database that has its tables and its queue: a file copies it instead of making
 * a server and a hundred migrations of its own. Drills that kill the server itself start their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ fleeting: true });
  const folder = mkdtempSync(join(tmpdir(), 'rihla-template-'));
  const database = await openDatabase({ url: await postgres.createDatabase(template), dataDir: folder, poolSize: 2 });
  await migrate(database);
  const jobs = await openJobs(database, openLog('silent'), { work: false });
  await jobs.stop();
  await database.close();
  project.provide('postgres', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A database of one's own on the server of the run, with its tables made, or as another one is. The name must be nobody else's. */
export async function copyDatabase(server: string, name: string, from = template): Promise<string> {
  await ask(server, `create database "${name}" template "${from}" strategy file_copy`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Gives back the room of a database that nobody has open any more. */
export const dropDatabase = (server: string, name: string) => ask(server, `drop database "${name}"`);

async function ask(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
