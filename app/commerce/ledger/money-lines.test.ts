import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { withoutUsedPromises } from './money-lines.ts';

const line = (kind: 'authorise' | 'void' | 'capture' | 'refund', amount: number, paymentId = 'one') => ({
  kind,
  paymentId,
  amount: money(amount, 'AED'),
});
const told = (lines: readonly ReturnType<typeof line>[]) => withoutUsedPromises(lines).map(({ kind, amount }) => [kind, amount.amount]);

describe('money as a clerk tells it', () => {
  it('says nothing of a reservation that became a charge', () => {
    expect(told([line('authorise', 500), line('void', 500), line('capture', 500)])).toEqual([
      ['authorise', 500],
      ['capture', 500],
    ]);
  });

  it('says what of a reservation was let go when a part of it was captured, whatever was captured later', () => {
    expect(told([line('void', 500), line('capture', 200), line('capture', 100), line('refund', 50)])).toEqual([
      ['void', 200],
      ['capture', 200],
      ['capture', 100],
      ['refund', 50],
    ]);
  });

  it('says all of a reservation that was let go beside another card that was charged', () => {
    expect(told([line('void', 500, 'first'), line('void', 300, 'second'), line('capture', 300, 'second')])).toEqual([
      ['void', 500],
      ['capture', 300],
    ]);
  });
});
