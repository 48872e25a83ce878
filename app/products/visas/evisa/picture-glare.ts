/*
 * What a lamp, a window or a flash has burnt out of a page: a patch of pure white that lies within the picture, on paper that
 * is not white itself. A patch that reaches the edge is a margin or what lies behind the page; where half of the picture is
 * white, as in a scan, paper and glare cannot be told apart and nothing is said.
 */

const tile = 10;
/** Brightness that paper does not reach in a photograph, of 255. */
const burnt = 252;
/** Pixels of a tile that must be burnt out. */
const whole = 0.95;

/** The largest burnt-out patch within a grey picture, as a share of it from 0 to 1. */
export function glareOf(grey: Float32Array, width: number, height: number): number {
  const [across, down] = [Math.floor(width / tile), Math.floor(height / tile)];
  if (across < 3 || down < 3) return 0;
  const white = Array.from({ length: across * down }, (_, at) =>
    isBurnt(grey, width, (at % across) * tile, Math.floor(at / across) * tile),
  );
  if (white.filter(Boolean).length * 2 > white.length) return 0;
  const seen = new Set<number>();
  let largest = 0;
  for (let at = 0; at < white.length; at += 1) {
    if (!white[at] || seen.has(at)) continue;
    const { tiles, atEdge } = patchOf(at, white, across, down, seen);
    if (!atEdge) largest = Math.max(largest, tiles);
  }
  return largest / white.length;
}

function isBurnt(grey: Float32Array, width: number, start: number, top: number): boolean {
  let count = 0;
  for (let y = top; y < top + tile; y += 1) for (let x = start; x < start + tile; x += 1) if (grey[y * width + x]! >= burnt) count += 1;
  return count >= whole * tile * tile;
}

/** Everything white that hangs together with one tile. */
function patchOf(first: number, white: readonly boolean[], across: number, down: number, seen: Set<number>) {
  const waiting = [first];
  seen.add(first);
  let [tiles, atEdge] = [0, false];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    tiles += 1;
    const [x, y] = [at % across, Math.floor(at / across)];
    atEdge ||= x === 0 || y === 0 || x === across - 1 || y === down - 1;
    const beside = [x > 0 ? at - 1 : -1, x < across - 1 ? at + 1 : -1, at - across, at + across];
    for (const next of beside)
      if (white[next] && !seen.has(next)) {
        seen.add(next);
        waiting.push(next);
      }
  }
  return { tiles, atEdge };
}
