import { expect, it } from 'vitest';
import { failpoints } from '#app/platform/failpoint.server.ts';
import { openStages, orFault } from './played-histories.ts';
import { rivals } from './simulation.ts';

const stages = openStages('interleavings');
/** All of them with INTERLEAVINGS=all, as `npm run test:accept` does; otherwise every thirteenth. */
const cases = failpoints.flatMap((point) => rivals.map((rival) => [point, rival] as const));
const some = process.env['INTERLEAVINGS'] === 'all' ? cases : cases.filter((_case, index) => index % 13 === 0);

it(`${some.length} of ${cases.length} ways to act in the middle of another's step end well`, async () => {
  const { simulator, promises } = await stages.fresh(0);
  const wrong: string[] = [];
  const missed = new Set<string>();
  for (const [index, [point, rival]] of some.entries()) {
    const end = await simulator.interleave(point, rival, 5_000 + index).catch(orFault(5_000 + index));
    if (!end.met) missed.add(point);
    wrong.push(...end.wrong.map((words) => `${rival} at ${point}: ${words} (${end.steps.join('; ')})`));
  }
  wrong.push(...(await promises()));
  expect(wrong).toEqual([]);
  // Mails have no rivals here, and the way to each other point was found.
  expect([...missed].filter((point) => !point.startsWith('notify.'))).toEqual([]);
}, 3_600_000);

it('an airline that denies what it did is noticed: the model can disagree', async () => {
  const { simulator } = await stages.fresh(1);
  let noticed: readonly string[] = [];
  for (let seed = 70_001; seed < 70_021 && noticed.length === 0; seed += 1) noticed = (await simulator.play(seed, true)).wrong;
  expect(noticed.join()).toMatch(/the airline (says|still has|has \d)/);
}, 600_000);
