/*
 * Whether the page of a passport is cut off at its side: the two lines of signs at its foot run from margin to margin, so
 * where one of them begins or ends at the edge of the picture, signs of it are missing. Where no two such lines are seen,
 * because the page is turned, dark or something else altogether, nothing is said.
 */

/** Changes from light to dark along a line of 44 signs; a name or a date has fewer. */
const leastChanges = 52;
/** Share of the width that both lines take, cut or not. */
const leastSpan = 0.62;
/** Share of the width within which a line has no margin left: less than one sign. */
const noMargin = 0.012;
/** Share of the brightness of paper below which something is printed. */
const printed = 0.62;
/** Brightness of 255 below which what lies there is no paper. */
const darkest = 70;

interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly first: number;
  readonly last: number;
}

/** Whether a grey picture of a passport page lacks a part of its machine-readable lines. */
export function isCutOff(grey: Float32Array, width: number, height: number): boolean {
  const lines = linesOf(grey, width, height);
  if (!lines) return false;
  const [upper, lower] = lines;
  const room = Math.max(1, Math.round(width * noMargin));
  const between = Math.round((upper.bottom + lower.top) / 2);
  const paper = paperOf(grey, width, between);
  // What is dark between the lines as well is no sign of theirs but what the page lies on.
  const isPaper = (x: number) => grey[between * width + x]! >= paper * printed;
  const starts = Math.min(upper.first, lower.first) <= room && isPaper(0);
  const ends = Math.max(upper.last, lower.last) >= width - 1 - room && isPaper(width - 1);
  return starts || ends || lower.bottom >= height - 2;
}

/** The lowest two bands of print that are as wide and as high as each other; null without them. */
function linesOf(grey: Float32Array, width: number, height: number): readonly [Band, Band] | null {
  const bands: Band[] = [];
  let open: Band | null = null;
  for (let y = Math.floor(height * 0.4); y < height; y += 1) {
    const row = readRow(grey, width, y);
    if (row.changes >= leastChanges && row.last - row.first >= width * leastSpan)
      open = open
        ? { top: open.top, bottom: y, first: Math.min(open.first, row.first), last: Math.max(open.last, row.last) }
        : { top: y, bottom: y, first: row.first, last: row.last };
    else if (open && y - open.bottom > 2) {
      bands.push(open);
      open = null;
    }
  }
  if (open) bands.push(open);
  const high = (band: Band) => band.bottom - band.top + 1;
  const lines = bands.filter((band) => high(band) >= 4 && high(band) <= height * 0.09);
  const [upper, lower] = lines.slice(-2);
  if (!upper || !lower || lower !== bands.at(-1)) return null;
  const alike = high(upper) <= high(lower) * 2.5 && high(lower) <= high(upper) * 2.5;
  const near = lower.top - upper.bottom <= 4 * Math.max(high(upper), high(lower));
  return alike && near ? [upper, lower] : null;
}

/** Brightness of the paper in a row: what nine tenths of it do not pass. */
function paperOf(grey: Float32Array, width: number, y: number): number {
  const row = grey.slice(y * width, (y + 1) * width).sort();
  return row[Math.floor(width * 0.9)]!;
}

function readRow(
  grey: Float32Array,
  width: number,
  y: number,
): { readonly changes: number; readonly first: number; readonly last: number } {
  const paper = paperOf(grey, width, y);
  if (paper < darkest) return { changes: 0, first: 0, last: 0 };
  let [changes, first, last, dark] = [0, -1, -1, false];
  for (let x = 0; x < width; x += 1) {
    const is = grey[y * width + x]! < paper * printed;
    if (is) {
      if (first < 0) first = x;
      last = x;
      if (!dark) changes += 1;
    } else if (dark) changes += 1;
    dark = is;
  }
  return { changes, first, last };
}
