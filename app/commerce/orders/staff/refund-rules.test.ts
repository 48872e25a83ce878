import { describe, expect, it } from 'vitest';
import { readRefund } from './refund-form.ts';
import { mayDecide, mayRefundAlone, type EarlierRequest } from './refund-rules.ts';

const request = (amount: number, more: Partial<EarlierRequest> = {}): EarlierRequest => ({
  amount,
  status: 'approved',
  alone: true,
  askedBy: 'basil',
  ...more,
});

describe('a limit', () => {
  it('holds for all that one person gives back of an order, so that small steps do not pass it', () => {
    expect(mayRefundAlone(30_000, 30_000, 'basil', [])).toBe(true);
    expect(mayRefundAlone(30_001, 30_000, 'basil', [])).toBe(false);
    expect(mayRefundAlone(15_000, 30_000, 'basil', [request(20_000)])).toBe(false);
    expect(mayRefundAlone(10_000, 30_000, 'basil', [request(20_000)])).toBe(true);
  });

  it('does not count what somebody else gave back, or what a second person approved', () => {
    const others = [request(90_000, { askedBy: 'aisha' }), request(90_000, { alone: false }), request(90_000, { status: 'declined' })];
    expect(mayRefundAlone(30_000, 30_000, 'basil', others)).toBe(true);
  });
});

describe('a second person', () => {
  it('is never the one who asked, whatever they may do', () => {
    expect(mayDecide('approve', { id: 'basil', mayApprove: true }, 'basil')).toBe('own-request');
    expect(mayDecide('approve', { id: 'aisha', mayApprove: true }, 'basil')).toBeNull();
    expect(mayDecide('approve', { id: 'aisha', mayApprove: false }, 'basil')).toBe('permission');
  });

  it('may decline, and the one who asked may take it back', () => {
    expect(mayDecide('decline', { id: 'basil', mayApprove: false }, 'basil')).toBeNull();
    expect(mayDecide('decline', { id: 'aisha', mayApprove: false }, 'basil')).toBe('permission');
  });
});

describe('the form', () => {
  const left = new Map([
    [0, 100_000],
    [2, 5_000],
  ]);
  const read = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return readRefund(form, left, 103_000);
  };
  const faults = (fields: Record<string, string>) => {
    const answer = read({ reason: 'broken seat', ...fields });
    return answer.ok ? [] : answer.faults.map(({ field, fault }) => `${field}: ${fault}`);
  };

  it('takes amounts by line or one amount, with a reason', () => {
    expect(read({ 'line.0': '10', 'line.2': '50', reason: ' broken seat ' })).toEqual({
      ok: true,
      wish: { amount: 6_000, lines: { 0: 1_000, 2: 5_000 }, reason: 'broken seat' },
    });
    expect(read({ amount: '25', reason: 'goodwill' })).toEqual({ ok: true, wish: { amount: 2_500, lines: {}, reason: 'goodwill' } });
  });

  it.each([
    [{}, ['amount: amount-missing']],
    [{ amount: '0' }, ['amount: amount-missing']],
    [{ amount: 'all' }, ['amount: amount-unreadable']],
    [{ 'line.0': '1', amount: '1' }, ['amount: amount-or-lines']],
    [{ 'line.2': '50.01' }, ['line.2: line-over']],
    [{ 'line.1': '5' }, ['amount: amount-missing']],
    [{ amount: '1030.01' }, ['amount: more-than-left']],
    [{ amount: '5', reason: ' x ' }, ['reason: reason-missing']],
  ])('refuses %o', (fields, expected) => {
    expect(faults(fields)).toEqual(expected);
  });
});
