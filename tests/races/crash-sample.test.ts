import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failpoint } from '#app/platform/failpoint.server.ts';
import { openCrashYard, type CrashYard } from '../crash/crash-harness.ts';

/** Six of the points at which `npm run test:crash` kills a real server: where an answer was lost on its way. */
const sample: readonly Failpoint[] = [
  'place.after-commit',
  'payment.create.after-call',
  'supply.ticket.after-call',
  'confirm.before-commit',
  'payment.capture.after-call',
  'payment.refund.after-call',
];

let yard: CrashYard;
beforeAll(async () => {
  yard = await openCrashYard();
}, 300_000);
afterAll(() => yard.close());

describe.concurrent('a server killed', () => {
  it.each(sample)(
    '%s: one order, one charge, one refund, every promise kept',
    async (point) => {
      const outcome = await yard.play('sold', `${point}:exit`);
      expect(outcome).toMatchObject({ status: 'refunded', orders: 1, captures: 1, refunds: 1, broken: [], deaths: 1 });
    },
    600_000,
  );
});
