import { block, disc, line, num, put, shape, type Random } from './shapes.ts';

/** The small living things of a poster. Each stands at x, y and is `tall` units high. */
const fronds: readonly (readonly [dx: number, dy: number, reach: number])[] = [
  [-1, -0.1, 0.46],
  [-0.85, -0.5, 0.44],
  [-0.2, -0.75, 0.34],
  [0.5, -0.65, 0.4],
  [0.95, -0.3, 0.46],
  [0.8, 0.15, 0.38],
  [-0.75, 0.25, 0.38],
];

export function palm(x: number, y: number, tall: number, lean: number, colour: string, random: Random): string {
  const trunk = line(
    `M${num(-lean)} ${num(tall)}q${num(lean * 0.15)} ${num(-tall * 0.6)} ${num(lean)} ${num(-tall)}`,
    colour,
    tall * 0.045,
  );
  let crown = `M0 0`;
  for (const [dx, dy, reach] of fronds) {
    const long = tall * reach * (0.9 + random() * 0.25);
    const [endX, endY] = [dx * long, dy * long * 0.6 + long * 0.42];
    const [midX, midY] = [dx * long * 0.55, dy * long * 0.9 - long * 0.12];
    crown += `Q${num(midX)} ${num(midY - long * 0.1)} ${num(endX)} ${num(endY)}Q${num(midX + (dx > 0 ? -2 : 2))} ${num(midY + long * 0.22)} 0 0`;
  }
  return put(trunk + shape(crown, colour) + disc(0.5, tall * 0.03, tall * 0.032, colour), x + lean, y - tall);
}

export const cypressPath = (x: number, y: number, tall: number): string => {
  const at = (dx: number, dy: number) => `${num(tall * dx)} ${num(tall * dy)}`;
  return `M${num(x)} ${num(y)}c${at(-0.16, -0.25)} ${at(-0.1, -0.7)} ${at(0, -1)}c${at(0.1, 0.3)} ${at(0.16, 0.75)} ${at(0, 1)}z`;
};

export const cypress = (x: number, y: number, tall: number, colour: string): string => shape(cypressPath(x, y, tall), colour);

export const pinePath = (x: number, y: number, tall: number): string => {
  const at = (dx: number, dy: number) => `${num(dx * tall)} ${num(dy * tall)}`;
  return `M${num(x)} ${num(y - tall)}l${at(0.13, 0.34)}h${num(-tall * 0.05)}l${at(0.11, 0.3)}h${num(-tall * 0.06)}l${at(0.12, 0.36)}h${num(-tall * 0.5)}l${at(0.12, -0.36)}h${num(-tall * 0.06)}l${at(0.11, -0.3)}h${num(-tall * 0.05)}z`;
};

export const acacia = (x: number, y: number, scale: number, colour: string): string =>
  put(
    line('M-3 0C-2-26 2-40-8-62M0-30C4-44 14-54 22-64M-4-44C-12-54-22-58-30-64', colour, 4.5) +
      shape('M-62-62c2-8 18-12 34-13 6-9 26-12 42-8 16-2 38 6 42 14 4 6-8 9-20 7-12 4-28 3-38 0-14 4-32 4-42 0-10 2-19 2-18 0z', colour),
    x,
    y,
    scale,
  );

const camelPath =
  'M0 0l1-9c-1-2-1-4 1-6 2-1 4 0 5-2 1-3 4-5 6-1 1 2 4 2 5 1l4-6c1-2 3-3 5-2l2 1-1 2h-3c-2 2-2 5-4 8-1 2-2 3-3 4l1 10h-1.400l-1.600-8-1.500 8h-1.400l.6-9h-7l-2 3 .4 6h-1.400l-1.400-6-.9 6z';

/** A caravan walking to the right. */
export function caravan(x: number, y: number, scale: number, count: number, fall: number, colour: string): string {
  let drawn = '';
  for (let camel = 0; camel < count; camel += 1) drawn += put(`<path d="${camelPath}"/>`, x + camel * 37 * scale, y + camel * fall, scale);
  return `<g fill="${colour}">${drawn}</g>`;
}

export const giraffe = (x: number, y: number, scale: number, colour: string): string =>
  put(
    shape(
      'M0 0l1-24c-2-6-1-10 2-12l8-2 10-34c1-3 2-5 4-5l1-4 1.500 4 8 3-1 3-7 1-7 34c0 6 1 10 0 14l1 22h-2.500l-3-20h-8l-2 20h-2.500l-1-18-1.500 18z',
      colour,
    ),
    x,
    y,
    scale,
  );

/** A small boat with one sail in the sun and one in shadow. */
export const sailBoat = (x: number, y: number, scale: number, hull: string, sail: string, shade: string): string =>
  put(
    shape('M0-4V-40L20-6z', sail) + shape('M-2-5v-28L-15-7z', shade) + shape('M-20-3h44c-3 7-6 9-10 9h-26c-4 0-6-4-8-9z', hull),
    x,
    y,
    scale,
  );

export const rowBoat = (x: number, y: number, scale: number, hull: string, rim: string): string =>
  put(shape('M-24-5c8 3 40 3 48 0-2 7-6 10-11 10h-26c-5 0-9-3-11-10z', hull) + line('M-24-5c10 3 38 3 48 0', rim, 1.6), x, y, scale);

/** A house with a gable to us, lit from the left. */
export function house(x: number, y: number, wide: number, tall: number, wall: string, shade: string, roof: string, window: string): string {
  const eaves = y - tall;
  return (
    block(x, eaves, wide, tall, wall) +
    block(x + wide * 0.62, eaves, wide * 0.38, tall, shade) +
    shape(
      `M${num(x - wide * 0.1)} ${num(eaves + 0.6)}l${num(wide * 0.5)} ${num(-wide * 0.42)}h${num(wide * 0.2)}l${num(wide * 0.5)} ${num(wide * 0.42)}z`,
      roof,
    ) +
    block(x + wide * 0.16, eaves + tall * 0.34, wide * 0.16, tall * 0.3, window) +
    block(x + wide * 0.68, eaves + tall * 0.34, wide * 0.16, tall * 0.3, window)
  );
}
