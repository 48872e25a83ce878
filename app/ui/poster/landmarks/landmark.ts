import { block, num, shape } from '../shapes.ts';
import type { Paint, Paints } from './paints.ts';

/**
 * One landmark, drawn round the middle of its foot: x to both sides of 0, y upwards below 0.
 * The sun stands to its left, so right faces lie in shadow.
 */
export interface LandmarkDrawing {
  /** Its own box, in its own units. */
  readonly width: number;
  readonly height: number;
  /** Share of the stage's height it may take: 1 for a tower, less for what is low in nature. */
  readonly size: number;
  /** `near`: in front of everything, on water or in the street; `span`: across the water from edge to edge. */
  readonly stands: 'ground' | 'mountain' | 'air' | 'near' | 'span';
  /** Not together with the house landmark of another city, which some scenes bring along. */
  readonly alone?: true;
  readonly draw: (paints: Paints) => string;
}

/** An upright wall: its right third in shadow. */
export const wall = (x: number, y: number, width: number, height: number, paint: Paint, share = 0.34): string =>
  block(x, y - height, width, height, paint.main) + block(x + width * (1 - share), y - height, width * share, height, paint.shade);

/** A dome on a base line, with its right half in shadow. */
export function dome(x: number, y: number, width: number, height: number, paint: Paint): string {
  const [r, k] = [width / 2, height];
  const right = `C${num(x + r * 0.45)} ${num(y - k * 0.93)} ${num(x + r)} ${num(y - k * 0.72)} ${num(x + r)} ${num(y)}`;
  return (
    shape(
      `M${num(x - r)} ${num(y)}C${num(x - r)} ${num(y - k * 0.72)} ${num(x - r * 0.45)} ${num(y - k * 0.93)} ${num(x)} ${num(y - k)}${right}Z`,
      paint.main,
    ) +
    shape(
      `M${num(x)} ${num(y - k)}${right}H${num(x + r * 0.3)}C${num(x + r * 0.5)} ${num(y - k * 0.6)} ${num(x + r * 0.3)} ${num(y - k * 0.86)} ${num(x)} ${num(y - k)}Z`,
      paint.shade,
    )
  );
}

/** An onion dome. */
export function onion(x: number, y: number, width: number, height: number, paint: Paint): string {
  const at = (dx: number, dy: number) => `${num(x + width * dx)} ${num(y - height * dy)}`;
  const right = `C${at(0.1, 0.8)} ${at(0.52, 0.62)} ${at(0.52, 0.34)}C${at(0.52, 0.14)} ${at(0.4, 0.06)} ${at(0.34, 0)}`;
  return (
    shape(
      `M${at(-0.34, 0)}C${at(-0.4, 0.06)} ${at(-0.52, 0.14)} ${at(-0.52, 0.34)}C${at(-0.52, 0.62)} ${at(-0.1, 0.8)} ${at(0, 1)}${right}Z`,
      paint.main,
    ) + shape(`M${at(0, 1)}${right}H${num(x + width * 0.08)}C${at(0.3, 0.2)} ${at(0.26, 0.6)} ${at(0, 1)}Z`, paint.shade)
  );
}

/** A spire: a tall triangle with a shaded right face. */
export const spire = (x: number, y: number, width: number, height: number, paint: Paint): string =>
  shape(`M${num(x - width / 2)} ${num(y)}L${num(x)} ${num(y - height)}L${num(x + width / 2)} ${num(y)}Z`, paint.main) +
  shape(`M${num(x + width * 0.06)} ${num(y)}L${num(x)} ${num(y - height)}L${num(x + width / 2)} ${num(y)}Z`, paint.shade);

/** Path of a round-headed opening standing on y. */
export const arched = (x: number, y: number, width: number, height: number): string =>
  `M${num(x - width / 2)} ${num(y)}v${num(width / 2 - height)}a${num(width / 2)} ${num(width / 2)} 0 0 1 ${num(width)} 0v${num(height - width / 2)}z`;

/** A row of round-headed openings, from the first middle to the last. */
export function arcade(from: number, to: number, count: number, y: number, width: number, height: number): string {
  let d = '';
  for (let at = 0; at < count; at += 1) d += arched(count === 1 ? from : from + ((to - from) * at) / (count - 1), y, width, height);
  return d;
}

/** Merlons along the top of a wall. */
export function merlons(x: number, y: number, width: number, tooth: number): string {
  const count = Math.max(2, Math.round(width / (tooth * 2)));
  const pitch = (width - tooth) / (count - 1);
  let d = '';
  for (let at = 0; at < count; at += 1) d += `M${num(x + at * pitch)} ${num(y)}v${num(-tooth)}h${num(tooth)}v${num(tooth)}z`;
  return d;
}
