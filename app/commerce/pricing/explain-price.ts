import { roundHalfUp } from '#app/values/money.ts';
import type { KeptRule } from './kept-rules.ts';
import { byWeight, matching, winners, type PriceLine } from './quote.ts';
import { narrowness } from './rule-scope.ts';

/** How a rule came to the amount of one traveller; minor units. */
export interface RuleSum {
  readonly base: number;
  /** The rule's share of the base fare. */
  readonly share: number;
  readonly flat: number;
  /** The limit that decided, if one did. */
  readonly limit: { readonly kind: 'floor' | 'cap'; readonly amount: number } | null;
}

export type BeatenBecause = 'less-specific' | 'lower-priority' | 'later-name';

export interface ExplainedLine {
  readonly line: PriceLine;
  /** What made the line; null for what the product charges, or where the rule is not among those of its version. */
  readonly rule: KeptRule | null;
  readonly sum: RuleSum | null;
  /** Rules that fitted too and did not count. */
  readonly beaten: readonly { readonly rule: KeptRule; readonly because: BeatenBecause }[];
}

/**
 * Tells line by line where a price comes from, by the rules it was made by, cut to its day. `sale` is what was known of it
 * as a whole: what rules call the product, where and how many days ahead it was sold.
 */
export function explainPrice(
  lines: readonly PriceLine[],
  rules: readonly KeptRule[],
  sale: Readonly<Record<string, string>>,
): ExplainedLine[] {
  return lines.map((line): ExplainedLine => {
    const rule = rules.find(({ id }) => id === line.ruleId) ?? null;
    if (rule === null) return { line, rule, sum: null, beaten: [] };
    const traveller = line.facts['traveller'] ?? '';
    const fares = lines.filter(({ kind, travellers }) => kind === 'fare' && travellers.includes(line.travellers[0]!));
    const base = fares.reduce((sum, { each }) => sum + each.amount, 0);
    const facts = { ...sale, ...fares[0]?.facts, traveller };
    const counted = winners(rules, rule.kind, facts);
    const first = counted[0];
    return {
      line,
      rule,
      sum: sumOf(rule, base, line.each.amount),
      beaten: matching(rules, rule.kind, facts)
        .filter((other) => !counted.includes(other))
        .toSorted(byWeight)
        .flatMap((other) => (first ? [{ rule: other, because: because(other, first) }] : [])),
    };
  });
}

function sumOf(rule: KeptRule, base: number, each: number): RuleSum {
  const share = roundHalfUp(base * (rule.basisPoints / 10_000));
  const bare = share + rule.flat;
  const limit = each > bare ? ({ kind: 'floor', amount: each } as const) : each < bare ? ({ kind: 'cap', amount: each } as const) : null;
  return { base, share, flat: rule.flat, limit };
}

function because(loser: KeptRule, winner: KeptRule): BeatenBecause {
  if (narrowness(loser.scope) < narrowness(winner.scope)) return 'less-specific';
  return loser.priority < winner.priority ? 'lower-priority' : 'later-name';
}
