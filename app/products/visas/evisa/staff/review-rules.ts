import type { DocumentCode } from '../evisa-offer.ts';
import type { TravelRefusal } from '../evisa-eligibility.ts';

/** What the second pair of eyes looks at, each ticked by itself. */
export const reviewChecks = ['identity', 'completeness', 'consistency', 'history'] as const;
export type ReviewCheck = (typeof reviewChecks)[number];

/** What is known of a case to each check, when it is looked at; kept with the confirmation as it was then. */
export interface ReviewFacts {
  readonly identity: {
    /** What the passport's zone says of the form: nothing was read, it cannot be read, it agrees or differs. */
    readonly zone: 'none' | 'unread' | 'agrees' | 'differs';
    /** Whether the name on a ticket of the same account or a named booking is another. */
    readonly ticket: 'agrees' | 'differs';
  };
  readonly completeness: {
    readonly sent: number;
    readonly missing: readonly DocumentCode[];
    /** Papers that were taken with a remark of the check: blurred, small. */
    readonly marked: number;
    readonly faults: number;
  };
  readonly consistency: {
    readonly refusals: readonly TravelRefusal[];
  };
  readonly history: {
    readonly earlier: number;
    readonly refused: number;
    /** What the traveller says of refusals; null where the country does not ask. */
    readonly says: 'yes' | 'no' | null;
  };
}

/** What is kept of them with the case, in clear: not what the traveller told of refusals, which stays in the sealed form. */
export function keptFacts({ history: { says: _told, ...history }, ...facts }: ReviewFacts) {
  return { ...facts, history };
}

/** The checks of a form that are known, in their order. */
export function readChecks(ticked: readonly string[]): ReviewCheck[] {
  return reviewChecks.filter((check) => ticked.includes(check));
}

export const isReviewed = (checks: readonly ReviewCheck[]): boolean => reviewChecks.every((check) => checks.includes(check));

/** The checks of which something speaks against the case. */
export function doubtsOf(facts: ReviewFacts): ReviewCheck[] {
  const doubt: Readonly<Record<ReviewCheck, boolean>> = {
    identity: facts.identity.zone === 'differs' || facts.identity.zone === 'unread' || facts.identity.ticket === 'differs',
    completeness: facts.completeness.missing.length > 0 || facts.completeness.marked > 0 || facts.completeness.faults > 0,
    consistency: facts.consistency.refusals.length > 0,
    // A refusal that is not told of is what an authority holds against a traveller most.
    history: facts.history.refused > 0 || facts.history.says === 'yes',
  };
  return reviewChecks.filter((check) => doubt[check]);
}
