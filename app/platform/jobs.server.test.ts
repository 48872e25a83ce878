import { expect, it } from 'vitest';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { jobKind, openJobs } from './jobs.server.ts';

const platform = await openTestPlatform();
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
  await here.send(platform.db, greet, { name: 'Later' }, { startAfter: new Date(Date.now() + 500) });
  expect(await heard).toBe('Later');
  await here.stop();
});
