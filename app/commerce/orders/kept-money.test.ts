import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { isOver, keptOf } from './kept-money.ts';
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

describe('the money of a cancelled order', () => {
  const over = (held: number, taken: number, returned: number, sight: 'full' | 'masked', refunds: readonly RefundTrack[] = []) =>
    isOver({ money: { held: money(held, 'AED'), taken: money(taken, 'AED'), returned: money(returned, 'AED') }, refunds, sight });

  it('is settled once all of it went back, as credit too, or what did not is kept', () => {
    expect(over(0, 200, 200, 'full')).toBe(true);
    expect(over(0, 200, 200, 'masked')).toBe(true);
    expect(over(0, 200, 0, 'full')).toBe(true);
  });

  it('is not while a bank holds some, some is on its way, or nobody may know', () => {
    expect(over(200, 0, 0, 'full')).toBe(false);
    expect(over(0, 200, 50, 'full', [onItsWay])).toBe(false);
    expect(over(0, 200, 0, 'masked')).toBe(false);
  });
});
