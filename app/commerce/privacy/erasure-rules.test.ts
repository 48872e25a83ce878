import { describe, expect, it } from 'vitest';
import { instant } from '#app/values/dates.ts';
import { hindrancesTo, keptUntil, type OrderStanding } from './erasure-rules.ts';

const now = instant(Date.parse('2026-11-23T07:42:00Z'));
const order = (more: Partial<OrderStanding>): OrderStanding => ({
  id: 'o1',
  reference: '7K2M9-4QX3D',
  status: 'ticketed',
  travelEnds: instant(now - 1),
  refundAsked: false,
  ...more,
});
const kinds = (orders: OrderStanding[], money: Parameters<typeof hindrancesTo>[1]['money'] = [], isStaff = false) =>
  hindrancesTo(now, { isStaff, orders, money, creditLeft: false }).map(({ kind }) => kind);

describe('forgetting a person', () => {
  it('waits for a trip that is not over', () => {
    expect(kinds([order({ travelEnds: instant(now + 1) })])).toEqual(['trip-ahead']);
    expect(kinds([order({})])).toEqual([]);
  });

  it('is free of orders that ended without anybody owing anything', () => {
    for (const status of ['draft', 'expired', 'cancelled', 'refunded', 'voided'])
      expect(kinds([order({ status, travelEnds: instant(now + 1) })])).toEqual([]);
  });

  it('takes every other state for open, even one it never heard of, and even after the journey', () => {
    for (const status of ['held', 'payment_pending', 'paid', 'ticketing', 'stuck', 'cancel_quoted', 'something-new'])
      expect(kinds([order({ status })])).toEqual(['order-open']);
  });

  it('waits for money that we owe as credit', () => {
    expect(hindrancesTo(now, { isStaff: false, orders: [], money: [], creditLeft: true })).toEqual([
      { kind: 'credit-left', reference: null },
    ]);
  });

  it('waits for money on its way in either direction, whatever the order says', () => {
    const cancelled = order({ status: 'cancelled' });
    expect(kinds([order({ status: 'refund_due' })])).toEqual(['refund-due']);
    expect(kinds([order({ refundAsked: true })])).toEqual(['refund-due']);
    expect(kinds([cancelled], [{ orderId: 'o1', what: 'refund' }])).toEqual(['refund-due']);
    expect(kinds([cancelled], [{ orderId: 'o1', what: 'payment' }])).toEqual(['payment-moving']);
    expect(kinds([cancelled], [{ orderId: 'of-somebody-else', what: 'payment' }])).toEqual([]);
  });

  it('leaves staff to those who employ them', () => {
    expect(kinds([], [], true)).toEqual(['staff']);
  });

  it('keeps an invoice to the end of its seventh year', () => {
    expect(keptUntil(new Date('2026-11-23T00:00:00Z'))).toBe('2033-12-31');
  });
});
