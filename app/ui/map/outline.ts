/** Coastlines as text: rings of [longitude, latitude] in hundredths of a degree, written as differences. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[];

const first = 63;

/** Five bits at a time, the sign in the lowest: small steps are one letter. */
function letters(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let written = '';
  while (rest >= 0x20) {
    written += String.fromCharCode((0x20 | (rest & 0x1f)) + first);
    rest >>= 5;
  }
  return written + String.fromCharCode(rest + first);
}

export function writeRing(ring: Ring): string {
  let [written, lastX, lastY] = ['', 0, 0];
  for (const [longitude, latitude] of ring) {
    const [x, y] = [Math.round(longitude * 100), Math.round(latitude * 100)];
    written += letters(x - lastX) + letters(y - lastY);
    [lastX, lastY] = [x, y];
  }
  return written;
}

export function readRing(written: string): Ring {
  const numbers: number[] = [];
  for (let at = 0; at < written.length;) {
    let [value, shift, bits] = [0, 0, 0];
    do {
      bits = written.charCodeAt(at) - first;
      at += 1;
      value |= (bits & 0x1f) << shift;
      shift += 5;
    } while (bits >= 0x20);
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
  }
  const ring: [number, number][] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    x += numbers[at]!;
    y += numbers[at + 1]!;
    ring.push([x / 100, y / 100]);
  }
  return ring;
}

/** Douglas and Peucker: what may go without moving the line by more than `tolerance`. */
export function simplified(points: Ring, tolerance: number): Ring {
  if (points.length < 3) return points;
  const keep = new Uint8Array(points.length);
  keep[0] = 1;
  keep[points.length - 1] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [ax, ay] = points[from]!;
    const [dx, dy] = [points[to]![0] - ax, points[to]![1] - ay];
    const square = dx * dx + dy * dy;
    let [far, at] = [tolerance * tolerance, -1];
    for (let index = from + 1; index < to; index += 1) {
      const [px, py] = [points[index]![0] - ax, points[index]![1] - ay];
      const share = square > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / square)) : 0;
      const gap = (px - share * dx) ** 2 + (py - share * dy) ** 2;
      if (gap > far) [far, at] = [gap, index];
    }
    if (at < 0) continue;
    keep[at] = 1;
    open.push([from, at], [at, to]);
  }
  return points.filter((_, index) => keep[index]);
}
