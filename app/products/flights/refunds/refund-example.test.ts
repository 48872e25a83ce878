import { describe, expect, it } from 'vitest';
import { answerRefundExample, readRefundExample, type RefundExample } from './refund-example.ts';

const paid: RefundExample = {
  rule: 'fee',
  when: 'before',
  travellers: 2,
  amounts: { fare: 1000, taxes: 300, surcharge: 50, extras: 40, service: 30, penalty: 350 },
};
const back = (more: Partial<RefundExample>) => answerRefundExample({ ...paid, ...more }).terms.refund?.amount ?? null;

describe('the refund calculator', () => {
  it('takes the fee of each traveller off the fare, and keeps our own fee', () => {
    expect(back({})).toBe(2 * (1000 - 350 + 300 + 50 + 40) * 100);
  });
  it('gives airport taxes back on a fare that gives nothing else', () => {
    expect(back({ rule: 'none' })).toBe(2 * 300 * 100);
  });
  it('gives everything back in the first hour, and all but our fee on the same day', () => {
    expect(back({ when: 'hour', rule: 'none' })).toBe(2 * 1420 * 100);
    expect(back({ when: 'same-day', rule: 'none' })).toBe(2 * 1390 * 100);
  });
  it('says that it does not know what the airline has not said', () => {
    expect(back({ rule: 'unknown' })).toBeNull();
    expect(back({ rule: 'unknown', when: 'hour' })).toBe(2 * 1420 * 100);
  });
  it('never takes more than the fare', () => {
    expect(back({ amounts: { ...paid.amounts, penalty: 5000 } })).toBe(2 * (300 + 50 + 40) * 100);
  });
  it('has nothing to give back before anything was paid', () => {
    expect(back({ when: 'unpaid' })).toBe(0);
  });
  it('keeps extras and airport taxes of a flight that has left on a fare without refund', () => {
    expect(back({ when: 'after', rule: 'none' })).toBe(0);
  });
});

describe('its address', () => {
  it('is read as usual where it makes no sense', () => {
    const usual = readRefundExample(new URLSearchParams());
    expect(usual.asked).toBe(false);
    const odd = readRefundExample(new URLSearchParams('when=never&rule=maybe&travellers=-2&fare=1e9&taxes=12.5'));
    expect([odd.asked, odd.example]).toEqual([true, usual.example]);
  });
  it('is kept within what a ticket may cost', () => {
    const { example } = readRefundExample(new URLSearchParams('when=before&travellers=99&fare=999999'));
    expect([example.travellers, example.amounts.fare]).toEqual([9, 100_000]);
  });
});
