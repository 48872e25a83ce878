import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { reconcilePayments } from '#app/commerce/payments/reconcile-payments.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { hourMs, instant } from '#app/values/dates.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform, testNow, type TestPlatform } from '#tests/support/test-platform.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openSimulator, type Ended, type Simulator } from './simulation.ts';

/** `npm run test:simulate -- --histories 10000`, or `-- --seed 4711` for one again, with every step in words. */
export const from = Number(process.env['SEED'] ?? 1);
export const histories = Number(process.env['HISTORIES'] ?? 200);
/** Everything the database holds is asked after so many, and at the end. */
const every = 100;

export interface Stage {
  readonly simulator: Simulator;
  /** What the promises and the reconciliation find broken. */
  promises(): Promise<string[]>;
}

/** Shops on databases of their own, one after the other: many histories in one would make each question slower. */
export function openStages(name: string): { fresh(number: number): Promise<Stage> } {
  const folder = mkdtempSync(join(tmpdir(), 'rihla-simulator-'));
  let platform: TestPlatform | null = null;
  afterAll(async () => {
    await platform?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    async fresh(number) {
      await platform?.close();
      const env = readEnv({
        NODE_ENV: 'test',
        DATABASE_URL: await copyDatabase(inject('postgres'), `${name}_${number}`),
        DATA_DIR: folder,
        PORT: '3999',
        LOG_LEVEL: 'silent',
        AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
      });
      const open = await openStillPlatform(env);
      platform = open;
      const simulator = await openSimulator(open);
      return { simulator, promises: () => promises(open, simulator, join(folder, 'bank.jsonl')) };
    },
  };
}

async function promises(platform: TestPlatform, simulator: Simulator, journal: string): Promise<string[]> {
  writeFileSync(journal, simulator.bank.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const question = { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 };
  const asked = [
    'I1',
    'I2',
    'I3',
    'I4',
    'I5',
    'I6',
    'I7',
    'I8',
    'I9',
    'I10',
    'I11',
    'I12',
    'I13',
    'I16',
    'I18',
    'I22',
    'I23',
    'I24',
    'I27',
    'I28',
  ];
  platform.clock.set(instant(testNow + 6 * hourMs));
  const differences = await reconcilePayments(platform, simulator.bank.provider);
  const named = (differences ?? []).map((difference) => `reconciliation: ${JSON.stringify(difference)}`);
  return [...named, ...brokenLines(await askInvariants(platform.db, question, { bankJournal: journal }, asked))];
}

/** A history that ends in a fault ends wrong. */
export const orFault = (seed: number) => (fault: Error & { steps?: readonly string[] }) => ({
  seed,
  steps: fault.steps ?? [],
  orderIds: [],
  wrong: [`fault: ${fault.stack}`],
  met: true,
});

/** Plays the seeds in their order; what is wrong names the seed that plays it again. */
export async function playHistories(
  stages: ReturnType<typeof openStages>,
  seeds: readonly number[],
): Promise<{ wrong: string[]; orders: number }> {
  const wrong: string[] = [];
  const ended: Ended[] = [];
  const withSeeds = (lines: readonly string[]) =>
    lines.map((line) => {
      const owner = ended.find((history) => history.orderIds.some((id) => line.includes(id)));
      return owner ? `seed ${owner.seed}: ${line}` : line;
    });
  let stage: Stage | null = null;
  for (const [played, seed] of seeds.entries()) {
    if (!stage || played % every === 0) {
      if (stage) wrong.push(...withSeeds(await stage.promises()));
      stage = await stages.fresh(seed);
    }
    const history: Ended = await stage.simulator.play(seed).catch(orFault(seed));
    ended.push(history);
    wrong.push(...history.wrong.map((words) => `seed ${seed}: ${words}`));
    if (seeds.length <= 5) console.log(history.steps.join('\n'));
    if (wrong.length > 30) break;
  }
  if (stage) wrong.push(...withSeeds(await stage.promises()));
  return { wrong: [...new Set(wrong)], orders: ended.flatMap((history) => history.orderIds).length };
}

/** Two files play every other seed each, so that both cores have something to do. */
export const seedsOf = (first: 0 | 1) =>
  Array.from({ length: histories }, (_, index) => from + index).filter((_seed, index) => index % 2 === first);
