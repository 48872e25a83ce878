import { equalityAnswers, equalityQuestions, type EqualityQuestion } from './job-application-kinds.ts';

/** A group smaller than this is not told: among a handful somebody could be recognised. */
export const smallestGroup = 5;
/** A question that fewer answered is not told at all. */
export const fewestAnswers = 20;

export interface EqualityCount {
  readonly question: EqualityQuestion;
  readonly answer: string;
  readonly people: number;
}

export interface EqualityTable {
  readonly question: EqualityQuestion;
  /** How many answered; null where they are too few to say. */
  readonly people: number | null;
  /** In the order of the form. `people` is null where a number would point at somebody. */
  readonly rows: readonly { readonly answer: string; readonly people: number | null; readonly percent: number | null }[];
}

/** Together the groups that are left out are at least so many people: the total less the others tells their sum. */
const fewestHidden = 2 * smallestGroup;

/**
 * What may be read of the counts. Where a small group is left out, the total less the others would tell it, so the next
 * smallest go with it: two groups at least, and enough people that their sum says nothing of any one of them.
 */
export function tellEquality(counts: readonly EqualityCount[]): EqualityTable[] {
  return equalityQuestions.map((question) => {
    const people = (answer: string) =>
      counts.filter((one) => one.question === question && one.answer === answer).reduce((sum, one) => sum + one.people, 0);
    const groups = equalityAnswers[question].map((answer) => ({ answer, people: people(answer) }));
    const total = groups.reduce((sum, one) => sum + one.people, 0);
    if (total < fewestAnswers)
      return { question, people: null, rows: groups.map(({ answer }) => ({ answer, people: null, percent: null })) };
    const smallest = groups.toSorted((one, other) => one.people - other.people);
    const hidden = new Set<string>();
    let together = 0;
    for (const one of smallest) {
      if (one.people >= smallestGroup && (hidden.size === 0 || (hidden.size > 1 && together >= fewestHidden))) break;
      hidden.add(one.answer);
      together += one.people;
    }
    return {
      question,
      people: total,
      rows: groups.map((one) =>
        hidden.has(one.answer)
          ? { answer: one.answer, people: null, percent: null }
          : { ...one, percent: Math.round((one.people * 100) / total) },
      ),
    };
  });
}
