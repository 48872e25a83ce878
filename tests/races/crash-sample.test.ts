import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failpoint } from '#app/platform/failpoint.server.ts';
import { openCrashYard, type CrashYard } from '../crash/crash-harness.ts';

/** Six of the points at which `npm run test:crash` kills a real server, where an answer was lost on its way; three sales. */
const sample: readonly (readonly Failpoint[])[] = [
  ['place.after-commit', 'supply.ticket.after-call', 'payment.refund.after-call'],
  ['payment.create.after-call', 'confirm.before-commit'],
  ['payment.capture.after-call'],
];

let yard: CrashYard;
beforeAll(async () => {
  yard = await openCrashYard();
}, 300_000);
afterAll(() => yard.close());

describe.concurrent('a server killed', () => {
  it.each(sample.map((points) => [points.join(', '), points] as const))(
    '%s: one order, one charge, one refund, every promise kept',
    async (_name, points) => {
      const outcome = await yard.play('sold', points.map((point) => `${point}:exit`).join(','));
      expect(outcome).toMatchObject({ status: 'refunded', orders: 1, captures: 1, refunds: 1, broken: [], deaths: points.length });
    },
    600_000,
  );
});
