import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { keptOf } from './kept-money.ts';
import type { RefundTrack } from './refund-track-rules.ts';

const of = (status: string, taken: number, returned: number, refunds: readonly RefundTrack[] = []) =>
  keptOf({
    status: status as Parameters<typeof keptOf>[0]['status'],
    money: { held: money(0, 'AED'), taken: money(taken, 'AED'), returned: money(returned, 'AED') },
    refunds,
  });
const onItsWay = { amount: money(50, 'AED'), state: 'sent' } as RefundTrack;

describe('what is kept of an order that has ended', () => {
  it('is what was paid and did not come back', () => {
    expect(of('refunded', 13_175_00, 6_587_50)).toEqual(money(6_587_50, 'AED'));
    expect(of('refunded', 13_175_00, 13_175_00)).toBeNull();
    expect(of('cancelled', 200, 0)).toEqual(money(200, 'AED'));
  });

  it('is not told while something may still go back, or the order lives', () => {
    expect(of('cancelled', 200, 0, [onItsWay])).toBeNull();
    expect(of('refund_due', 200, 50)).toBeNull();
    expect(of('confirmed', 200, 0)).toBeNull();
    expect(of('cancelled', 0, 0)).toBeNull();
  });
});
