/** Letters that must be changed to make one word of the other (Levenshtein); stops caring beyond `most`. */
function changesBetween(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const swap = above[at - 1]! + (from[row - 1] === to[at - 1] ? 0 : 1);
      line.push(Math.min(swap, above[at]! + 1, line[at - 1]! + 1));
    }
    above = line;
  }
  return above[to.length]!;
}

const longestTyped = 120;

/** The address that was probably meant, or null when nothing is near: at most a third of the letters may differ. */
export function nearestAddress(typed: string, known: readonly string[]): string | null {
  const asked = typed.toLowerCase().replace(/\/+$/, '');
  if (asked === '' || asked.length > longestTyped) return null;
  let best: string | null = null;
  let least = Math.min(6, Math.floor(asked.length / 3)) + 1;
  for (const path of known) {
    const changes = changesBetween(asked, path, least - 1);
    if (changes < least) [best, least] = [path, changes];
  }
  return best;
}
