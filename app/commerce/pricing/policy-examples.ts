import { rulesOn, type KeptRule } from './kept-rules.ts';
import { fits, soldOn, type Guards, type PolicyExample, type PolicyRule, type PricedProduct } from './policy.ts';
import { quote, type Charge, type PricingRules } from './quote.ts';
import { placeFacts } from './rule-scope.ts';
import { dayNumber } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';

/** What a product charges for the thing itself. */
export const mainCharge: Readonly<Record<PricedProduct, Charge['kind']>> = {
  flight: 'fare',
  holiday: 'tour',
  experience: 'activity',
  staycation: 'stay',
  evisa: 'visa-fee',
  'assisted-visa': 'visa-fee',
};

export interface CheckedExample {
  readonly example: PolicyExample;
  /** Minor units. */
  readonly total: number;
  readonly margin: number;
  /** The total is not the one it must be. */
  readonly broken: boolean;
  /** A promotion would go below the floor of the margin and was cut. */
  readonly held: boolean;
}

interface Draft {
  readonly number: number;
  readonly rules: readonly PolicyRule[];
  readonly stopped: readonly string[];
  readonly guards: Guards;
}

/** Prices the cases of a policy by it and the published rules, each on its own day. */
export function checkExamples(
  policy: Draft & { readonly examples: readonly PolicyExample[] },
  published: Omit<PricingRules, 'rules' | 'policy' | 'day'> & { readonly rules: readonly KeptRule[] },
): CheckedExample[] {
  return policy.examples.map((example) => {
    const { total, policy: effect } = priceExample(example, policy, published);
    return {
      example,
      total: total.amount,
      margin: effect?.margin ?? 0,
      broken: total.amount !== example.total,
      held: effect?.trace.some(({ because }) => because === 'floor') ?? false,
    };
  });
}

/** One case, line by line. */
export function priceExample(
  example: PolicyExample,
  policy: Draft,
  published: Omit<PricingRules, 'rules' | 'policy' | 'day'> & { readonly rules: readonly KeptRule[] },
) {
  const { product, soldOn: day } = example;
  const travellers = Array.from({ length: example.party }, () => 'adult');
  const facts: Record<string, string> = { product };
  if (example.travelOn) facts['travel'] = example.travelOn;
  Object.assign(facts, placeFacts(example.country));
  if (example.cabin) facts['cabin'] = example.cabin;
  if (example.family) facts['family'] = example.family;
  if (example.item) facts['item'] = example.item;
  if (example.promo) facts['promo'] = example.promo;
  const kind = mainCharge[product];
  return quote({
    charges: [
      {
        kind,
        code: 'example',
        nameKey: `price:line.${kind}`,
        travellers: travellers.map((_, index) => index),
        each: money(example.each, published.currency),
        facts: { traveller: 'adult' },
      },
    ],
    travellers,
    facts,
    rules: {
      ...published,
      day,
      channel: example.channel ?? 'web',
      rules: rulesOn(published.rules, day),
      policy: { ...policy, rules: policy.rules.filter((rule) => soldOn(rule, day)) },
    },
    quotedAt: `${day}T08:00:00Z`,
    expiresAt: `${day}T08:00:00Z`,
  });
}

export type PolicyFault = 'no-rule' | 'code-twice' | 'no-example' | 'example-broken' | 'below-floor';

/** Why a policy may not come into force; null when nothing stands in its way. */
export function faultOf(
  policy: { readonly rules: readonly PolicyRule[] },
  checked: readonly CheckedExample[],
  held: number,
): PolicyFault | null {
  if (policy.rules.length === 0) return 'no-rule';
  // A code is looked up and counted by one rule: of two, which one is asked would be chance.
  const codes = policy.rules.flatMap(({ scope }) => scope.promo ?? []);
  if (new Set(codes).size < codes.length) return 'code-twice';
  if (checked.length === 0) return 'no-example';
  if (checked.some(({ broken }) => broken)) return 'example-broken';
  return held > 0 || checked.some(({ held: cut }) => cut) ? 'below-floor' : null;
}

/** Rules that no case of the policy fits: nothing would notice if they were wrong. */
export function untriedRules(policy: Draft, examples: readonly PolicyExample[]): Pick<PolicyRule, 'id' | 'name'>[] {
  const tried = (rule: PolicyRule) =>
    examples.some((example) =>
      fits(rule, {
        product: example.product,
        party: String(example.party),
        ...(example.travelOn ? { travel: example.travelOn, lead: String(dayNumber(example.travelOn) - dayNumber(example.soldOn)) } : {}),
        ...placeFacts(example.country),
        ...(example.item ? { item: example.item } : {}),
        ...(example.promo ? { promo: example.promo } : {}),
      }),
    );
  return policy.rules.filter((rule) => !tried(rule)).map(({ id, name }) => ({ id, name }));
}
