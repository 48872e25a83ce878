/*
 * How sharp a picture is: in each tile that shows something, the mean square of the Laplacian against the variance of the
 * brightness (Pech-Pacheco and others, 2000, made independent of contrast); the median of the tiles. An edge in focus gives
 * about 0.1 and print about 1; a blur of two pixels in eight hundred a tenth of that and less.
 */

/** Pictures are measured at this length of their longer side, whatever they came with. */
export const measuredSide = 800;
const tile = 50;
/** Tiles flatter than this are sky, wall or paper: they say nothing. Squares of grey levels. */
const leastVariance = 60;
/** What rounding and a camera's noise add to the square of the Laplacian. */
const noise = 4;
const leastTiles = 6;

/** Sharpness of a grey picture, 0 and up; null where too little of it shows anything. */
export function sharpnessOf(grey: Float32Array, width: number, height: number): number | null {
  const ratios: number[] = [];
  for (let top = 1; top + tile < height; top += tile)
    for (let start = 1; start + tile < width; start += tile) {
      const { variance, laplacian } = tileAt(grey, width, start, top);
      if (variance >= leastVariance) ratios.push(Math.max(0, laplacian - noise) / variance);
    }
  if (ratios.length < leastTiles) return null;
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]!;
}

function tileAt(grey: Float32Array, width: number, start: number, top: number) {
  let [sum, squares, edges] = [0, 0, 0];
  for (let y = top; y < top + tile; y += 1)
    for (let x = start; x < start + tile; x += 1) {
      const at = y * width + x;
      const value = grey[at]!;
      sum += value;
      squares += value * value;
      edges += (grey[at - 1]! + grey[at + 1]! + grey[at - width]! + grey[at + width]! - 4 * value) ** 2;
    }
  const pixels = tile * tile;
  return { variance: squares / pixels - (sum / pixels) ** 2, laplacian: edges / pixels };
}
