import { describe, expect, it } from 'vitest';
import { absorb, quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { calendarDate, instant, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { cancelTermsOf, regretMs } from '../refunds/cancel-rules.ts';
import { choicesOfRest, leaveClosed, leaveTermsOf, partOf, priceOfRest, whoLeaves, type Flying } from './leave-rules.ts';
import { anOffer } from '../offer-testing.ts';
import type { FareBrand } from '../offer.ts';

const dates = { first: calendarDate('2026-12-05'), last: calendarDate('2026-12-05') };
const born = { adult: '1990-05-04', child: '2018-05-04', infant: '2026-01-04' } as const;
const party = (...types: (keyof typeof born)[]): Flying[] => types.map((type, traveller) => ({ traveller, type, birthDate: born[type] }));

describe('who leaves an order', () => {
  const four = party('adult', 'adult', 'child', 'infant');
  it('is whoever was chosen, by their places', () => {
    expect(whoLeaves(four, [2, 1], dates)).toEqual({ leaves: [1, 2], along: [] });
    expect(whoLeaves(four, [3], dates)).toEqual({ leaves: [3], along: [] });
  });
  it('takes an infant along with the adult on whose lap it sits, and with no other', () => {
    expect(whoLeaves(four, [0], dates)).toEqual({ leaves: [0, 3], along: [3] });
    expect(whoLeaves(four, [1], dates)).toEqual({ leaves: [1], along: [] });
  });
  it('leaves an adult behind, and somebody grown up with every child', () => {
    expect(whoLeaves(four, [0, 1], dates)).toBe('no-adult-stays');
    expect(whoLeaves(four, [0, 1, 2, 3], dates)).toBe('all-leave');
    const young = [
      ...party('adult'),
      { traveller: 1, type: 'adult' as const, birthDate: '2012-05-04' },
      { ...party('child')[0]!, traveller: 2 },
    ];
    expect(whoLeaves(young, [0], dates)).toBe('party-needs-grown-up');
    expect(whoLeaves(young, [2], dates)).toEqual({ leaves: [2], along: [] });
  });
  it('is nobody where nobody of it was chosen', () => {
    expect(whoLeaves(four, [], dates)).toBe('nobody-chosen');
    expect(whoLeaves(four, [7], dates)).toBe('nobody-chosen');
  });
  it('keeps its places where somebody left before', () => {
    const rest = four.filter(({ traveller }) => traveller !== 1);
    expect(whoLeaves(rest, [2], dates)).toEqual({ leaves: [2], along: [] });
    expect(whoLeaves(rest, [0], dates)).toBe('no-adult-stays');
  });
});

describe('an order that somebody wants to leave', () => {
  const departs = instant(Date.parse('2026-12-05T03:45:00Z'));
  const before = instant(departs - minuteMs);
  const of = (status: string, more: Partial<Parameters<typeof leaveClosed>[0]> = {}) =>
    leaveClosed({ status, quoted: false, flying: 3, ...more }, departs, before);
  it('is ticketed, with somebody who stays', () => {
    expect(of('ticketed')).toBeNull();
    expect(of('change_quoted', { quoted: true })).toBeNull();
    expect(of('ticketed', { flying: 1 })).toBe('alone');
  });
  it('has not set off, and nothing else is under way of it', () => {
    expect(leaveClosed({ status: 'ticketed', quoted: false, flying: 3 }, departs, departs)).toBe('departed');
    expect(of('change_quoted')).toBe('being-changed');
    expect(of('cancel_quoted')).toBe('being-cancelled');
    expect(of('schedule_change_pending')).toBe('schedule-changed');
    expect(of('stuck')).toBe('under-way');
    expect(of('paid')).toBe('not-ticketed');
    expect(of('refunded')).toBe('over');
  });
});

describe('what was chosen for those who stay', () => {
  it('is theirs: seats, bags that were added too, and meals', () => {
    const seat = (passenger: number) => ({
      key: `EK1-20261205:${passenger}`,
      passenger,
      segment: 0,
      designator: `1${passenger}A`,
      price: null,
    });
    const rest = choicesOfRest(
      {
        seats: [seat(0), seat(1), seat(10)],
        checkedBags: { '0:0': 1, '0:1': 2, '1:1:3': 1, '0:10': 1 },
        meals: { 'EK1-20261205:1': 'VGML', 'EK1-20261205:10': 'VGML' },
        fastTrack: true,
        insurance: true,
      },
      [1],
    );
    expect(rest).toEqual({
      seats: [seat(0), seat(10)],
      checkedBags: { '0:0': 1, '0:10': 1 },
      meals: { 'EK1-20261205:10': 'VGML' },
      fastTrack: true,
      insurance: true,
    });
  });
});

const aed = (dirhams: number) => money(dirhams * 100, 'AED');
const zeroRated = { category: 'zero-rated', basisPoints: 0 } as const;
const standard = { category: 'standard', basisPoints: 500 } as const;
const rules = {
  version: 1,
  currency: 'AED',
  rules: [
    { id: 'fee', kind: 'service-fee', scope: {}, priority: 0, basisPoints: 0, flat: 3_000, floor: null, cap: null, stacks: false },
    { id: 'own', kind: 'markup', scope: {}, priority: 0, basisPoints: 200, flat: 0, floor: null, cap: null, stacks: false },
  ],
  vat: new Proxy({}, { get: (_, kind) => (kind === 'service-fee' || kind === 'change-fee' ? standard : zeroRated) }),
} as unknown as PricingRules;
const when = { quotedAt: '2026-11-21T08:00:00.000Z', expiresAt: '2026-11-21T08:30:00.000Z' };
const charge = (kind: Charge['kind'], code: string, travellers: number[], dirhams: number, facts = {}): Charge => ({
  kind,
  code,
  nameKey: `price:line.${kind}`,
  travellers,
  each: aed(dirhams),
  facts: { contract: '0', ...facts },
});
/** Two adults, a child: fares, an airport tax and a surcharge, a bag of the second adult's, a seat of the child's. */
const family = quote({
  charges: [
    charge('fare', 'adult', [0, 1], 1000, { traveller: 'adult' }),
    charge('fare', 'child', [2], 750, { traveller: 'child' }),
    charge('tax', 'AE', [0, 1, 2], 75, { taxCode: 'AE' }),
    charge('tax', 'YQ', [0, 1, 2], 40, { taxCode: 'YQ' }),
    charge('bag', '0:1', [1], 160),
    charge('seat', 'EK1:2', [2], 50),
  ],
  travellers: ['adult', 'adult', 'child'],
  rules,
  ...when,
});
const ticketedAt = instant(Date.parse('2026-11-21T08:00:00Z'));
const voidUntil = instant(Date.parse('2026-11-21T20:00:00Z'));
const brandWith = (refund: FareBrand['refundBefore']): FareBrand => ({ ...anOffer().brands[0]!, refundBefore: refund });
const caseOf = (price: Quote, refund: FareBrand['refundBefore']) => ({
  quote: price,
  snapshot: 1,
  contracts: [{ brand: brandWith(refund), departs: instant(Date.parse('2026-12-05T03:45:00Z')), voidUntil }],
  ticketedAt,
});
const allowed = { permission: 'allowed', penalty: aed(300) } as const;
const never = { permission: 'not-allowed', penalty: null } as const;
const inRegret = instant(ticketedAt + minuteMs);
const inVoid = instant(ticketedAt + regretMs + minuteMs);
const later = instant(voidUntil + minuteMs);
const moments = [inRegret, inVoid, later];
const sumOf = (price: Pick<Quote, 'lines'>) => price.lines.reduce((sum, { amount }) => sum + amount.amount, 0);
const left = (price: Quote, leaves: number[], refund: FareBrand['refundBefore'], now: ReturnType<typeof instant>) => {
  const terms = leaveTermsOf(caseOf(price, refund), leaves, now);
  return { terms, rest: priceOfRest(price, leaves, terms, 1), back: terms.refund!.amount };
};

describe('what goes back for those who leave', () => {
  it('is everything of theirs within the hour, and nothing of anybody else’s', () => {
    const { back, rest } = left(family, [1], never, inRegret);
    // Fare, taxes, bag, 2 % of ours and the fee.
    expect(back).toBe((1000 + 75 + 40 + 160 + 20 + 30) * 100);
    expect(rest.lines.some(({ kind }) => kind === 'change-fee')).toBe(false);
    expect(rest.lines.every(({ travellers }) => !travellers.includes(1))).toBe(true);
  });
  it('is all but the fee while the tickets can be voided', () => {
    const { back, rest } = left(family, [1], never, inVoid);
    expect(back).toBe((1000 + 75 + 40 + 160 + 20) * 100);
    expect(rest.lines.filter(({ kind }) => kind === 'change-fee')).toMatchObject([
      { amount: aed(30), vatBasisPoints: 500, facts: { left: '1' }, travellers: [1] },
    ]);
  });
  it('goes by the rules of the fare after that: a penalty for each, never more than the fare, and airport taxes on every fare', () => {
    expect(left(family, [1, 2], allowed, later).back).toBe((700 + 450 + 2 * 75 + 2 * 40 + 160 + 50) * 100);
    expect(left(family, [1], { permission: 'allowed', penalty: aed(5000) }, later).back).toBe((75 + 40 + 160) * 100);
    expect(left(family, [1], never, later).back).toBe(75 * 100);
  });
  it('is not known where the airline has not said', () => {
    const terms = leaveTermsOf(caseOf(family, { permission: 'unknown', penalty: null }), [1], later);
    expect(terms.refund).toBeNull();
  });
});

describe('the price of those who stay', () => {
  it('is lower by exactly what goes back, in every window and whoever leaves', () => {
    for (const now of moments)
      for (const leaves of [[0], [1], [2], [1, 2], [0, 2]])
        for (const refund of [allowed, never]) {
          const { rest, back } = left(family, leaves, refund, now);
          expect(rest.total.amount).toBe(family.total.amount - back);
          expect(sumOf(rest)).toBe(rest.total.amount);
          expect(rest.perTraveller.reduce((sum, { amount }) => sum + amount, 0)).toBe(rest.total.amount);
          for (const line of rest.lines) expect(line.amount.amount).toBe(line.each.amount * Math.max(1, line.travellers.length));
        }
  });
  it('has their own lines as they were agreed', () => {
    const { rest } = left(family, [1], allowed, later);
    const own = rest.lines
      .filter(({ kind }) => kind !== 'change-fee')
      .map(({ kind, code, travellers, each }) => [kind, code, travellers, each]);
    const expected = family.lines
      .map(({ kind, code, travellers, each }) => [kind, code, travellers.filter((one) => one !== 1), each])
      .filter(([, , travellers]) => (travellers as number[]).length > 0);
    expect(own).toEqual(expected);
    expect(rest.left).toEqual([1]);
  });
  it('never gives the same money back twice, whoever leaves next and whatever becomes of the rest', () => {
    const first = left(family, [1], allowed, later);
    const second = left(first.rest, [2], allowed, later);
    expect(second.terms.lines.every(({ line, refunded }) => first.rest.lines[line]!.kind !== 'change-fee' || refunded.amount === 0)).toBe(
      true,
    );
    expect(second.rest.left).toEqual([1, 2]);
    const last = cancelTermsOf(caseOf(second.rest, allowed), later).refund!.amount;
    // One after the other is what all of them at once are.
    expect(first.back + second.back + last).toBe(cancelTermsOf(caseOf(family, allowed), later).refund!.amount);
  });
  it('gives the rest all of theirs where the airline changed its flights, and nothing that was kept of who left', () => {
    const { rest, back } = left(family, [1], never, later);
    const all = cancelTermsOf({ ...caseOf(rest, never), airlineChanged: true }, later).refund!.amount;
    const kept = rest.lines.filter(({ facts }) => facts['left']).reduce((sum, { amount }) => sum + amount.amount, 0);
    expect(kept).toBe((1000 + 40 + 160 + 20 + 30) * 100);
    expect(back + kept + all).toBe(family.total.amount);
  });
});

describe('a discount', () => {
  const on = (kind: string, dirhams: number) => {
    const line = {
      ...family.lines.find((one) => one.kind === kind)!,
      kind: 'discount' as const,
      code: 'SUN',
      travellers: [],
      ruleId: 'sun',
    };
    const amount = aed(-dirhams);
    return { ...line, each: amount, amount, vat: money(0, 'AED'), facts: { on: kind, phase: 'promotion' } };
  };
  const cheaper = (...lines: ReturnType<typeof on>[]): Quote => {
    const all = [...family.lines, ...lines];
    const total = money(sumOf({ lines: all }), 'AED');
    return { ...family, lines: all, total };
  };
  it('follows what it was taken off: half of what goes back of a fare takes half of its part along', () => {
    const price = cheaper(on('fare', 275));
    // The fares are 2750; the discount is a tenth of them.
    expect(partOf(price, [1]).find(({ kind }) => kind === 'discount')!.amount).toEqual(aed(-100));
    const { back, rest } = left(price, [1], allowed, later);
    expect(back).toBe((700 - 70 + 75 + 40 + 160) * 100);
    expect(rest.total.amount).toBe(price.total.amount - back);
    expect(rest.lines.find(({ kind }) => kind === 'discount')!.amount).toEqual(aed(-175));
    expect(rest.lines.find(({ kind }) => kind === 'change-fee')!.amount).toEqual(aed(300 - 30 + 20));
  });
  it('comes off once, whether they leave one after the other or at once', () => {
    const price = cheaper(on('fare', 275), on('tax', 34.5));
    const first = left(price, [2], allowed, later);
    const rest = cancelTermsOf(caseOf(first.rest, allowed), later).refund!.amount;
    expect(first.back + rest).toBe(cancelTermsOf(caseOf(price, allowed), later).refund!.amount);
  });
  it('is shared by what each pays where the house carried a rise', () => {
    const price = absorb(family, aed(30), rules);
    for (const now of moments) {
      const first = left(price, [2], allowed, now);
      expect(first.rest.total.amount).toBe(price.total.amount - first.back);
      const rest = cancelTermsOf(caseOf(first.rest, allowed), now).refund!.amount;
      expect(first.back + rest).toBe(cancelTermsOf(caseOf(price, allowed), now).refund!.amount);
    }
  });
});
