/** The printmaker's tools: every function returns a piece of SVG. Lengths are in units of the poster's own box. */
export type Point = readonly [x: number, y: number];
export type Random = () => number;

/** One decimal is finer than any screen the posters are shown on, and keeps the files small. */
export const num = (value: number): string => String(Math.round(value * 10) / 10);

/** The same numbers from 0 to 1 for the same word, always. */
export function randomOf(word: string): Random {
  let state = 0x811c9dc5;
  for (const letter of word) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  };
}

export const shape = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;
export const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"${more && ` ${more}`}/>`;
export const block = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<path d="M${num(x)} ${num(y)}h${num(width)}v${num(height)}h${num(-width)}z" fill="${fill}"${more && ` ${more}`}/>`;
export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${num(width)}" stroke-linecap="round"${more && ` ${more}`}/>`;
export const veil = (opacity: number): string => `opacity="${Math.round(opacity * 100) / 100}"`;
/** Something drawn round its own origin, put at x, y. A negative width turns it round. */
export const put = (piece: string, x: number, y: number, scale = 1, more = ''): string =>
  piece &&
  `<g transform="translate(${num(x)} ${num(y)})${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}${more}">${piece}</g>`;

/**
 * A soft line through the points (Catmull-Rom: each bend is the mirror of the next, so the short `S` form says it all).
 * Whole units: hills and waves need no finer.
 */
export function through(points: readonly Point[]): string {
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))]!;
  const whole = (...numbers: number[]) => numbers.map(Math.round).join(' ');
  let d = `M${whole(...at(0))}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const first = index === 0 ? `C${whole(from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6)} ` : 'S';
    d += first + whole(to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6, ...to);
  }
  return d;
}

/** Everything under a soft line, down to `foot`. */
export const under = (points: readonly Point[], foot: number, fill: string): string =>
  shape(`${through(points)}V${num(foot)}H${num(points[0]![0])}Z`, fill);
