import { toldNumber, toldResults, type ToldNumber, type ToldResults } from '../campaign-rules.ts';
import type { LetterStatus } from '../campaign-status.ts';

/** What became of letters, but for those that wait: nobody is told by these. */
export const letterResults = ['sent', 'suppressed', 'bounced', 'left', 'failed', 'unsure', 'unsubscribed'] as const;
export type LetterResult = (typeof letterResults)[number];

/** The results of one letter as they may be told, from how many of it stand how and how many left the list by it. */
export function tellResults(letters: Readonly<Partial<Record<LetterStatus, number>>>, unsubscribed: number): ToldResults<LetterResult> {
  const parts = toldResults(letters.sent ?? 0, {
    suppressed: letters.suppressed ?? 0,
    bounced: letters.bounced ?? 0,
    left: letters.left ?? 0,
    failed: letters.failed ?? 0,
    unsure: letters.unsure ?? 0,
  });
  // Whoever left by it was sent it: they are none of the parts.
  return { ...parts, unsubscribed: toldNumber(unsubscribed) };
}

/** How many letters there are, and how many of them wait; of those to customers of a kind a few are told as such. */
export function tellLetters(letters: Readonly<Partial<Record<LetterStatus, number>>>, narrowed: boolean) {
  const told = (count: number): ToldNumber => (narrowed ? toldNumber(count) : { is: 'exact', number: count });
  const all = Object.values(letters).reduce((sum, count) => sum + count, 0);
  return { all: told(all), waiting: told(letters.waiting ?? 0), later: told(letters.later ?? 0) };
}

/** By what a list is sorted: what is only told as a few comes after none and before all that is told. */
export const toldOrder = ({ is, number }: ToldNumber) => (is === 'under' ? 1 : number);
