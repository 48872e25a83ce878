import { quote, type PriceLineKind, type PricingRules, type VatRule } from '#app/commerce/pricing/quote.ts';
import type { CancelTerms } from '#app/commerce/product-contract.ts';
import { summariseCancel, type CancelSummaryLine } from '#app/commerce/orders/cancel-summary.ts';
import { dayMs, hourMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { cancelTermsOf } from './cancel-rules.ts';
import type { FareBrand, FareRule } from '../offer.ts';

/*
 * A made-up ticket for the refund calculator: whoever reads the terms gives a fare rule, a moment and what was paid, and
 * the rules that cancel real orders say what comes back.
 */

export const exampleRules = ['none', 'fee', 'free', 'unknown'] as const;
export const exampleMoments = ['hour', 'same-day', 'before', 'after', 'unpaid'] as const;
/** Whole dirhams a traveller. */
export const exampleAmounts = ['fare', 'taxes', 'surcharge', 'extras', 'service', 'penalty'] as const;
export type ExampleAmount = (typeof exampleAmounts)[number];

export interface RefundExample {
  readonly rule: (typeof exampleRules)[number];
  readonly when: (typeof exampleMoments)[number];
  readonly travellers: number;
  readonly amounts: Readonly<Record<ExampleAmount, number>>;
}

const usual: RefundExample = {
  rule: 'fee',
  when: 'before',
  travellers: 1,
  amounts: { fare: 1200, taxes: 380, surcharge: 0, extras: 0, service: 30, penalty: 350 },
};
const mostDirhams = 100_000;

/** Reads the address; what is missing or makes no sense is as usual. `asked` tells whether anything was. */
export function readRefundExample(params: URLSearchParams): { readonly example: RefundExample; readonly asked: boolean } {
  const whole = (name: string, least: number, most: number, otherwise: number) => {
    const typed = params.get(name);
    return typed !== null && /^\d{1,6}$/.test(typed) ? Math.min(most, Math.max(least, Number(typed))) : otherwise;
  };
  return {
    asked: params.has('when'),
    example: {
      rule: exampleRules.find((each) => each === params.get('rule')) ?? usual.rule,
      when: exampleMoments.find((each) => each === params.get('when')) ?? usual.when,
      travellers: whole('travellers', 1, 9, usual.travellers),
      amounts: Object.fromEntries(
        exampleAmounts.map((name) => [name, whole(name, 0, mostDirhams, usual.amounts[name])]),
      ) as RefundExample['amounts'],
    },
  };
}

const untaxed: VatRule = { category: 'out-of-scope', basisPoints: 0 };
const vat = Object.fromEntries(
  ['fare', 'tax', 'markup', 'discount', 'service-fee', 'seat', 'bag', 'meal', 'fast-track', 'insurance', 'absorbed'].map((kind) => [
    kind,
    untaxed,
  ]),
) as Record<PriceLineKind, VatRule>;

const departs = instant(Date.UTC(2027, 0, 15, 8));

/** The moments a traveller may ask about, told by when the ticket was issued and what the clock says. */
const clocks: Readonly<Record<RefundExample['when'], { readonly now: Instant; readonly ticketedAt: Instant | null }>> = {
  unpaid: { now: instant(departs - 9 * dayMs), ticketedAt: null },
  hour: { now: instant(departs - 10 * dayMs + 20 * minuteMs), ticketedAt: instant(departs - 10 * dayMs) },
  'same-day': { now: instant(departs - 10 * dayMs + 3 * hourMs), ticketedAt: instant(departs - 10 * dayMs) },
  before: { now: instant(departs - 5 * dayMs), ticketedAt: instant(departs - 10 * dayMs) },
  after: { now: instant(departs + hourMs), ticketedAt: instant(departs - 10 * dayMs) },
};

export interface RefundAnswer {
  readonly terms: CancelTerms;
  readonly lines: readonly CancelSummaryLine[];
}

/** What cancelling the made-up ticket brings, by the rules of real orders. */
export function answerRefundExample({ rule, when, travellers, amounts }: RefundExample): RefundAnswer {
  const { now, ticketedAt } = clocks[when];
  const party = Array.from({ length: travellers }, (_, position) => position);
  const charge = (kind: 'fare' | 'tax' | 'seat', code: string, dirhams: number, nameKey = `price:line.${kind}`) => ({
    kind,
    code,
    nameKey,
    travellers: party,
    each: money(dirhams * 100, 'AED'),
    facts: { contract: '0', ...(kind === 'tax' ? { taxCode: code } : {}) },
  });
  const rules: PricingRules = {
    version: 0,
    currency: 'AED',
    rules: [
      {
        id: 'example',
        kind: 'service-fee',
        scope: {},
        priority: 0,
        basisPoints: 0,
        flat: amounts.service * 100,
        floor: null,
        cap: null,
        stacks: false,
      },
    ],
    vat,
  };
  const price = quote({
    charges: [
      charge('fare', 'fare', amounts.fare),
      charge('tax', 'AE', amounts.taxes, 'taxes'),
      charge('tax', 'YQ', amounts.surcharge, 'surcharge'),
      charge('seat', 'extras', amounts.extras),
    ],
    travellers: party.map(() => 'adult'),
    rules,
    quotedAt: new Date(now).toISOString(),
    expiresAt: new Date(now).toISOString(),
  });
  const contract = { brand: brandOf(rule, amounts.penalty), departs, voidUntil: ticketedAt && instant(ticketedAt + 8 * hourMs) };
  const terms = cancelTermsOf({ quote: price, snapshot: 1, contracts: [contract], ticketedAt }, now);
  // Its taxes are called as the fields in which they were typed.
  return { terms, lines: summariseCancel(terms.lines, price, (nameKey) => nameKey) };
}

function brandOf(rule: RefundExample['rule'], penalty: number): FareBrand {
  const refund: FareRule = {
    permission: rule === 'none' ? 'not-allowed' : rule === 'unknown' ? 'unknown' : 'allowed',
    penalty: rule === 'fee' ? money(penalty * 100, 'AED') : null,
  };
  const silent: FareRule = { permission: 'unknown', penalty: null };
  return {
    code: 'example',
    nameKey: 'fares:family.value',
    fares: [],
    fareTotal: money(0, 'AED'),
    cabinBag: null,
    checkedBag: null,
    seatChoice: 'unknown',
    changeBefore: silent,
    changeAfter: silent,
    refundBefore: refund,
    refundAfter: refund,
    noShow: silent,
    upgrade: 'unknown',
    milesPercent: null,
  };
}
