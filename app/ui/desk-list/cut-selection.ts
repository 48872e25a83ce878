/** What one press does of all that a list matches. */
export interface CutSelection<Line> {
  /** As they are shown: what will be done, then what is left out, with why. */
  readonly lines: readonly Line[];
  /** How many more could be done, and wait for a second time. */
  readonly left: number;
}

/**
 * Cuts what a list matches to what is done at once. What cannot be done is left out before that: otherwise it stands in the
 * place of what can, and the second time is the same as the first. Of what is left out as many are named as are done.
 */
export function cutSelection<Line>(lines: readonly Line[], isReady: (line: Line) => boolean, most: number): CutSelection<Line> {
  const ready = lines.filter(isReady);
  const left = lines.filter((line) => !isReady(line));
  return { lines: [...ready.slice(0, most), ...left.slice(0, most)], left: Math.max(0, ready.length - most) };
}
