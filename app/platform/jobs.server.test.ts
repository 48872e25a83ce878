import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import { openTestPlatform, setQueueClock } from '#tests/support/test-platform.ts';
import { jobKind, openJobs, queueDatabase } from './jobs.server.ts';

const platform = await openTestPlatform();
// These tests wait for it.
await setQueueClock(platform.db, 'now()');
const greet = jobKind<{ name: string }>('greet');

/** Resolves with the payload of the next job. */
function nextOf() {
  let found: (name: string) => void = () => undefined;
  return { heard: new Promise<string>((resolve) => (found = resolve)), handler: async ({ name }: { name: string }) => found(name) };
}

it('finds what another process sent, although nobody in this one was told', async () => {
  const other = await openJobs(platform.database, platform.log, { work: false });
  const here = await openJobs(platform.database, platform.log, { work: true });
  const { heard, handler } = nextOf();
  await here.handle(greet, handler);
  await here.begin();
  await other.handle(greet, async () => undefined);
  await other.send(platform.db, greet, { name: 'Maryam' });
  expect(await heard).toBe('Maryam');
  await here.stop();
  await other.stop();
});

it('runs delayed work when its time has come', async () => {
  const here = await openJobs(platform.database, platform.log, { work: true });
  const { heard, handler } = nextOf();
  await here.handle(greet, handler);
  await here.begin();
  await here.send(platform.db, greet, { name: 'Later' }, { startAfter: new Date(Date.now() + 500) });
  expect(await heard).toBe('Later');
  await here.stop();
});

it('takes up what lay there only when everything that it leads to can be sent', async () => {
  const reply = jobKind<{ name: string }>('reply');
  const before = await openJobs(platform.database, platform.log, { work: false });
  await before.handle(greet, async () => undefined);
  await before.send(platform.db, greet, { name: 'Left behind' });
  await before.stop();
  const here = await openJobs(platform.database, platform.log, { work: true });
  const { heard, handler } = nextOf();
  let tries = 0;
  await here.handle(greet, (payload) => {
    tries += 1;
    return here.send(platform.db, reply, payload);
  });
  // Long enough for a worker to ask, were it there: the queue answers many questions in the meantime.
  for (let asked = 0; asked < 200; asked += 1) await platform.db.execute(sql`select 1 from pgboss.job limit 1`);
  await here.handle(reply, handler);
  await here.begin();
  expect(await heard).toBe('Left behind');
  expect(tries).toBe(1);
  await here.stop();
});

/** The platform's database, and every statement that is asked of it from now on. */
function listenedDatabase() {
  const asked: string[] = [];
  const listened = <Engine extends object>(engine: Engine | null): Engine | null =>
    engine &&
    new Proxy(engine, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (name === 'query' || name === 'exec') asked.push(String(given[0]));
          return value.apply(target, given);
        };
      },
    });
  const { pool, pglite } = platform.database;
  return { asked, database: { ...platform.database, pool: listened(pool), pglite: listened(pglite) } };
}

it('asks the database nothing about a queue that an earlier start has made', async () => {
  const kinds = ['kept-1', 'kept-2', 'kept-3'].map((name) => jobKind<{ name: string }>(name));
  const first = await openJobs(platform.database, platform.log, { work: false });
  for (const kind of kinds) await first.handle(kind, async () => undefined);
  await first.stop();

  const { asked, database } = listenedDatabase();
  const again = await openJobs(database, platform.log, { work: false });
  const atOpening = asked.length;
  expect(atOpening).toBeGreaterThan(0);
  for (const kind of kinds) await again.handle(kind, async () => undefined);
  expect(asked.slice(atOpening)).toEqual([]);
  await again.handle(jobKind('not-yet'), async () => undefined);
  expect(asked.length).toBeGreaterThan(atOpening);
  // On the embedded engine a queue whose row was not read yet would wait here for ever.
  await platform.db.transaction((tx) => again.send(tx as never, kinds[0]!, { name: 'Maryam' }));
  await again.stop();
});

it('writes a schedule that is new or has changed, and none that is there as it is wanted', async () => {
  const [same, moved] = ['same-schedule', 'moved-schedule'].map((name) => jobKind<Record<string, never>>(name)) as [never, never];
  const first = await openJobs(platform.database, platform.log, { work: true });
  await first.schedule(same, '5 4 * * *');
  await first.schedule(moved, '5 4 * * *');
  await first.stop();

  const { asked, database } = listenedDatabase();
  const again = await openJobs(database, platform.log, { work: true });
  const written = () => asked.filter((statement) => /insert into pgboss\.schedule/i.test(statement)).length;
  await again.schedule(same, '5 4 * * *');
  expect(written()).toBe(0);
  await again.schedule(moved, '10 4 * * *');
  expect(written()).toBe(1);
  await again.stop();
  const { rows } = (await platform.db.execute(
    sql`select name, cron from pgboss.schedule where name like '%-schedule' order by name`,
  )) as unknown as { rows: unknown[] };
  expect(rows).toEqual([
    { name: 'moved-schedule', cron: '10 4 * * *' },
    { name: 'same-schedule', cron: '5 4 * * *' },
  ]);
});

it('runs at once what runs every minute, when its worker is there', async () => {
  const sweep = jobKind<Record<string, never>>('sweep-at-once');
  const here = await openJobs(platform.database, platform.log, { work: true });
  const ran = Promise.withResolvers<void>();
  await here.handle(sweep, async () => ran.resolve());
  await here.schedule(sweep, '* * * * *');
  await here.begin();
  // Well before the next minute or the end of a lease.
  await ran.promise;
  await here.stop();
});

it('rests before its first worker, does meanwhile what it sends itself, and is stopped without waiting', async () => {
  const { asked, database } = listenedDatabase();
  const here = await openJobs(database, platform.log, { work: true });
  const { heard, handler } = nextOf();
  await here.handle(greet, handler);
  await here.schedule(jobKind<Record<string, never>>('rests'), '* * * * *');
  const anHour = 3_600_000;
  await here.begin({ restMs: anHour });
  await here.send(platform.db, greet, { name: 'Maryam' });
  expect(await heard).toBe('Maryam');
  expect(asked.filter((statement) => /for update skip locked/i.test(statement) && statement.includes("'greet'"))).toEqual([]);
  await here.stop();
});

it('has begun with one worker at most when it says that it begins, and does what lay there all the same', async () => {
  const kinds = Array.from({ length: 40 }, (_, number) => jobKind<{ name: string }>(`in-turn-${number}`));
  const before = await openJobs(platform.database, platform.log, { work: false });
  for (const kind of kinds) await before.handle(kind, async () => undefined);
  for (const kind of kinds) await before.send(platform.db, kind, { name: 'Left behind' });
  await before.stop();

  const { asked, database } = listenedDatabase();
  const here = await openJobs(database, platform.log, { work: true });
  const ended = Promise.withResolvers<void>();
  let done = 0;
  for (const kind of kinds)
    await here.handle(kind, async () => {
      done += 1;
      if (done === kinds.length) ended.resolve();
    });
  const registered = asked.length;
  await here.begin();
  expect(asked.length - registered).toBeLessThanOrEqual(2);
  await ended.promise;
  expect(asked.length - registered).toBeGreaterThanOrEqual(kinds.length);
  await here.stop();
});

it('takes the same work as often as it is sent, whatever key it has: what must be single claims its turn in a table of its own', async () => {
  const boss = new PgBoss({ ...queueDatabase(platform.database), schedule: false, supervise: false });
  await boss.start();
  const twice = async (queue: string) => [
    await boss.send(queue, {}, { singletonKey: 'one' }),
    await boss.send(queue, {}, { singletonKey: 'one' }),
  ];
  // As every queue of the house is made.
  await boss.createQueue('keyed');
  expect(await twice('keyed')).toEqual([expect.any(String), expect.any(String)]);
  // The same key where the queue was made for it: only there does it hold a second one back.
  await boss.createQueue('keyed-alone', { policy: 'exclusive' });
  expect(await twice('keyed-alone')).toEqual([expect.any(String), null]);
  await boss.stop({ graceful: false });
});
