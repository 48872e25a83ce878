import {
  addMoney,
  compareMoney,
  money,
  roundHalfUp,
  splitMoney,
  subtractMoney,
  sumMoney,
  zero,
  type CurrencyCode,
  type Money,
} from '#app/values/money.ts';
import { calendarDate, dateIn, dayNumber, instant, parseCalendarDate } from '#app/values/dates.ts';
import {
  applyPolicy,
  deskDiscountLines,
  voucherLines,
  voucherOf,
  type DeskDiscount,
  type MakeLine,
  type TraceStep,
  type VoucherOff,
} from './apply-policy.ts';
import type { Arm } from './experiments/experiment-rules.ts';
import { keptVat, type KeptTaxes } from './kept-taxes.ts';
import type { AppliedPolicy } from './policy.ts';
import { narrowness, scopeFits, type SaleChannel } from './rule-scope.ts';

/*
 * The ONE place where a total is made. A product says what it charges (`Charge`, net of our margin); this adds
 * markup, service fee and VAT by versioned rules, one line each, and sums the lines. All amounts are whole minor
 * units of one currency and include VAT, as consumer prices must.
 */

export type PriceLineKind =
  | 'fare'
  | 'tax'
  | 'markup'
  | 'discount'
  | 'service-fee'
  | 'government-fee'
  | 'centre-fee'
  | 'visa-fee'
  | 'courier'
  | 'tour'
  | 'room'
  | 'activity'
  | 'stay'
  | 'tailor-made'
  | 'extra'
  | 'service-charge'
  | 'municipality-fee'
  | 'tourism-fee'
  | 'seat'
  | 'bag'
  | 'meal'
  | 'fast-track'
  | 'insurance'
  | 'change-fee'
  | 'absorbed';

/** In the order lines are shown: net first, then our own, then extras. */
export const priceLineKinds: readonly PriceLineKind[] = [
  'fare',
  'tour',
  'room',
  'activity',
  'stay',
  'tailor-made',
  'extra',
  'service-charge',
  'municipality-fee',
  'tourism-fee',
  'tax',
  'markup',
  'discount',
  'government-fee',
  'centre-fee',
  'visa-fee',
  'courier',
  'service-fee',
  'seat',
  'bag',
  'meal',
  'fast-track',
  'insurance',
  'change-fee',
  'absorbed',
];

/** What one thing costs one traveller, as the product or its supplier says. */
export interface Charge {
  readonly kind: Exclude<PriceLineKind, 'markup' | 'service-fee' | 'discount' | 'absorbed'>;
  /** Tells lines of one kind apart: a tax code, a seat, a fare family. */
  readonly code: string;
  /** Catalogue key of the words shown. */
  readonly nameKey: string;
  /** Positions of the travellers it is for, from 0; each pays `each`. */
  readonly travellers: readonly number[];
  readonly each: Money;
  /** Facts a rule may match and a page may show: airline, route, seat number. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Where the place decides and not the kind of line. */
  readonly vat?: VatRule;
  /** Under which other code the same may have been sold, which then goes on in this line with its tax. */
  readonly wasCode?: string;
}

export type VatCategory = 'zero-rated' | 'standard' | 'exempt' | 'out-of-scope';

export interface VatRule {
  readonly category: VatCategory;
  /** 500 is 5 %. */
  readonly basisPoints: number;
  /** The country whose VAT it is, where that is not the house's own. */
  readonly place?: string;
}

/** Margin or fee as data. All given scope fields must fit (rule-scope.ts); the narrower rule wins. */
export interface PricingRule {
  readonly id: string;
  readonly kind: 'markup' | 'service-fee';
  readonly scope: Readonly<Record<string, string>>;
  /** Between rules of equal scope the higher wins. */
  readonly priority: number;
  /** Share of the base fare of one traveller; 300 is 3 %. */
  readonly basisPoints: number;
  /** Added for each traveller, minor units. */
  readonly flat: number;
  /** Limits for one traveller, minor units; null: none. */
  readonly floor: number | null;
  readonly cap: number | null;
  /** Rules stack only when both say so. */
  readonly stacks: boolean;
}

export interface PricingRules {
  readonly version: number;
  readonly currency: CurrencyCode;
  /** The day of sale they are cut to: rules that do not count on it are left out. */
  readonly day?: string;
  /** Where what is priced by them is sold; absent where nobody said. */
  readonly channel?: SaleChannel;
  readonly rules: readonly PricingRule[];
  readonly vat: Readonly<Record<PriceLineKind, VatRule>>;
  /** The Emirates' standard rate, for lines whose place decides; absent: as delivered. */
  readonly standardVat?: number;
  /** How lines that were priced before are taxed; absent where none were, or taxes never changed. */
  readonly keeps?: KeptTaxes;
  /** What is in force besides, cut to the same day; none: prices are as published. */
  readonly policy?: AppliedPolicy | null;
  /** The experiment whose arm the policy is of; absent where none concerns the traveller. */
  readonly experiment?: InExperiment;
}

/** By which arm of which experiment somebody is priced. */
export interface InExperiment {
  readonly number: number;
  readonly arm: Arm;
}

/**
 * Kinds that were sold only after the first rules were published; a version that does not name them has these. What is
 * paid on to an authority in the traveller's name is a disbursement and carries no VAT of ours.
 */
export const laterVat: Readonly<
  Record<
    | 'government-fee'
    | 'centre-fee'
    | 'visa-fee'
    | 'courier'
    | 'tour'
    | 'room'
    | 'activity'
    | 'stay'
    | 'tailor-made'
    | 'extra'
    | 'service-charge'
    | 'municipality-fee'
    | 'tourism-fee'
    | 'change-fee',
    VatRule
  >
> = {
  'government-fee': { category: 'out-of-scope', basisPoints: 0 },
  'centre-fee': { category: 'out-of-scope', basisPoints: 0 },
  'visa-fee': { category: 'standard', basisPoints: 500 },
  courier: { category: 'standard', basisPoints: 500 },
  // A tour is enjoyed abroad, outside the scope of UAE VAT; what is enjoyed here carries it.
  tour: { category: 'out-of-scope', basisPoints: 0 },
  room: { category: 'out-of-scope', basisPoints: 0 },
  extra: { category: 'out-of-scope', basisPoints: 0 },
  activity: { category: 'standard', basisPoints: 500 },
  stay: { category: 'standard', basisPoints: 500 },
  // Each line of a proposal says its own; this is what a silent one has.
  'tailor-made': { category: 'standard', basisPoints: 500 },
  'service-charge': { category: 'standard', basisPoints: 500 },
  // What a house collects for its city goes on to it.
  'municipality-fee': { category: 'out-of-scope', basisPoints: 0 },
  'tourism-fee': { category: 'out-of-scope', basisPoints: 0 },
  // Ours; what the airline takes for a change says its own.
  'change-fee': { category: 'standard', basisPoints: 500 },
};

export interface PriceLine {
  readonly kind: PriceLineKind;
  readonly code: string;
  readonly nameKey: string;
  readonly travellers: readonly number[];
  /** For one traveller; `amount` is this times their number. */
  readonly each: Money;
  /** VAT included. */
  readonly amount: Money;
  /** The VAT inside `amount`. */
  readonly vat: Money;
  readonly vatCategory: VatCategory;
  readonly vatBasisPoints: number;
  /** The country whose VAT it is, where that is not the house's own. */
  readonly vatPlace?: string;
  /** The rule that made the line; null for what the product charges. */
  readonly ruleId: string | null;
  readonly facts: Readonly<Record<string, string>>;
}

export interface Quote {
  readonly currency: CurrencyCode;
  readonly lines: readonly PriceLine[];
  readonly total: Money;
  readonly vatTotal: Money;
  /** By traveller position; adds up to `total`. */
  readonly perTraveller: readonly Money[];
  readonly rulesVersion: number;
  /** Instants, ISO in UTC. The price is honoured until it expires. */
  readonly quotedAt: string;
  readonly expiresAt: string;
  /** What was known of the sale when its rules were chosen. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The policy that was in force, with what became of each of its rules; minor units. */
  readonly policy?: { readonly number: number; readonly margin: number; readonly floor: number; readonly trace: readonly TraceStep[] };
  readonly experiment?: InExperiment;
  /** Positions of travellers who left after it was sold: nothing is charged for them; absent where nobody did. */
  readonly left?: readonly number[];
}

export interface QuoteInput {
  readonly charges: readonly Charge[];
  /** The type of each traveller, by position: adult, child, infant. */
  readonly travellers: readonly string[];
  readonly rules: PricingRules;
  /** What every rule may match besides a charge's own facts: product, cabin, channel. */
  readonly facts?: Readonly<Record<string, string>>;
  readonly quotedAt: string;
  readonly expiresAt: string;
  /** Taken off the total as a line of its own; positive minor units. */
  readonly discount?: { readonly code: string; readonly nameKey: string; readonly amount: Money };
  /** What a colleague takes off for a caller. */
  readonly deskDiscount?: DeskDiscount | null;
  /** What a voucher of whoever buys takes off. */
  readonly voucher?: VoucherOff | null;
  /** Positions that have nobody any more. */
  readonly left?: readonly number[];
}

/**
 * Makes the price of a sale. Throws when the charges are not in the rules' currency, are negative or name a
 * traveller who is not there: those are faults of the product, never of a visitor.
 */
export function quote(input: QuoteInput): Quote {
  const { currency } = input.rules;
  const lines: PriceLine[] = [];
  for (const charge of input.charges) {
    checkCharge(charge, input.travellers.length, currency);
    if (charge.travellers.length === 0 || charge.each.amount === 0) continue;
    const { vat, wasCode, ...rest } = charge;
    const part = { ...rest, ruleId: null, facts: charge.facts ?? {} };
    const other =
      wasCode === undefined ? undefined : keptVat(input.rules.keeps, { ...part, code: wasCode }, vat ?? input.rules.vat[part.kind]);
    lines.push(lineOf(input.rules, part, other ?? vat));
  }
  lines.push(...ruleLines(input, 'markup'), ...ruleLines(input, 'service-fee'));
  if (input.discount && input.discount.amount.amount > 0) {
    const most = sumMoney(
      lines.map((line) => line.amount),
      currency,
    );
    const taken = compareMoney(input.discount.amount, most) > 0 ? most : input.discount.amount;
    lines.push(wholeOrderLine(input, 'discount', input.discount.code, input.discount.nameKey, money(-taken.amount, currency)));
  }
  const facts = factsOf(input);
  const left = leftOf(input.left);
  const { policy, experiment } = input.rules;
  if (input.deskDiscount)
    lines.push(
      ...deskDiscountLines({ base: lines, facts, currency }, policy ?? null, input.deskDiscount, (part, vat) =>
        lineOf(input.rules, part, vat),
      ),
    );
  if (input.voucher)
    lines.push(
      ...voucherLines({ base: [...lines], facts, currency }, policy ?? null, input.voucher, (part, vat) => lineOf(input.rules, part, vat)),
    );
  if (!policy) return { ...sumUp(lines, input), facts, ...left };
  const { vat } = input.rules;
  const sale = { base: lines, facts, travellers: input.travellers.length, ...left, currency, feeVat: vat['service-fee'], taxVat: vat.tax };
  const { lines: added, trace, margin, floor } = applyPolicy(sale, policy, policyLine(input.rules));
  return {
    ...sumUp([...lines, ...added], input),
    facts,
    policy: { number: policy.number, margin, floor, trace },
    ...(experiment ? { experiment } : {}),
    ...left,
  };
}

const leftOf = (left: readonly number[] | undefined) => (left && left.length > 0 ? { left } : {});

/** Makes the lines of a policy. */
export function policyLine(rules: PricingRules): MakeLine {
  return (part, vat) => lineOf(rules, part, vat);
}

/** What rules of a policy may ask for: what the product says, how many it is for, and how many days ahead it is bought. */
function factsOf(input: QuoteInput): Readonly<Record<string, string>> {
  const { traveller: _, ...first } = input.charges[0]?.facts ?? {};
  return { ...first, party: String(input.travellers.length - (input.left?.length ?? 0)), ...saleOf(input), ...input.facts };
}

/** Where it is sold, and how many days before the first day of what is sold. */
function saleOf({ facts, rules, quotedAt }: QuoteInput): Readonly<Record<string, string>> {
  const travel = parseCalendarDate(facts?.['travel'] ?? '');
  const soldOn = () => (rules.day ? calendarDate(rules.day) : dateIn('Asia/Dubai', instant(Date.parse(quotedAt))));
  return {
    ...(rules.channel ? { channel: rules.channel } : {}),
    ...(travel ? { lead: String(dayNumber(travel) - dayNumber(soldOn())) } : {}),
  };
}

/**
 * A copy of a quote by a code, or without one: what the product and the published rules charge stays as it is, and the
 * policy of `rules` is asked anew. Good for as long as the quote was.
 */
export function withCode(before: Quote, rules: PricingRules, promo: string | null): Quote {
  const { promo: _, ...known } = before.facts ?? {};
  const facts: Readonly<Record<string, string>> = promo === null ? known : { ...known, promo };
  const own = before.lines.filter((line) => line.facts['phase'] === undefined);
  const { currency, policy: _asked, ...rest } = before;
  const party = {
    rules: { ...rules, currency, version: before.rulesVersion },
    travellers: before.perTraveller.map(() => ''),
    quotedAt: before.quotedAt,
    expiresAt: before.expiresAt,
  };
  const { policy } = rules;
  if (!policy) return { ...rest, ...sumUp(own, party), facts };
  const { vat } = rules;
  const base = own.filter(({ kind }) => kind !== 'absorbed');
  const sale = {
    base,
    facts,
    travellers: party.travellers.length,
    ...leftOf(before.left),
    currency,
    feeVat: vat['service-fee'],
    taxVat: vat.tax,
  };
  const { lines, trace, margin, floor } = applyPolicy(sale, policy, policyLine(party.rules));
  return { ...rest, ...sumUp([...own, ...lines], party), facts, policy: { number: policy.number, margin, floor, trace } };
}

/**
 * A copy of a quote with what a colleague takes off for a caller, or without it: what the product and the published rules
 * charge stays as it is, and the policy of `rules` is asked anew. Good for as long as the quote was.
 */
export function withDeskDiscount(before: Quote, rules: PricingRules, discount: DeskDiscount | null): Quote {
  const own = before.lines.filter((line) => line.facts['phase'] === undefined && line.facts['desk'] === undefined);
  const sale = { base: own.filter(({ kind }) => kind !== 'absorbed'), facts: before.facts ?? {}, currency: before.currency };
  const taken = discount
    ? deskDiscountLines(sale, rules.policy ?? null, discount, (part, vat) => lineOf({ ...rules, version: before.rulesVersion }, part, vat))
    : [];
  return withCode({ ...before, lines: [...own, ...taken] }, rules, before.facts?.['promo'] ?? null);
}

/**
 * The same with what a voucher takes off, or without it: only the voucher changes, and what a colleague took off stays.
 */
export function withVoucher(before: Quote, rules: PricingRules, voucher: VoucherOff | null): Quote {
  if (!voucher && !voucherOf(before.lines)) return before;
  const own = before.lines.filter((line) => line.facts['phase'] === undefined && line.facts['voucher'] === undefined);
  const sale = { base: own.filter(({ kind }) => kind !== 'absorbed'), facts: before.facts ?? {}, currency: before.currency };
  const taken = voucher
    ? voucherLines(sale, rules.policy ?? null, voucher, (part, vat) => lineOf({ ...rules, version: before.rulesVersion }, part, vat))
    : [];
  return withCode({ ...before, lines: [...own, ...taken] }, rules, before.facts?.['promo'] ?? null);
}

/**
 * A copy of a quote with more that its product charges: every line that was agreed stays as it is, and the policy of
 * `rules`, those it was made by, is asked anew. Throws as `quote` does.
 */
export function withMore(
  before: Quote,
  charges: readonly Charge[],
  rules: PricingRules,
  when: { readonly quotedAt: string; readonly expiresAt: string },
): Quote {
  const own = before.lines.filter((line) => line.facts['phase'] === undefined);
  // More of what was agreed is added all the same, and taxed as of today.
  const { keeps: _kept, ...today } = rules;
  const added = charges.flatMap(({ vat, wasCode: _was, ...charge }): PriceLine[] => {
    checkCharge(charge, before.perTraveller.length, before.currency);
    if (charge.travellers.length === 0 || charge.each.amount === 0) return [];
    return [lineOf(today, { ...charge, ruleId: null, facts: charge.facts ?? {} }, vat)];
  });
  if (before.left) return keptAs(before, [...before.lines, ...added], when);
  return withCode({ ...before, ...when, lines: [...own, ...added] }, rules, before.facts?.['promo'] ?? null);
}

/**
 * A copy of a quote without some of what was agreed and is not delivered: every other line stays as it is, and the policy of
 * `rules`, those it was made by, is asked anew. The same quote where none of its lines is meant.
 */
export function withLess(before: Quote, gone: (line: PriceLine) => boolean, rules: PricingRules): Quote {
  const own = before.lines.filter((line) => line.facts['phase'] === undefined);
  const kept = own.filter((line) => !gone(line));
  if (before.left)
    return kept.length === own.length
      ? before
      : keptAs(
          before,
          before.lines.filter((line) => !gone(line)),
          before,
        );
  return kept.length === own.length ? before : withCode({ ...before, lines: kept }, rules, before.facts?.['promo'] ?? null);
}

/**
 * A copy of a quote with these lines as they are. Once somebody has left, what stays of a discount is what their leaving left of
 * it: no policy is asked anew for so much as a bag.
 */
export function keptAs(
  before: Quote,
  lines: readonly PriceLine[],
  { quotedAt, expiresAt }: { readonly quotedAt: string; readonly expiresAt: string },
): Quote {
  const { currency, rulesVersion: version } = before;
  const summed = sumLines(lines, before.perTraveller.length, currency);
  return { ...before, ...summed, currency, rulesVersion: version, quotedAt, expiresAt };
}

/** A copy of a quote in which the house carries part of it: `by` is positive and comes off the total. */
export function absorb(before: Quote, by: Money, rules: PricingRules): Quote {
  if (by.amount <= 0) return before;
  const travellers = before.perTraveller.map(() => '');
  const line = wholeOrderLine({ rules, travellers }, 'absorbed', 'price-rise', 'price:line.absorbed', money(-by.amount, before.currency));
  const summed = sumUp([...before.lines, line], {
    rules: { ...rules, currency: before.currency, version: before.rulesVersion },
    travellers,
    quotedAt: before.quotedAt,
    expiresAt: before.expiresAt,
  });
  return { ...before, ...summed };
}

export type PriceChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'lower'; readonly by: Money }
  | { readonly kind: 'within-tolerance'; readonly by: Money }
  | { readonly kind: 'higher'; readonly by: Money };

/** The house carries a rise of up to AED 5 or 1 % of the price shown, whichever is more. */
const toleranceFlat = 500;
const toleranceBasisPoints = 100;

/** How a fresh price relates to the one a traveller has seen. Only `higher` needs their consent. */
export function comparePrices(seen: Money, fresh: Money): PriceChange {
  const difference = compareMoney(fresh, seen);
  if (difference === 0) return { kind: 'same' };
  const by = money(Math.abs(difference), seen.currency);
  if (difference < 0) return { kind: 'lower', by };
  const tolerated = Math.max(toleranceFlat, Math.floor((seen.amount * toleranceBasisPoints) / 10_000));
  return by.amount <= tolerated ? { kind: 'within-tolerance', by } : { kind: 'higher', by };
}

/** The lines that differ, for showing old beside new; a line only one side has stands beside null. */
export function changedLines(
  before: readonly PriceLine[],
  after: readonly PriceLine[],
): { readonly before: PriceLine | null; readonly after: PriceLine | null }[] {
  const key = (line: PriceLine) => `${line.kind}|${line.code}|${line.travellers.join(',')}|${line.facts['on'] ?? ''}`;
  const old = new Map(before.map((line) => [key(line), line]));
  const fresh = new Map(after.map((line) => [key(line), line]));
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((each) => ({ before: old.get(each) ?? null, after: fresh.get(each) ?? null }))
    .filter((pair) => pair.before?.amount.amount !== pair.after?.amount.amount);
}

/** Whether two prices are of the same things for the same people, whatever they cost. */
export function sameSale(a: readonly PriceLine[], b: readonly PriceLine[]): boolean {
  const names = (lines: readonly PriceLine[]) =>
    lines
      .filter((line) => line.ruleId === null)
      .map((line) => `${line.kind}|${line.code}|${line.travellers.join(',')}`)
      .sort()
      .join(';');
  return names(a) === names(b);
}

/** The VAT inside a gross amount: gross * rate / (1 + rate), rounded half up once. */
export function vatWithin(gross: Money, basisPoints: number): Money {
  return money(roundHalfUp((gross.amount * basisPoints) / (10_000 + basisPoints)), gross.currency);
}

/** Net of VAT, for the invoice. */
export function netOf(line: PriceLine): Money {
  return subtractMoney(line.amount, line.vat);
}

interface Party {
  readonly rules: PricingRules;
  readonly travellers: readonly string[];
}

function ruleLines(input: QuoteInput, kind: 'markup' | 'service-fee'): PriceLine[] {
  const groups = new Map<string, PriceLine>();
  const sale = saleOf(input);
  input.travellers.forEach((type, traveller) => {
    if (input.left?.includes(traveller)) return;
    const fares = input.charges.filter((charge) => charge.kind === 'fare' && charge.travellers.includes(traveller));
    const base = sumMoney(
      fares.map((charge) => charge.each),
      input.rules.currency,
    );
    const facts = { ...sale, ...input.facts, ...fares[0]?.facts, traveller: type };
    for (const rule of winners(input.rules.rules, kind, facts)) {
      const each = money(ruleAmount(rule, base.amount), base.currency);
      if (each.amount === 0) continue;
      const key = `${rule.id}|${type}|${each.amount}`;
      const line = groups.get(key);
      const travellers = [...(line?.travellers ?? []), traveller];
      groups.set(
        key,
        lineOf(input.rules, {
          kind,
          code: type,
          nameKey: `price:line.${kind}`,
          travellers,
          each,
          ruleId: rule.id,
          facts: { traveller: type },
        }),
      );
    }
  });
  return [...groups.values()];
}

/** Every rule whose scope fits. */
export function matching<Rule extends PricingRule>(
  rules: readonly Rule[],
  kind: PricingRule['kind'],
  facts: Readonly<Record<string, string>>,
): Rule[] {
  return rules.filter((rule) => rule.kind === kind && scopeFits(rule.scope, facts));
}

/** The narrower rule first, then the higher priority. */
export function byWeight(a: PricingRule, b: PricingRule): number {
  return narrowness(b.scope) - narrowness(a.scope) || b.priority - a.priority || (a.id < b.id ? -1 : 1);
}

/** The narrowest rule, and the others too where it and they stack. */
export function winners<Rule extends PricingRule>(
  rules: readonly Rule[],
  kind: PricingRule['kind'],
  facts: Readonly<Record<string, string>>,
): Rule[] {
  const [first, ...others] = matching(rules, kind, facts).sort(byWeight);
  if (!first) return [];
  return first.stacks ? [first, ...others.filter((rule) => rule.stacks)] : [first];
}

/** Minor units for one traveller of this base fare. */
function ruleAmount(rule: PricingRule, base: number): number {
  const share = roundHalfUp(base * (rule.basisPoints / 10_000)) + rule.flat;
  const floored = rule.floor === null ? share : Math.max(share, rule.floor);
  return rule.cap === null ? floored : Math.min(floored, rule.cap);
}

/**
 * What `quote` adds to the fare of one traveller of these facts, markup and service fee, from their base fare; minor
 * units. For lists of hundreds of prices, whose lines nobody reads: the total is the same as that of the lines.
 */
export function addedTo(rules: PricingRules, facts: Readonly<Record<string, string>>): (base: number) => number {
  const adding = [...winners(rules.rules, 'markup', facts), ...winners(rules.rules, 'service-fee', facts)];
  return (base) => {
    let added = 0;
    for (const rule of adding) added += ruleAmount(rule, base);
    return added;
  };
}

function lineOf(
  rules: PricingRules,
  part: Omit<PriceLine, 'amount' | 'vat' | 'vatCategory' | 'vatBasisPoints' | 'vatPlace'>,
  today: VatRule = rules.vat[part.kind],
): PriceLine {
  const vat = keptVat(rules.keeps, part, today) ?? today;
  // What comes off the order as a whole names no traveller.
  const amount = money(part.each.amount * Math.max(1, part.travellers.length), part.each.currency);
  return {
    ...part,
    amount,
    vat: vatWithin(amount, vat.basisPoints),
    vatCategory: vat.category,
    vatBasisPoints: vat.basisPoints,
    ...(vat.place ? { vatPlace: vat.place } : {}),
  };
}

/** A line for the order as a whole: `each` is its amount, and it is split over all travellers by what they pay. */
function wholeOrderLine(party: Party, kind: 'discount' | 'absorbed', code: string, nameKey: string, amount: Money): PriceLine {
  const travellers = party.travellers.map((_, index) => index);
  const vat = keptVat(party.rules.keeps, { kind, code, travellers, facts: {} }, party.rules.vat[kind]) ?? party.rules.vat[kind];
  return {
    kind,
    code,
    nameKey,
    travellers,
    each: amount,
    amount,
    vat: vatWithin(amount, vat.basisPoints),
    vatCategory: vat.category,
    vatBasisPoints: vat.basisPoints,
    ruleId: null,
    facts: {},
  };
}

function sumUp(unsorted: readonly PriceLine[], input: Party & { quotedAt: string; expiresAt: string }): Quote {
  const { currency, version } = input.rules;
  const summed = sumLines(unsorted, input.travellers.length, currency);
  return { currency, ...summed, rulesVersion: version, quotedAt: input.quotedAt, expiresAt: input.expiresAt };
}

function sumLines(
  unsorted: readonly PriceLine[],
  travellers: number,
  currency: CurrencyCode,
): Pick<Quote, 'lines' | 'total' | 'vatTotal' | 'perTraveller'> {
  const lines = [...unsorted].sort((a, b) => priceLineKinds.indexOf(a.kind) - priceLineKinds.indexOf(b.kind));
  const own = Array.from({ length: travellers }, () => zero(currency));
  for (const line of lines) {
    if (line.amount.amount < 0) continue;
    for (const traveller of line.travellers) own[traveller] = addMoney(own[traveller]!, line.each);
  }
  const shared = sumMoney(
    lines.filter((line) => line.amount.amount < 0).map((line) => line.amount),
    currency,
  );
  const weights = own.map((amount) => amount.amount);
  const split =
    shared.amount === 0 || weights.every((weight) => weight === 0) ? own.map(() => zero(currency)) : splitMoney(shared, weights);
  return {
    lines,
    total: sumMoney(
      lines.map((line) => line.amount),
      currency,
    ),
    vatTotal: sumMoney(
      lines.map((line) => line.vat),
      currency,
    ),
    perTraveller: own.map((amount, index) => addMoney(amount, split[index]!)),
  };
}

function checkCharge(charge: Charge, travellers: number, currency: CurrencyCode): void {
  if (charge.each.currency !== currency)
    throw new TypeError(`A ${charge.kind} in ${charge.each.currency} cannot be part of a price in ${currency}`);
  if (charge.each.amount < 0) throw new RangeError(`A ${charge.kind} cannot be negative`);
  if (charge.travellers.some((traveller) => !Number.isInteger(traveller) || traveller < 0 || traveller >= travellers)) {
    throw new RangeError(`A ${charge.kind} names a traveller who is not part of the sale`);
  }
}
