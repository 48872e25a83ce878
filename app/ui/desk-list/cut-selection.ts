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

/** More is not tried for one press: where so many cannot be done, whoever asks is told how far was looked. */
export const mostTried = 2_000;

/** What one press does, as a page of the desk tells it before. */
export interface TriedSelection<Line> {
  readonly rows: readonly Line[];
  /** How many more match, and wait for a second time; `orMore`: they are counted so far and no further. */
  readonly left: number;
  readonly orMore: boolean;
  /** How many were looked at, where others match that may be possible; null where that was all, or enough. */
  readonly looked: number | null;
}

/**
 * The same of things that are tried some at a time, until as many can be done as are done at once: what cannot be done takes nobody's
 * place, and no more is tried than is needed. `more`: the list has more of them than are given.
 */
export async function cutAsTried<Thing, Line extends { readonly locked: string | null }>(
  things: readonly Thing[],
  tryThese: (some: readonly Thing[]) => Promise<readonly Line[]>,
  { most, more = false }: { readonly most: number; readonly more?: boolean },
): Promise<TriedSelection<Line>> {
  const isReady = ({ locked }: Line) => locked === null;
  const tried: Line[] = [];
  let at = 0;
  while (at < Math.min(things.length, mostTried) && tried.filter(isReady).length < most) {
    const some = things.slice(at, Math.min(at + most, mostTried));
    tried.push(...(await tryThese(some)));
    at += some.length;
  }
  const { lines, left } = cutSelection(tried, isReady, most);
  const enough = lines.filter(isReady).length === most;
  return {
    rows: lines,
    left: enough ? left + things.length - at : 0,
    orMore: enough && more,
    looked: !enough && (at < things.length || more) ? at : null,
  };
}

/** As long as it is not said what is to be done. */
export const nothingTried = { rows: null, left: 0, orMore: false, looked: null } as const;
