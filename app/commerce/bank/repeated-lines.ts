import { foldText } from '#app/values/fold-text.ts';
import { referencesIn } from './match-rules.ts';
import type { ReadLine } from './read-statement.ts';

export type FileFormat = 'camt' | 'csv';

/** A line that an earlier statement of the account has brought. */
export interface TakenLine {
  readonly id: string;
  readonly format: FileFormat;
  readonly line: ReadLine;
}

/**
 * For each line of a new statement the id of the one that was taken before and is the same payment, or null. One for one:
 * of two equal payments of a day, the statement before may have had only the first. `taken` is in the order of its days.
 */
export function repeatedLines(lines: readonly ReadLine[], format: FileFormat, taken: readonly TakenLine[]): (string | null)[] {
  const left = Map.groupBy(taken, ({ line }) => momentOf(line));
  const take = (line: ReadLine, isSame: (one: TakenLine) => boolean): string | null => {
    const here = left.get(momentOf(line)) ?? [];
    const at = here.findIndex(isSame);
    return at < 0 ? null : here.splice(at, 1)[0]!.id;
  };
  // What is the same to the letter goes first, so that nothing which merely resembles it takes its place.
  const exact = lines.map((line) => take(line, (one) => lettersOf(one.line) === lettersOf(line)));
  return lines.map((line, index) => exact[index] ?? take(line, (one) => one.format !== format && resembles(one.line, line)));
}

const momentOf = ({ bookedOn, amount }: ReadLine) => `${bookedOn}|${amount}`;
const lettersOf = ({ party, partyAccount, text }: ReadLine) => [party, partyAccount, text].join('|').toLowerCase();
const wordsOf = ({ party, text }: ReadLine) =>
  new Set(
    foldText(`${party} ${text}`)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1),
  );

/**
 * A table has other columns than a camt.053 file: the payer stands in its text or nowhere, and the account never. Two lines
 * of a day and an amount are one payment when both name the same order, or, where not both name one, when all words of one
 * stand in the other. One without words may be anything.
 */
function resembles(one: ReadLine, other: ReadLine): boolean {
  const [named, alsoNamed] = [one, other].map(({ party, text }) => referencesIn(`${text} ${party}`)) as [string[], string[]];
  if (named.length > 0 && alsoNamed.length > 0) return named.some((reference) => alsoNamed.includes(reference));
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size) as [Set<string>, Set<string>];
  return few.size > 0 && [...few].every((word) => many.has(word));
}
