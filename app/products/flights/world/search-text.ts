export { foldText } from '#app/values/fold-text.ts';

/** A bit for each letter; two words within two typing errors differ in few bits. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask;
}

export function bitCount(value: number): number {
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const longest = 40;
let previous2 = new Uint8Array(longest + 1);
let previous = new Uint8Array(longest + 1);
let current = new Uint8Array(longest + 1);

/**
 * Typing errors between two words: letters added, left out, changed, or two swapped. Stops at `limit` and then
 * returns limit + 1. Words are cut at 40 letters.
 */
export function typingErrors(first: string, second: string, limit: number): number {
  const rows = Math.min(first.length, longest);
  const columns = Math.min(second.length, longest);
  if (Math.abs(rows - columns) > limit) return limit + 1;
  for (let column = 0; column <= columns; column += 1) previous[column] = column;
  for (let row = 1; row <= rows; row += 1) {
    current[0] = row;
    let least = row;
    const letter = first.charCodeAt(row - 1);
    for (let column = 1; column <= columns; column += 1) {
      const other = second.charCodeAt(column - 1);
      let errors = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (letter === other ? 0 : 1));
      const swapped = row > 1 && column > 1 && letter === second.charCodeAt(column - 2) && first.charCodeAt(row - 2) === other;
      if (swapped) errors = Math.min(errors, previous2[column - 2]! + 1);
      current[column] = errors;
      if (errors < least) least = errors;
    }
    if (least > limit) return limit + 1;
    [previous2, previous, current] = [previous, current, previous2];
  }
  return previous[columns]!;
}
