import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { openDatabase, type OpenDatabase } from '#app/platform/database.server.ts';
import { queueDatabase } from '#app/platform/jobs.server.ts';
import { copyDatabase } from '../support/shared-postgres.ts';

let database: OpenDatabase;
let boss: PgBoss;

beforeAll(async () => {
  database = await openDatabase({ url: await copyDatabase(inject('postgres'), 'queue_upkeep'), dataDir: '', poolSize: 4 });
  boss = new PgBoss({ ...queueDatabase(database), schedule: false, supervise: false });
  await boss.start();
});
afterAll(async () => {
  await boss.stop();
  await database.close();
});

test('the upkeep of the queue ends work whose time is over, on PostgreSQL too', async () => {
  const faults: unknown[] = [];
  boss.on('error', (fault) => faults.push(fault));
  await boss.createQueue('upkeep', { retryLimit: 0, expireInSeconds: 60 });
  const id = (await boss.send('upkeep', {}))!;
  await boss.fetch('upkeep');
  await database.db.execute(sql`update pgboss.job set started_on = now() - interval '2 minutes' where id = ${id}::uuid`);
  await boss.supervise('upkeep');
  expect(faults).toEqual([]);
  expect((await boss.findJobs('upkeep', { id })).map(({ state }) => state)).toEqual(['failed']);
});
