import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failpoints } from '#app/platform/failpoint.server.ts';
import { openCrashYard, storyOf, type CrashYard } from './crash-harness.ts';

/** One order, one end, the money moved once and every promise kept: whatever the server died of. */
const settled = {
  sold: { status: 'refunded', orders: 1, captures: 1, refunds: 1, broken: [] },
  declined: { status: 'cancelled', orders: 1, captures: 0, refunds: 0, broken: [] },
  left: { status: 'expired', orders: 1, captures: 0, refunds: 0, broken: [] },
} as const;

let yard: CrashYard;
beforeAll(async () => {
  yard = await openCrashYard();
}, 300_000);
const recovered: number[] = [];
afterAll(async () => {
  await yard.close();
  const sorted = recovered.sort((a, b) => a - b);
  const seconds = (share: number) => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1000).toFixed(1);
  console.log(
    `${sorted.length} deaths; from death to the traveller's next step done, restart included: half in ${seconds(0.5)} s, all in ${seconds(1)} s`,
  );
});

// CRASH_AT=place.after-commit,notify. plays some of them only.
const wanted = process.env['CRASH_AT']?.split(',') ?? [''];
const chosen = failpoints.filter((name) => wanted.some((start) => name.startsWith(start)));

describe.concurrent('a server killed', () => {
  it.each(chosen)('%s goes on from there', async (point) => {
    const story = storyOf(point);
    const outcome = await yard.play(story, `${point}:exit`);
    expect(outcome).toMatchObject(settled[story]);
    expect(outcome.deaths).toBe(1);
    recovered.push(outcome.recoveredMs!);
  });
});
