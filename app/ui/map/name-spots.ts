import { frameSize } from './map-frame.ts';

type Spot = readonly [number, number];
type Box = readonly [left: number, top: number, right: number, foot: number];

export interface NameSpot {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Units of the drawing, for the size names have on a phone. */
const letterWidth = 11.5;
const lineHeight = 26;
const pointRadius = 9;

const meet = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/**
 * Where each name stands beside its point, so that no two names and no name and point meet; the first ones choose
 * first. Null for a name that finds no room: its point still says it.
 */
export function nameSpots(points: readonly Spot[], names: readonly string[]): (NameSpot | null)[] {
  const taken: Box[] = points.map(([x, y]) => [x - pointRadius, y - pointRadius, x + pointRadius, y + pointRadius]);
  return points.map(([x, y], at) => {
    const width = (names[at]?.length ?? 0) * letterWidth;
    const half = lineHeight / 2;
    const sides: readonly { spot: NameSpot; box: Box }[] = [
      { spot: { x: x + 13, y: y + 6, anchor: 'start' }, box: [x + 11, y - half, x + 13 + width, y + half] },
      { spot: { x: x - 13, y: y + 6, anchor: 'end' }, box: [x - 13 - width, y - half, x - 11, y + half] },
      { spot: { x, y: y - 15, anchor: 'middle' }, box: [x - width / 2, y - 13 - lineHeight, x + width / 2, y - 11] },
      { spot: { x, y: y + 27, anchor: 'middle' }, box: [x - width / 2, y + 11, x + width / 2, y + 11 + lineHeight] },
    ];
    const free = sides.find(
      ({ box }) =>
        box[0] >= 0 && box[2] <= frameSize[0] && box[1] >= 0 && box[3] <= frameSize[1] && !taken.some((other) => meet(box, other)),
    );
    if (!free) return null;
    taken.push(free.box);
    return free.spot;
  });
}
