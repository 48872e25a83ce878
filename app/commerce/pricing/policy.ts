import type { CalendarDate } from '#app/values/dates.ts';
import { placeFacts, type SaleChannel } from './rule-scope.ts';

/** In the order in which they are reckoned: each builds on what the phases before it came to. */
export const policyPhases = ['markup', 'promotion', 'fee', 'tax', 'rounding'] as const;
export type PolicyPhase = (typeof policyPhases)[number];

/**
 * How a rule goes with others of its phase. `add`: beside them; `replace`: instead of those of lower priority; `best-of`:
 * of all such, only the one that is best for the traveller; `exclusive`: alone.
 */
export const stackings = ['add', 'replace', 'best-of', 'exclusive'] as const;
export type Stacking = (typeof stackings)[number];

/** What a policy may price; lines of a proposal are sold as they were proposed. */
export const pricedProducts = ['flight', 'holiday', 'experience', 'staycation', 'evisa', 'assisted-visa'] as const;
export type PricedProduct = (typeof pricedProducts)[number];

/** Facts that a rule may ask to be one of some words. */
export const wordFacts = ['product', 'country', 'region', 'item', 'airline', 'from', 'to', 'cabin', 'language'] as const;
export type WordFact = (typeof wordFacts)[number];
/** Facts that a rule may ask to lie between two bounds, both included: days to the journey, and persons or rooms. */
export const countFacts = ['lead', 'party'] as const;
export type CountFact = (typeof countFacts)[number];

export interface PolicyScope {
  /** A fact that is not named, or names nothing, may be anything. */
  readonly words: Readonly<Partial<Record<WordFact, readonly string[]>>>;
  readonly counts: Readonly<Partial<Record<CountFact, readonly [number, number]>>>;
  /** Days of travel, both included; null: open. */
  readonly travelFrom: CalendarDate | null;
  readonly travelUntil: CalendarDate | null;
  /** What a traveller must type; null: nothing. */
  readonly promo: string | null;
}

/** How often a code may be used; null: as often as one likes. */
export interface UseLimits {
  readonly all: number | null;
  readonly each: number | null;
}

export interface PolicyRule {
  readonly id: string;
  readonly name: string;
  readonly phase: PolicyPhase;
  readonly scope: PolicyScope;
  /** The higher is looked at first. */
  readonly priority: number;
  readonly stacking: Stacking;
  /** Share of what the phase builds on, 300 is 3 %; null: `amount` counts. */
  readonly basisPoints: number | null;
  /** Minor units; of a rounding, the step that totals are multiples of. */
  readonly amount: number;
  readonly per: 'order' | 'traveller';
  /** The most it comes to on one order, minor units; null: no limit. */
  readonly most: number | null;
  /** Days of sale in Dubai, both included; null: open. */
  readonly validFrom: CalendarDate | null;
  readonly validUntil: CalendarDate | null;
  readonly limits: UseLimits;
}

/** What a supplier gets of what a product charges, and what must be left to us of a price before promotions; 8000 is 80 %. */
export interface Guard {
  readonly cost: number;
  readonly floor: number;
}
export type Guards = Readonly<Partial<Record<string, Guard>>>;
/** A product nothing is said of: everything it charges goes on, and promotions live from margin and fees alone. */
export const cautiousGuard: Guard = { cost: 10_000, floor: 0 };

/** A sale that a policy must price as somebody says. Amounts in minor units of the currency of the rules. */
export interface PolicyExample {
  readonly id: string;
  readonly name: string;
  readonly product: PricedProduct;
  /** Charged to each traveller before any rule. */
  readonly each: number;
  readonly party: number;
  readonly soldOn: CalendarDate;
  readonly travelOn: CalendarDate | null;
  readonly country: string | null;
  readonly item: string | null;
  readonly promo: string | null;
  /** Of flights, for published markups that ask for it; absent: not said. */
  readonly cabin?: string;
  readonly family?: string;
  readonly channel?: SaleChannel;
  readonly total: number;
}

/** A policy as prices are made by it: its rules of one day. */
export interface AppliedPolicy {
  readonly number: number;
  readonly rules: readonly PolicyRule[];
  readonly stopped: readonly string[];
  readonly guards: Guards;
}

export const openScope: PolicyScope = { words: {}, counts: {}, travelFrom: null, travelUntil: null, promo: null };

/** Whether a rule counts for sales of a day. */
export function soldOn(rule: Pick<PolicyRule, 'validFrom' | 'validUntil'>, day: CalendarDate): boolean {
  return (rule.validFrom === null || rule.validFrom <= day) && (rule.validUntil === null || day <= rule.validUntil);
}

/** Whether the facts of a sale are those a rule asks for. A fact that is not known fits no rule that asks for it. */
export function fits(rule: Pick<PolicyRule, 'scope' | 'phase'>, facts: Readonly<Record<string, string>>): boolean {
  const { words, counts, travelFrom, travelUntil, promo } = rule.scope;
  // Lists of flights are priced by the published markups alone: what only checkout knows must not raise what a list said.
  if (facts['product'] === 'flight' && (promo === null || rule.phase !== 'promotion')) return false;
  if (promo !== null && facts['promo'] !== promo) return false;
  for (const fact of wordFacts) {
    const wanted = words[fact];
    if (wanted && wanted.length > 0 && !wanted.includes(facts[fact] ?? '')) return false;
  }
  for (const fact of countFacts) {
    const bounds = counts[fact];
    if (!bounds) continue;
    const count = Number(facts[fact] ?? 'x');
    if (!(count >= bounds[0] && count <= bounds[1])) return false;
  }
  if (travelFrom === null && travelUntil === null) return true;
  const travel = facts['travel'];
  return travel !== undefined && (travelFrom === null || travelFrom <= travel) && (travelUntil === null || travel <= travelUntil);
}

/** What a product knows of a sale besides its kind; what is null or missing fits no rule that asks for it. */
export interface SaleFacts {
  readonly country?: string | null;
  readonly item?: string | null;
  /** The first day of what is sold. */
  readonly travel?: CalendarDate | null;
  readonly language?: string;
  /** A code that the policy in force knows and that is not used up. */
  readonly promo?: string | null;
}

export function saleFacts(product: PricedProduct, known: SaleFacts = {}): Readonly<Record<string, string>> {
  const told = Object.entries(known).filter(([, value]) => value) as [string, string][];
  return { product, ...Object.fromEntries(told), ...placeFacts(known.country) };
}
