import { inks, lit, mix, type Inks } from './inks.ts';
import type { PosterCrop, PosterLandmark, PosterPalette } from './poster-names.ts';
import { posterCrops } from './poster-names.ts';
import { block, disc, line, num, shape, through, under, veil, type Point, type Random } from './shapes.ts';

/** What a scene is drawn on: its size, its inks and its dice. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** One unit: the four hundred and twentieth part of the height, so that things keep their size in every crop. */
  readonly unit: number;
  readonly crop: PosterCrop;
  readonly inks: Inks;
  readonly random: Random;
  /** What will stand on the stage, on the ground or as a mountain: the scene then keeps its own main subject away. */
  readonly landmark: PosterLandmark | null;
  /** A boat, a tram or balloons are coming: the scene leaves its own small boat at home. */
  readonly guest: boolean;
  /** A thing's own colour in this light, seen through `air` (0 near to 1 at the horizon). */
  readonly tint: (colour: string, air?: number) => string;
}

/** Where a landmark stands, from the scene that draws round it. */
export interface Stage {
  readonly x: number;
  /** The ground line under a building, and the far line on which a mountain rises. */
  readonly ground: number;
  readonly horizon: number;
  /** The tallest and widest a landmark may be. */
  readonly height: number;
  readonly width: number;
  /** How far away it is, as air between 0 and 1. */
  readonly air: number;
  /** Where a boat lies or a tram runs, in front of everything; null where neither could. */
  readonly near: Point | null;
}

/** A scene in the order of printing: behind mountains, behind buildings, its own subject, before everything. */
export interface Scenery {
  readonly back: string;
  readonly middle: string;
  /** Drawn when no landmark was asked for: its own pieces, or a landmark by name. */
  readonly subject: string | { readonly landmark: PosterLandmark };
  readonly front: string;
  readonly stage: Stage;
}

export type Scene = (canvas: Canvas) => Scenery;

export function canvasOf(
  crop: PosterCrop,
  palette: PosterPalette,
  shown: { readonly landmark: PosterLandmark | null; readonly guest: boolean },
  random: Random,
): Canvas {
  const [width, height] = posterCrops[crop];
  const own = inks[palette];
  return {
    width,
    height,
    unit: height / 420,
    crop,
    inks: own,
    random,
    ...shown,
    tint: (colour, air = 0) => mix(lit(colour, own.light), own.sky[4], Math.min(1, air * own.air * 1.6)),
  };
}

/** Banded skies with wavy edges, down to the horizon. */
export function sky({ width, height, inks: { sky: bands }, random, unit }: Canvas, horizon: number): string {
  let drawn = block(0, 0, width, height, bands[0]);
  for (let band = 1; band < bands.length; band += 1) {
    const y = horizon * (band / bands.length) ** 0.92;
    const [swell, phase, pace] = [(3 + random() * 5) * unit, random() * 6.28, 1 + random() * 1.3];
    const points: Point[] = [];
    for (let x = -12; x <= width + 75; x += 75)
      points.push([x, y + Math.sin(phase + (x / 300) * pace * 3.1) * swell + Math.sin(phase * 2 + x / 43) * swell * 0.35]);
    drawn += under(points, height, bands[band]!);
  }
  return drawn;
}

/** One sun with two halos. */
export const sun = (x: number, y: number, r: number, colour: string): string =>
  disc(x, y, r * 2.05, colour, veil(0.13)) + disc(x, y, r * 1.5, colour, veil(0.2)) + disc(x, y, r, colour);

/** The sun keeps to the left of a landmark, so that every shadow falls to the right. */
export function sunAt(canvas: Canvas, alone: Point, beside: Point, r: number): string {
  const [x, y] = canvas.landmark || canvas.guest ? beside : alone;
  return sun(canvas.width * x, canvas.height * y, r * canvas.unit, canvas.inks.sun);
}

/** A soft range of hills across the whole width. `y` and `swell` are shares of the height. */
export function hills(canvas: Canvas, y: number, swell: number, fill: string, pace = 4): string {
  const count = Math.max(3, Math.round((pace * canvas.width) / (canvas.height * 0.72)));
  const points: Point[] = [];
  for (let at = -1; at <= count + 1; at += 1)
    points.push([(canvas.width / count) * at, canvas.height * (y + (canvas.random() - 0.5) * 2 * swell)]);
  return under(points, canvas.height, fill);
}

/** Soft ground through given shares of width and height. */
export const ground = (canvas: Canvas, points: readonly Point[], fill: string): string =>
  under(
    points.map(([x, y]): Point => [x * canvas.width, y * canvas.height]),
    canvas.height,
    fill,
  );

export function birds(canvas: Canvas, x: number, y: number, count: number, colour: string): string {
  let d = '';
  for (let bird = 0; bird < count; bird += 1) {
    const [left, top] = [
      (x * canvas.width + (canvas.random() - 0.3) * 60 * canvas.unit) as number,
      y * canvas.height + (canvas.random() - 0.5) * 34 * canvas.unit,
    ];
    const wing = (2.6 + canvas.random() * 2.6) * canvas.unit;
    const half = `q${num(wing / 2)} ${num(-wing * 0.8)} ${num(wing)} 0`;
    d += `M${num(left - wing)} ${num(top)}${half}${half}`;
  }
  return line(d, colour, 1.1 * canvas.unit);
}

/** Short strokes of light on water or grass, between two heights in units. */
export function ripples(canvas: Canvas, top: number, foot: number, colour: string, count = 26, opacity = 0.45): string {
  let d = '';
  const many = Math.round(count * Math.min(1.6, canvas.width / 300));
  for (let stroke = 0; stroke < many; stroke += 1) {
    const share = canvas.random();
    d += `M${num(canvas.random() * canvas.width)} ${num(top + (foot - top) * share)}h${num((6 + canvas.random() * 34 * (0.4 + share)) * canvas.unit)}`;
  }
  return line(d, colour, 1.1 * canvas.unit, veil(opacity));
}

/** The sun's way on the water. */
export function glitter(canvas: Canvas, x: number, top: number, foot: number, wide = 44, opacity = 0.75): string {
  let d = '';
  for (let y = top + 3; y < foot; y += 5 * canvas.unit) {
    const stroke = wide * canvas.unit * (0.35 + canvas.random() * 0.75);
    d += `M${num(x - stroke / 2 + (canvas.random() - 0.5) * 10)} ${num(y)}h${num(stroke)}`;
  }
  return line(d, canvas.inks.sun, 1.9 * canvas.unit, veil(opacity));
}

/** Three bands of water from a straight horizon to the foot of the poster. */
export function water(canvas: Canvas, top: number, colours: readonly string[] = canvas.inks.water): string {
  const { width, height, random } = canvas;
  let drawn = block(0, top, width, height - top, colours[0]!);
  [0.22, 0.56].forEach((share, index) => {
    const y = top + (height - top) * share;
    const wave: Point[] = [0, 1, 2, 3].map((at) => [-10 + ((width + 20) / 3) * at, y + (random() - 0.5) * 14 * canvas.unit]);
    drawn += under(wave, height, colours[index + 1]!);
  });
  return drawn;
}

/** A peak with a lit left face, a shaded right one and, if a colour is given, snow. */
export function peak(x: number, foot: number, wide: number, tall: number, body: string, shade: string, snow?: string): string {
  const at = (dx: number, dy: number) => `${num(x + wide * dx)} ${num(foot - tall * dy)}`;
  let drawn = shape(
    `M${at(-0.5, 0)}L${at(-0.2, 0.52)} ${at(-0.15, 0.58)} ${at(0, 1)} ${at(0.18, 0.6)} ${at(0.23, 0.52)} ${at(0.5, 0)}Z`,
    body,
  );
  drawn += shape(
    `M${at(0, 1)}L${at(0.18, 0.6)} ${at(0.23, 0.52)} ${at(0.5, 0)}H${num(x + wide * 0.06)}L${at(-0.04, 0.36)} ${at(0.05, 0.62)}Z`,
    shade,
  );
  if (!snow) return drawn;
  drawn += shape(
    `M${at(0, 1)}L${at(-0.13, 0.66)} ${at(-0.075, 0.71)} ${at(-0.03, 0.6)} ${at(0.045, 0.7)} ${at(0.08, 0.65)} ${at(0.125, 0.725)}Z`,
    snow,
  );
  return drawn + shape(`M${at(0, 1)}L${at(0.045, 0.7)} ${at(0.08, 0.65)} ${at(0.125, 0.725)}Z`, mix(snow, shade, 0.35));
}

/** A smooth dune whose crest runs down towards us: the lee side lies in shadow. */
export function dune(canvas: Canvas, crest: Point, left: number, right: number, light: string, shade: string): string {
  const { width, height } = canvas;
  const [x, y] = [crest[0] * width, crest[1] * height];
  const [l, r] = [left * height, right * height];
  const lee = `C${num(x + (width - x) * 0.3)} ${num(y + 10)} ${num(x + (width - x) * 0.62)} ${num(r - 8)} ${num(width + 20)} ${num(r)}`;
  const windward = `M-20 ${num(height)}V${num(l)}C${num(x * 0.45)} ${num(l - 4)} ${num(x * 0.72)} ${num(y + 6)} ${num(x)} ${num(y)}`;
  const fall = height - y;
  return (
    shape(`${windward}${lee}V${num(height)}Z`, light) +
    shape(
      `M${num(x)} ${num(y)}${lee}V${num(height)}H${num(x - fall * 0.5)}C${num(x - fall * 0.06)} ${num(y + fall * 0.86)} ${num(x - fall * 0.2)} ${num(y + fall * 0.5)} ${num(x - fall * 0.03)} ${num(y + fall * 0.3)}C${num(x + fall * 0.06)} ${num(y + fall * 0.18)} ${num(x + 2)} ${num(y + fall * 0.08)} ${num(x)} ${num(y)}Z`,
      shade,
    )
  );
}

/** A line of the same kind of thing along the ground, nearest last. */
export const softLine = (canvas: Canvas, points: readonly Point[], stroke: string, wide: number, more = ''): string =>
  line(through(points.map(([x, y]): Point => [x * canvas.width, y * canvas.height])), stroke, wide * canvas.unit, more);
