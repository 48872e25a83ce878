import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { checkExamples, faultOf } from './policy-examples.ts';
import { aPolicy, aPolicyRule, anExample } from './policy-testing.ts';
import { openScope, policyPhases, stackings, type AppliedPolicy, type PolicyRule } from './policy.ts';
import { laterVat, quote, withMore, type Charge, type PricingRules } from './quote.ts';

const standard = { category: 'standard', basisPoints: 500 } as const;
const outside = { category: 'out-of-scope', basisPoints: 0 } as const;
const published: PricingRules = {
  version: 1,
  currency: 'AED',
  day: '2026-11-21',
  rules: [],
  vat: { ...laterVat, tax: outside, markup: outside, discount: outside, 'service-fee': standard, fare: outside } as PricingRules['vat'],
};

function price(policy: AppliedPolicy | null, charges: readonly Charge[], facts: Readonly<Record<string, string>> = {}, travellers = 2) {
  return quote({
    charges,
    travellers: Array.from({ length: travellers }, () => 'adult'),
    rules: { ...published, policy },
    facts: { product: 'experience', ...facts },
    quotedAt: '2026-11-21T08:00:00Z',
    expiresAt: '2026-11-21T08:00:00Z',
  });
}

const places = (each: number, travellers = [0, 1]): Charge => ({
  kind: 'activity',
  code: 'adult',
  nameKey: 'price:line.activity',
  travellers,
  each: money(each, 'AED'),
  vat: standard,
});
const passedOn: Charge = { kind: 'tourism-fee', code: 'AE', nameKey: 'x', travellers: [0], each: money(3000, 'AED') };
const withCode = { ...openScope, promo: 'EID10' };

const anyRule = fc
  .record({
    phase: fc.constantFrom(...policyPhases),
    priority: fc.constantFrom(0, 5, 10),
    stacking: fc.constantFrom(...stackings),
    basisPoints: fc.option(fc.integer({ min: 0, max: 9000 })),
    amount: fc.integer({ min: 0, max: 30_000 }),
    per: fc.constantFrom('order', 'traveller'),
    most: fc.option(fc.integer({ min: 1, max: 20_000 })),
  })
  .map((parts) => aPolicyRule(parts as Partial<PolicyRule>));
const anyRules = fc.array(anyRule, { maxLength: 7 }).map((rules) => rules.map((rule, at) => ({ ...rule, id: `PR-${at}` })));
const anyGuard = fc.record({ cost: fc.integer({ min: 0, max: 10_000 }), floor: fc.integer({ min: 0, max: 3000 }) });
const anyCharges = fc
  .tuple(fc.integer({ min: 1, max: 80_000 }), fc.integer({ min: 1, max: 80_000 }))
  .map(([a, b]): Charge[] => [places(a), { ...places(b, [1]), kind: 'extra', code: 'lunch', vat: outside }, passedOn]);

describe('a policy applied to a price', () => {
  test('does not ask in which order its rules are kept', () => {
    fc.assert(
      fc.property(anyRules, anyGuard, anyCharges, fc.integer(), (rules, guard, charges, seed) => {
        const shuffled = rules.toSorted((a, b) => ((a.id.charCodeAt(3) * 31 + seed) % 7) - ((b.id.charCodeAt(3) * 31 + seed) % 7));
        const guards = { experience: guard };
        expect(price(aPolicy(shuffled, { guards }), charges)).toEqual(price(aPolicy(rules, { guards }), charges));
      }),
      { numRuns: 200 },
    );
  });

  test('never takes the margin below its floor, and never makes a part of the price that does not add up', () => {
    fc.assert(
      fc.property(anyRules, anyGuard, anyCharges, (rules, guard, charges) => {
        const guards = { experience: guard };
        const bare = price(aPolicy([], { guards }), charges);
        const made = price(aPolicy(rules, { guards }), charges);
        const { margin, floor, trace } = made.policy!;
        // Where nothing was left to give from the start, nothing is given.
        const taken = trace.filter(({ amount }) => amount < 0);
        expect(margin >= floor || taken.length === 0).toBe(true);
        expect(made.total.amount).toBe(bare.total.amount + trace.reduce((sum, { amount }) => sum + amount, 0));
        expect(made.lines.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(made.total.amount);
        expect(made.perTraveller.reduce((sum, { amount }) => sum + amount, 0)).toBe(made.total.amount);
        for (const line of made.lines) expect(line.amount.amount).toBe(line.each.amount * Math.max(1, line.travellers.length));
        expect(made.total.amount).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });

  test('leaves every fils as it was while none is in force, or none of its rules fits', () => {
    const charges = [places(19_999), passedOn];
    const before = price(null, charges);
    const after = price(aPolicy([aPolicyRule({ scope: withCode })]), charges);
    expect(after.lines).toEqual(before.lines);
    expect([after.total, after.vatTotal, after.perTraveller]).toEqual([before.total, before.vatTotal, before.perTraveller]);
    expect(before.policy).toBeUndefined();
  });

  test('costs the same when part of it is added later, and what was agreed stays to the line', () => {
    fc.assert(
      fc.property(anyRules, anyGuard, anyCharges, (rules, guard, charges) => {
        const policy = aPolicy(rules, { guards: { experience: guard } });
        const [first, ...more] = charges;
        const before = price(policy, [first!]);
        const after = withMore(before, more, { ...published, policy }, { quotedAt: before.quotedAt, expiresAt: before.expiresAt });
        expect(after.total).toEqual(price(policy, charges).total);
        for (const line of before.lines.filter(({ facts }) => facts['phase'] === undefined)) expect(after.lines).toContainEqual(line);
      }),
    );
  });

  test('takes a promotion off what we sell and not off what goes on to others, with the VAT of what it is taken off', () => {
    const made = price(aPolicy([aPolicyRule({ scope: withCode })]), [places(20_000), passedOn], { promo: 'EID10' });
    const line = made.lines.find(({ kind }) => kind === 'discount')!;
    expect([line.amount.amount, line.vat.amount, line.vatCategory, line.facts['words']]).toEqual([-4000, -190, 'standard', 'EID10']);
    expect(made.total.amount).toBe(39_000);
  });

  test('gives a rule that two alike would ask for to both, one alone to itself, and the best of several to the traveller', () => {
    const of = (stackingA: PolicyRule['stacking'], stackingB: PolicyRule['stacking']) => {
      const rules = [
        aPolicyRule({ id: 'A', stacking: stackingA, priority: 20 }),
        aPolicyRule({ id: 'B', stacking: stackingB, priority: 10, basisPoints: 1500 }),
      ];
      return price(aPolicy(rules), [places(20_000)]).policy!.trace.map(({ ruleId, amount, because }) => [ruleId, amount, because]);
    };
    const by = (trace: (string | number | null)[][]) => Object.fromEntries(trace.map(([id, ...rest]) => [id, rest]));
    expect(by(of('add', 'add'))).toEqual({ A: [-4000, null], B: [-6000, null] });
    expect(by(of('exclusive', 'add'))).toEqual({ A: [-4000, null], B: [0, 'exclusive'] });
    expect(by(of('replace', 'add'))).toEqual({ A: [-4000, null], B: [0, 'replaced'] });
    expect(by(of('best-of', 'best-of'))).toEqual({ A: [0, 'not-best'], B: [-6000, null] });
  });

  test('adds a markup before a promotion, a fee after it, and rounds last', () => {
    const rules = [
      aPolicyRule({ id: 'R', phase: 'rounding', basisPoints: null, amount: 500 }),
      aPolicyRule({ id: 'F', phase: 'fee', basisPoints: null, amount: 1037, per: 'traveller' }),
      aPolicyRule({ id: 'P' }),
      aPolicyRule({ id: 'M', phase: 'markup', basisPoints: 500 }),
    ];
    const made = price(aPolicy(rules), [places(20_000)]);
    expect(made.policy!.trace.map(({ ruleId, base, amount }) => [ruleId, base, amount])).toEqual([
      ['M', 40_000, 2000],
      ['P', 42_000, -4200],
      ['F', 37_800, 2074],
      ['R', 39_874, 126],
    ]);
    expect(made.total.amount).toBe(40_000);
  });

  test('knows how far ahead a sale is, how many it is for and when it is used', () => {
    const scope = { ...openScope, counts: { lead: [30, 60], party: [2, 9] } as const, travelFrom: calendarDate('2026-12-20') };
    const on = (travel: string, travellers = 2) =>
      price(aPolicy([aPolicyRule({ scope })]), [places(10_000, travellers === 1 ? [0] : [0, 1])], { travel }, travellers).policy!.trace
        .length;
    expect([on('2026-12-21'), on('2026-12-19'), on('2027-01-30'), on('2026-12-21', 1)]).toEqual([1, 0, 0, 0]);
  });

  test('leaves lists of flights alone: of a policy only a code typed at checkout counts for a flight', () => {
    const fare: Charge = { ...places(50_000), kind: 'fare', facts: { airline: 'EK' } };
    const rules = [aPolicyRule({ id: 'A', phase: 'fee' }), aPolicyRule({ id: 'B' }), aPolicyRule({ id: 'C', scope: withCode })];
    const guards = { flight: { cost: 8000, floor: 0 } };
    const made = price(aPolicy(rules, { guards }), [fare], { product: 'flight', promo: 'EID10' });
    expect(made.policy!.trace.map(({ ruleId }) => ruleId)).toEqual(['C']);
  });

  test('says of a stopped rule that it was stopped', () => {
    const made = price(aPolicy([aPolicyRule()], { stopped: ['PR-000001'] }), [places(20_000)]);
    expect(made.policy!.trace).toMatchObject([{ outcome: 'stopped', amount: 0 }]);
    expect(made.total.amount).toBe(40_000);
  });
});

describe('the cases of a policy', () => {
  const kept = { ...published, rules: [] };

  test('hold it back while one breaks, while there is none, and while a promotion would go below the floor', () => {
    const policy = { ...aPolicy([aPolicyRule()]), examples: [anExample()] };
    expect(faultOf(policy, checkExamples(policy, kept), 0)).toBeNull();
    expect(faultOf(policy, [], 0)).toBe('no-example');
    const dearer = { ...policy, examples: [anExample({ total: 36_001 })] };
    expect(faultOf(dearer, checkExamples(dearer, kept), 0)).toBe('example-broken');
    const deep = { ...aPolicy([aPolicyRule({ basisPoints: 6000 })]), examples: [anExample({ total: 22_000 })] };
    expect(faultOf(deep, checkExamples(deep, kept), 0)).toBe('below-floor');
    expect(faultOf(policy, checkExamples(policy, kept), 3)).toBe('below-floor');
  });

  test('are priced on their own day', () => {
    const rule = aPolicyRule({ validFrom: calendarDate('2026-12-01'), validUntil: calendarDate('2026-12-31') });
    const policy = {
      ...aPolicy([rule]),
      examples: [anExample({ total: 40_000 }), anExample({ id: 'b', soldOn: calendarDate('2026-12-31') })],
    };
    expect(checkExamples(policy, kept).map(({ broken }) => broken)).toEqual([false, false]);
  });
});
