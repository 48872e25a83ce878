import { expect, test } from 'vitest';
import { isUntried, outcomeOfLeaving, paymentOutcome } from './payment-outcome.ts';

const payment = (status: string, declineClass: string | null = null) => ({ status, declineClass });

test.each([
  ['ticketed', payment('succeeded'), 'confirmed'],
  ['paid', payment('requires_capture'), 'issuing'],
  ['ticketing', payment('requires_capture'), 'issuing'],
  ['ticketing_failed', payment('requires_capture'), 'issuing'],
  ['stuck', payment('stuck'), 'issuing'],
  ['payment_pending', payment('processing'), 'checking'],
  ['payment_pending', payment('stuck'), 'checking'],
  ['payment_pending', payment('requires_action'), 'checking'],
  ['payment_pending', payment('requires_payment_method'), 'checking'],
  ['payment_pending', payment('requires_payment_method', 'other-card'), 'failed'],
  ['held', payment('canceled'), 'failed'],
  ['expired', payment('canceled', 'call-bank'), 'failed'],
  ['held', null, 'failed'],
  ['refunded', payment('succeeded'), 'other'],
] as const)('an order that is %s with %o is shown as %s', (status, of, shown) => {
  expect(paymentOutcome(status, of)).toBe(shown);
});

test('a bank that has authorised is never called a failure, whatever the order says yet', () => {
  for (const status of ['held', 'payment_pending', 'expired']) expect(paymentOutcome(status, payment('requires_capture'))).toBe('checking');
});

test('only a payment that was neither tried nor refused is untried', () => {
  expect(isUntried(payment('requires_payment_method'))).toBe(true);
  for (const tried of [null, payment('requires_payment_method', 'call-bank'), payment('processing'), payment('stuck'), payment('canceled')])
    expect(isUntried(tried)).toBe(false);
});

test.each([
  [payment('requires_payment_method'), 'unpaid'],
  [payment('requires_action'), 'unpaid'],
  [payment('requires_payment_method', 'call-bank'), 'failed'],
  [payment('canceled'), 'failed'],
  [payment('processing'), 'checking'],
  [payment('requires_capture'), 'checking'],
  [payment('succeeded'), 'checking'],
  [null, 'checking'],
] as const)('who left the page of a bank that says %o is told %s', (told, shown) => {
  expect(outcomeOfLeaving(told)).toBe(shown);
});
