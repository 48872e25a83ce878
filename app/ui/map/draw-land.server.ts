import { frameSize, inFrame, widths, type MapFrame } from './map-frame.ts';
import { landBorders, landOutline } from './land-outline.server.ts';
import { readRing, simplified, type Ring } from './outline.ts';
import { onMercator, onWorld, worldSize, type Spot } from './projection.ts';

interface Land {
  readonly ring: Ring;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Longitudes that run on over the date line: a ring that jumped from 180 to -180 would streak across the whole map. */
function runningOn(ring: Ring): Ring {
  let last = ring[0]![0];
  return ring.map(([lon, lat]) => {
    last = lon + Math.round((last - lon) / 360) * 360;
    return [last, lat] as const;
  });
}

/** Decoded on first use: a process that never shows a map never pays for it. */
let read: { readonly lands: readonly Land[]; readonly borders: readonly Land[] } | null = null;
const lands = () => (read ??= { lands: decoded(landOutline), borders: decoded(landBorders) }).lands;
const borders = () => (lands(), read!.borders);
function decoded(text: string): readonly Land[] {
  return text.split(' ').map((written) => {
    const ring = runningOn(readRing(written));
    const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)];
    return { ring, west: Math.min(...lons), east: Math.max(...lons), south: Math.min(...lats), north: Math.max(...lats) };
  });
}

/** Countries and islands too small for their outline: they stay on the map as dots. */
const specks: readonly (readonly [lon: number, lat: number])[] = [
  [50.55, 26.05], // Bahrain
  [103.82, 1.35], // Singapore
  [14.4, 35.9], // Malta
  [73.5, 4.2], // Maldives
  [73.2, 0.6],
  [55.45, -4.65], // Seychelles
  [57.55, -20.25], // Mauritius
  [55.53, -21.12], // Reunion
  [43.4, -11.7], // Comoros
  [39.35, -6.15], // Zanzibar
  [-23.6, 15.1], // Cape Verde
  [-16.9, 32.75], // Madeira
  [-25.5, 37.8], // Azores
  [-109.35, -27.1], // Rapa Nui
  [-149.5, -17.6], // Tahiti
  [178.0, -17.8], // Fiji
  [-155.6, 19.6], // Hawaii
  [-61.0, 13.9], // Saint Lucia
  [-59.55, 13.2], // Barbados
  [-90.6, -0.6], // Galapagos
  [134.5, 7.5], // Palau
  [144.8, 13.45], // Guam
];

const area = (spots: readonly Spot[]): number => {
  let sum = 0;
  for (let at = 0; at < spots.length; at += 1) {
    const [[x1, y1], [x2, y2]] = [spots[at]!, spots[(at + 1) % spots.length]!];
    sum += x1 * y2 - x2 * y1;
  }
  return Math.abs(sum / 2);
};

/** Tenths of a unit, written as steps from point to point. */
function pathOf(spots: readonly Spot[]): string {
  let [x, y] = [Math.round(spots[0]![0] * 10), Math.round(spots[0]![1] * 10)];
  let d = `M${x / 10} ${y / 10}l`;
  let steps = '';
  for (const [nextX, nextY] of spots.slice(1)) {
    const [dx, dy] = [Math.round(nextX * 10) - x, Math.round(nextY * 10) - y];
    if (dx === 0 && dy === 0) continue;
    steps += ` ${dx / 10} ${dy / 10}`;
    [x, y] = [x + dx, y + dy];
  }
  d += steps.trimStart();
  return `${d.replace(/ -/g, '-').replace(/(?<!\d)0\./g, '.')}z`;
}

const file = ([width, height]: readonly [number, number], d: string, dots: string, fill: string, lines = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><path d="${d}" fill="${fill}" fill-rule="evenodd"/>${lines}${dots && `<path d="${dots}" fill="none" stroke="${fill}" stroke-width="4" stroke-linecap="round"/>`}</svg>`;

/** The whole world, for dark bands. Some 20 KB before compression. */
export function drawWorld(): string {
  let d = '';
  for (const { ring } of lands()) {
    // The part of Chukotka beyond the date line belongs to the right edge; onWorld puts it there.
    const spots = simplified(
      ring.map(([lon, lat]) => onWorld(lon, lat)),
      0.55,
    );
    // An island on the cut itself would become a line across the world.
    const parted = spots.some(([x], at) => Math.abs(x - spots[(at + 1) % spots.length]![0]) > 600);
    if (spots.length > 3 && !parted && area(spots) > 3 && ring.some(([, lat]) => lat < 78)) d += pathOf(spots);
  }
  return file(worldSize, d, specks.map(([lon, lat]) => dotAt(onWorld(lon, lat))).join(''), '#33406a');
}

const dotAt = ([x, y]: Spot): string => `M${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}h.1`;

/** The land of one frame, cut a little outside its edges. */
export function drawLand(frame: MapFrame): string {
  const [width, height] = frameSize;
  const scale = width / widths[frame.zoom]!;
  let [d, dots, ways] = ['', '', ''];
  for (const shift of [-360, 0, 360]) {
    for (const { ring, west, east, south, north } of lands()) {
      const [left, top] = inFrame(frame, onMercator(west + shift, north));
      const [right, foot] = inFrame(frame, onMercator(east + shift, south));
      if (right < -4 || left > width + 4 || foot < -4 || top > height + 4) continue;
      const whole = ring.map(([lon, lat]) => inFrame(frame, onMercator(lon + shift, lat)));
      const spots = simplified(clipped(whole, width, height), 0.45);
      if (spots.length > 3 && area(spots) > (scale > 20 ? 0.6 : 3)) d += pathOf(spots);
    }
    // From afar the coasts say enough; close by a border says where one is.
    for (const { ring, west, east, south, north } of scale > 5 ? borders() : []) {
      const [left, top] = inFrame(frame, onMercator(west + shift, north));
      const [right, foot] = inFrame(frame, onMercator(east + shift, south));
      if (right < 0 || left > width || foot < 0 || top > height) continue;
      const whole = ring.map(([lon, lat]) => inFrame(frame, onMercator(lon + shift, lat)));
      for (const part of inSight(simplified(whole, 0.6), width, height)) ways += pathOf(part).slice(0, -1);
    }
    for (const [lon, lat] of specks) {
      const [x, y] = inFrame(frame, onMercator(lon + shift, lat));
      // Close by, the outline itself can be seen.
      if (scale < 20 && x > 0 && x < width && y > 0 && y < height) dots += dotAt([x, y]);
    }
  }
  const lines = ways && `<path d="${ways}" fill="none" stroke="#fbf7ef" stroke-width="1.8" stroke-linejoin="round"/>`;
  return file(frameSize, d, dots, '#e6dac3', lines);
}

/** The parts of a line whose steps touch the frame. */
function inSight(spots: readonly Spot[], width: number, height: number): readonly (readonly Spot[])[] {
  const parts: Spot[][] = [];
  let open: Spot[] | null = null;
  for (let at = 1; at < spots.length; at += 1) {
    const [[x1, y1], [x2, y2]] = [spots[at - 1]!, spots[at]!];
    const seen = Math.max(x1, x2) > -8 && Math.min(x1, x2) < width + 8 && Math.max(y1, y2) > -8 && Math.min(y1, y2) < height + 8;
    if (!seen) open = null;
    else if (open) open.push(spots[at]!);
    else parts.push((open = [spots[at - 1]!, spots[at]!]));
  }
  return parts;
}

/** Sutherland and Hodgman, against the frame widened by a few units so that no edge shows. */
function clipped(spots: readonly Spot[], width: number, height: number): readonly Spot[] {
  const edges: readonly (readonly [axis: 0 | 1, limit: number, sign: 1 | -1])[] = [
    [0, -8, 1],
    [0, width + 8, -1],
    [1, -8, 1],
    [1, height + 8, -1],
  ];
  let kept = spots;
  for (const [axis, limit, sign] of edges) {
    const next: Spot[] = [];
    kept.forEach((spot, at) => {
      const before = kept[(at + kept.length - 1) % kept.length]!;
      const [inside, was] = [(spot[axis] - limit) * sign >= 0, (before[axis] - limit) * sign >= 0];
      if (inside !== was) {
        const share = (limit - before[axis]) / (spot[axis] - before[axis]);
        next.push([before[0] + (spot[0] - before[0]) * share, before[1] + (spot[1] - before[1]) * share]);
      }
      if (inside) next.push(spot);
    });
    kept = next;
  }
  return kept;
}
