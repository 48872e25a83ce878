import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestPlatform, setQueueClock } from '#tests/support/test-platform.ts';
import { jobKind, openJobs } from './jobs.server.ts';

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

it('asks the database nothing about a queue that an earlier start has made', async () => {
  const kinds = ['kept-1', 'kept-2', 'kept-3'].map((name) => jobKind<{ name: string }>(name));
  const first = await openJobs(platform.database, platform.log, { work: false });
  for (const kind of kinds) await first.handle(kind, async () => undefined);
  await first.stop();

  const asked: string[] = [];
  const { pool, pglite } = platform.database;
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
  const again = await openJobs({ ...platform.database, pool: listened(pool), pglite: listened(pglite) }, platform.log, { work: false });
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

it('answers others while its workers begin one after the other', async () => {
  const kinds = Array.from({ length: 40 }, (_, number) => jobKind<{ name: string }>(`in-turn-${number}`));
  const before = await openJobs(platform.database, platform.log, { work: false });
  for (const kind of kinds) await before.handle(kind, async () => undefined);
  for (const kind of kinds) await before.send(platform.db, kind, { name: 'Left behind' });
  await before.stop();

  const here = await openJobs(platform.database, platform.log, { work: true });
  const ended = Promise.withResolvers<void>();
  let done = 0;
  for (const kind of kinds)
    await here.handle(kind, async () => {
      done += 1;
      if (done === kinds.length) ended.resolve();
    });
  await here.begin();
  const { rows } = (await platform.db.execute(
    sql`select count(*)::int as n from pgboss.job where name like 'in-turn-%' and state = 'created'`,
  )) as unknown as { rows: { n: number }[] };
  expect(rows[0]!.n).toBeGreaterThan(kinds.length / 2);
  await ended.promise;
  await here.stop();
});
