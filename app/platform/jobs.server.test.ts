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
