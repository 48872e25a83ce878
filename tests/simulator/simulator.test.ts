import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcilePayments } from '#app/commerce/payments/reconcile-payments.server.ts';
import { settableClock } from '#app/platform/clock.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { hourMs, instant } from '#app/values/dates.ts';
import { startPostgres, type RunningPostgres } from '#tests/support/postgres.ts';
import { testNow, type TestPlatform } from '#tests/support/test-platform.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { failpoints } from '#app/platform/failpoint.server.ts';
import { openSimulator, rivals, type Ended, type Simulator } from './simulation.ts';

/*
 * `npm run test:simulate -- --histories 10000`, or `-- --seed 4711` for one again, with every step in words.
 */
const from = Number(process.env['SEED'] ?? 1);
const histories = Number(process.env['HISTORIES'] ?? 60);
/** Everything the database holds is asked this often, and at the end. */
const every = 100;

let postgres: RunningPostgres;
let platform: TestPlatform | null = null;
let simulator: Simulator;
const folder = mkdtempSync(join(tmpdir(), 'rihla-simulator-'));
const ended: Ended[] = [];

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
});
afterAll(async () => {
  await platform?.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A shop on a database of its own: many histories in one would make each question slower. */
async function fresh(number: number): Promise<void> {
  await platform?.close();
  const url = await postgres.createDatabase(`histories_${number}`);
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '3999',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
  });
  platform = (await openPlatform(env, { work: false, clock: settableClock(testNow) })) as TestPlatform;
  simulator = await openSimulator(platform);
}

async function promises(): Promise<string[]> {
  if (!platform) return [];
  const journal = join(folder, 'bank.jsonl');
  writeFileSync(journal, simulator.bank.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const question = { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 };
  const asked = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11', 'I12', 'I13', 'I16', 'I18', 'I22', 'I23', 'I24'];
  platform.clock.set(instant(testNow + 6 * hourMs));
  const differences = await reconcilePayments(platform, simulator.bank.provider);
  const named = (differences ?? []).map((difference) => `reconciliation: ${JSON.stringify(difference)}`);
  return [...named, ...brokenLines(await askInvariants(platform.db, question, { bankJournal: journal }, asked))];
}
/** Names the history of every order in a line, so that it can be played again. */
const withSeeds = (lines: readonly string[]) =>
  lines.map((line) => {
    const owner = ended.find((history) => history.orderIds.some((id) => line.includes(id)));
    return owner ? `seed ${owner.seed}: ${line}` : line;
  });

it.skipIf(histories === 0)(
  `${histories} histories from seed ${from} end as the books of the bank and the airline say`,
  async () => {
    const wrong: string[] = [];
    for (let seed = from; seed < from + histories; seed += 1) {
      if ((seed - from) % (every * 2) === 0) await fresh(seed);
      const history = await simulator.play(seed).catch((fault: Error & { steps?: string[] }) => ({
        seed,
        steps: fault.steps ?? [],
        orderIds: [],
        wrong: [`fault: ${fault.stack}`],
      }));
      ended.push(history);
      wrong.push(...history.wrong.map((words) => `seed ${seed}: ${words}`));
      if (histories <= 5) console.log(history.steps.join('\n'));
      if ((seed - from + 1) % every === 0) wrong.push(...withSeeds(await promises()));
      if (wrong.length > 30) break;
    }
    wrong.push(...withSeeds(await promises()));
    expect([...new Set(wrong)]).toEqual([]);
    expect(ended.flatMap((history) => history.orderIds).length).toBeGreaterThanOrEqual(histories / 2);
  },
  3_600_000,
);

/** All of them with INTERLEAVINGS=all, as `npm run test:accept` does; otherwise every thirteenth. */
const cases = failpoints.flatMap((point) => rivals.map((rival) => [point, rival] as const));
const some = process.env['INTERLEAVINGS'] === 'all' ? cases : cases.filter((_case, index) => index % 13 === 0);

it(`${some.length} of ${cases.length} ways to act in the middle of another's step end well`, async () => {
  await fresh(0);
  const wrong: string[] = [];
  const missed = new Set<string>();
  for (const [index, [point, rival]] of some.entries()) {
    const end = await simulator.interleave(point, rival, 5_000 + index).catch((fault: Error & { steps?: string[] }) => ({
      seed: 0,
      steps: fault.steps ?? [],
      orderIds: [],
      wrong: [`fault: ${fault.stack}`],
      met: true,
    }));
    if (!end.met) missed.add(point);
    wrong.push(...end.wrong.map((words) => `${rival} at ${point}: ${words} (${end.steps.join('; ')})`));
  }
  wrong.push(...(await promises()));
  expect(wrong).toEqual([]);
  // Mails have no rivals here, and the way to each other point was found.
  expect([...missed].filter((point) => !point.startsWith('notify.'))).toEqual([]);
}, 3_600_000);

it('an airline that denies what it did is noticed: the model can disagree', async () => {
  await fresh(-1);
  let noticed: readonly string[] = [];
  for (let seed = 70_001; seed < 70_021 && noticed.length === 0; seed += 1) noticed = (await simulator.play(seed, true)).wrong;
  expect(noticed.join()).toMatch(/the airline (says|still has|has \d)/);
}, 600_000);
