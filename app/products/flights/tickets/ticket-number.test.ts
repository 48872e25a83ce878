import { describe, expect, it } from 'vitest';
import { bookletsFor, couponAt, couponsOf, numbersOf, readTypedDocument, spokenTicket, ticketDigits } from './ticket-number.ts';

const two = { number: '1762400000001', booklets: 2 };

describe('tickets in conjunction', () => {
  it('are one for every four flights', () => {
    expect([1, 4, 5, 8, 9, 18].map(bookletsFor)).toEqual([1, 1, 2, 2, 3, 5]);
  });

  it('are written as the first number and the last two digits of the last, across a hundred and with zeros in front too', () => {
    expect(numbersOf(two)).toEqual(['1762400000001', '1762400000002']);
    expect(spokenTicket(ticketDigits(two))).toBe('176-2400000001-02');
    expect(ticketDigits({ number: '1762400000099', booklets: 2 })).toBe('1762400000099-00');
    expect(numbersOf({ number: '0012400000009', booklets: 2 })).toEqual(['0012400000009', '0012400000010']);
    expect(spokenTicket(ticketDigits({ number: '1762400000001' }))).toBe('176-2400000001');
    expect(spokenTicket('TI-7K2M9-4QX3D-1')).toBe('TI-7K2M9-4QX3D-1');
  });

  it('have the flights in their order, four on each, and say which coupon is whose', () => {
    expect([0, 3, 4, 5].map((flight) => couponAt(two, flight))).toEqual([
      { number: '1762400000001', coupon: 1 },
      { number: '1762400000001', coupon: 4 },
      { number: '1762400000002', coupon: 1 },
      { number: '1762400000002', coupon: 2 },
    ]);
    expect(couponsOf(two, 6)).toEqual([
      { number: '1762400000001', from: 1, to: 4 },
      { number: '1762400000002', from: 5, to: 6 },
    ]);
  });

  it('hang all the rest on the last number where an airline wrote fewer of them', () => {
    expect(couponAt({ number: two.number }, 5)).toEqual({ number: two.number, coupon: 6 });
    expect(couponsOf({ number: two.number }, 6)).toEqual([{ number: two.number, from: 1, to: 6 }]);
  });
});

describe('a number that somebody types', () => {
  it('has thirteen digits, or fourteen of which the last one is checked both ways that sources tell of', () => {
    const number = '1762400000001';
    const [all, own] = [Number(number) % 7, 2_400_000_001 % 7];
    expect(all).not.toBe(own);
    expect(readTypedDocument('176-2400 000 001', '176')).toEqual({ number, doubts: [] });
    for (const digit of [all, own]) expect(readTypedDocument(`${number}${digit}`, '176')).toEqual({ number, doubts: [] });
    const odd = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => digit !== all && digit !== own);
    expect(readTypedDocument(`${number}${odd}`, '176')).toEqual({ number, doubts: ['check-digit'] });
    for (const typed of ['176240000000', '176240000000112', 'EK2400000001', '']) expect(readTypedDocument(typed, '176')).toBeNull();
  });

  it('is doubted where it begins with another airline’s code, and not where the code is not known', () => {
    expect(readTypedDocument('1572400000001', '176')!.doubts).toEqual(['other-airline']);
    expect(readTypedDocument('1572400000001', null)!.doubts).toEqual([]);
  });
});
