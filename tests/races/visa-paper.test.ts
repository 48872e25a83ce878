import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, inject, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { lockApplication } from '#app/products/visas/evisa/evisa-applications-store.server.ts';
import { answerRequest } from '#app/products/visas/evisa/evisa-requests-store.server.ts';
import { aForm, openTestEvisas } from '#app/products/visas/evisa/evisa-testing.ts';
import { sendPaper } from '#app/products/visas/evisa/keep-evisa.server.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { pngOf } from '#tests/support/visa-papers.ts';
import { copyDatabase } from '../support/shared-postgres.ts';
import { openStillPlatform } from '../support/test-platform.ts';
import { untilSomebodyWaits } from '../support/waiting.ts';

/*
 * A paper is sent while an answer to the same question is being written: what was answered takes no paper any more.
 * Without the lock of the application the paper must be seen to slip in behind the answer.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-visa-paper-'));
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: await copyDatabase(inject('postgres'), 'visa_paper'),
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const desk = await openTestEvisas(platform, evisaCountries);
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a paper into a question whose answer is not committed yet; what became of the paper. */
async function sentBehindTheAnswer(): Promise<boolean> {
  const groupId = await desk.applied('sri-lanka', [aForm()]);
  const placed = await desk.place(groupId);
  if (!placed.ok) throw new Error(placed.refused);
  await desk.pay(placed.value.orderId);
  const { id } = (await desk.cases(groupId))[0]!;
  await desk.work(id, { event: 'claim' });
  await desk.work(id, { event: 'ask-more', items: [{ kind: 'document', code: 'photo' }], words: '' });
  const paper = { groupId, position: 0, kind: 'photo', content: new Uint8Array(pngOf(420, 520)), who: 'guest' } as const;
  let sending: ReturnType<typeof sendPaper> | null = null;
  await transact(platform.db, async (tx) => {
    await lockApplication(tx, id);
    await answerRequest(tx, platform.clock.now(), id, null);
    sending = sendPaper(platform, paper);
    // Until it stands before the application's row.
    await untilSomebodyWaits(platform.db);
  });
  return (await sending!).ok;
}

it('takes no paper for what is answered in the same moment', async () => {
  expect(await sentBehindTheAnswer()).toBe(false);
});

it('takes one when the lock is off', async () => {
  armFailpoints('visa-paper:off');
  expect(await sentBehindTheAnswer()).toBe(true);
});
