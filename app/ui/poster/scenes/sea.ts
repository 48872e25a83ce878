import { birds, glitter, ground, ripples, sky, sunAt, water, type Canvas, type Scenery } from '../canvas.ts';
import { cypress, palm, rowBoat, sailBoat } from '../figures.ts';
import { block, line, num, put, shape, veil, type Point } from '../shapes.ts';

/** Warm coasts: a beach under palms, an island in the sea, limestone bays. */
export function beach(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const far = h * 0.5;
  const [sunX, sunY] = landmark ? [0.3, 0.27] : [0.56, 0.3];
  // A headland for what stands on land; a boat or an empty sea needs none.
  const cape =
    ground(
      { ...canvas, height: far },
      [
        [0.32, 1.01],
        [0.5, 0.955],
        [0.72, 0.93],
        [0.9, 0.95],
        [1.04, 0.9],
      ],
      tint('#4b8f76', 0.18),
    ) +
    ground(
      { ...canvas, height: far + 7 * u },
      [
        [0.38, 1.0],
        [0.6, 0.965],
        [0.82, 0.965],
        [1.04, 0.945],
      ],
      tint('#d8c08c', 0.1),
    );
  const islets =
    ground(
      { ...canvas, height: far },
      [
        [0.06, 1],
        [0.14, 0.93],
        [0.24, 0.92],
        [0.38, 1],
      ],
      tint('#3e8f86', 0.42),
    ) +
    ground(
      { ...canvas, height: far },
      [
        [0.22, 1],
        [0.32, 0.955],
        [0.42, 0.965],
        [0.52, 1],
      ],
      tint('#2e7b77', 0.28),
    );
  const shore = (dy: number, fill: string) =>
    ground(
      canvas,
      [
        [-0.04, 0.735 + dy],
        [0.28, 0.715 + dy],
        [0.62, 0.8 + dy],
        [1.04, 0.765 + dy],
      ],
      fill,
    );
  return {
    back:
      sky(canvas, far) +
      sunAt(canvas, [sunX, sunY], [sunX, sunY], 36) +
      birds(canvas, 0.2, 0.18, 4, tint('#ffffff')) +
      islets +
      water(canvas, far, [inks.water[2], inks.water[1], inks.water[0]]) +
      glitter(canvas, w * sunX, far, far + 68 * u, 36) +
      ripples(canvas, far + 6 * u, far + 90 * u, tint('#e6f3e2'), 20, 0.5),
    middle: landmark ? cape : '',
    subject: '',
    front:
      (landmark || canvas.guest ? '' : outrigger(w * 0.63, far + 62 * u, u, inks.ink, tint('#f7e9c8'), tint('#e0912f'))) +
      shore(0, tint('#f1f7e9')) +
      shore(0.016, tint('#f2ddae')) +
      ground(
        canvas,
        [
          [-0.04, 0.8],
          [0.4, 0.79],
          [0.7, 0.85],
          [1.04, 0.83],
        ],
        tint('#e0bf85'),
      ) +
      ground(
        canvas,
        [
          [-0.04, 0.835],
          [0.25, 0.825],
          [0.6, 0.862],
          [1.04, 0.85],
        ],
        tint('#155458'),
      ) +
      ground(
        canvas,
        [
          [-0.04, 0.93],
          [0.4, 0.915],
          [1.04, 0.94],
        ],
        inks.ink,
      ) +
      palm(w * 0.13, h * 0.9, h * (landmark ? 0.38 : 0.47), 34 * u, inks.ink, random) +
      palm(w * 0.04, h * 0.96, h * 0.34, -4 * u, tint('#155458'), random),
    stage: {
      x: w * 0.66,
      ground: far + 3 * u,
      horizon: far,
      height: h * 0.37,
      width: w * 0.58,
      air: 0.14,
      near: [w * 0.63, far + 66 * u],
    },
  };
}

function outrigger(x: number, y: number, scale: number, hull: string, sail: string, second: string): string {
  return put(
    shape('M0-4L3-46 30-8z', sail) +
      shape('M-1-4L2-40-18-9z', second) +
      line('M2-2L3-48M-26 6h56M-20 1v5M24 1v5', hull, 1.5) +
      shape('M-28-3c16 3 40 3 58-1-4 6-8 8-12 8h-32c-7 0-11-3-14-7z', hull),
    x,
    y,
    scale,
  );
}

export function island(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const far = h * 0.56;
  const middleX = w * (landmark ? 0.62 : 0.56);
  const at = (dx: number, dy: number): string => `${num(middleX + dx * u)} ${num(h * 0.66 + dy * u)}`;
  const rock =
    shape(
      `M${at(-150, 4)}C${at(-118, -6)} ${at(-104, -34)} ${at(-74, -40)}C${at(-58, -44)} ${at(-50, -62)} ${at(-24, -64)}H${num(middleX + 40 * u)}C${at(64, -62)} ${at(74, -44)} ${at(92, -34)}C${at(112, -24)} ${at(124, -4)} ${at(146, 4)}Z`,
      tint('#a8977c', 0.06),
    ) +
    shape(
      `M${at(8, -64)}H${num(middleX + 40 * u)}C${at(64, -62)} ${at(74, -44)} ${at(92, -34)}C${at(112, -24)} ${at(124, -4)} ${at(146, 4)}H${num(middleX + 10 * u)}C${at(30, -12)} ${at(20, -40)} ${at(8, -64)}Z`,
      tint('#7d6a5c', 0.06),
    ) +
    shape(
      `M${at(-74, -40)}C${at(-58, -44)} ${at(-50, -62)} ${at(-24, -64)}H${num(middleX + 40 * u)}C${at(56, -64)} ${at(66, -54)} ${at(72, -47)}C${at(40, -52)} ${at(10, -54)} ${at(-20, -53)}C${at(-44, -52)} ${at(-56, -40)} ${at(-74, -40)}Z`,
      tint('#6f9a5e', 0.06),
    );
  const atoll = [-150, 150].map((end) => at(end, 6));
  const grove: Point[] = [
    [-64, 52],
    [-36, 74],
    [-8, 60],
    [18, 82],
    [44, 66],
    [70, 48],
  ];
  const sandbank =
    shape(`M${atoll[0]}C${at(-96, -10)} ${at(-30, -14)} ${at(10, -14)}C${at(70, -14)} ${at(110, -6)} ${atoll[1]}Z`, tint('#f3dfb0')) +
    shape(`M${at(-92, -7)}C${at(-70, -26)} ${at(-40, -20)} ${at(-20, -26)}C${at(10, -36)} ${at(50, -22)} ${at(92, -8)}Z`, tint('#2f7d5b')) +
    grove.map(([x, tall]) => palm(middleX + x * u, h * 0.66 - 14 * u, tall * u, (x / 9) * u, tint('#1c4f48'), random)).join('');
  const hut = (x: number, y: number, scale: number) =>
    put(
      shape('M-15 0h30v-9h-30z', tint('#8a5a3c')) +
        shape('M-20-8L-4-22H5L20-8z', tint('#c99a5b')) +
        shape('M3-22h2L20-8H10z', tint('#a0703e')) +
        line('M-12 0v9M0 0v9M12 0v9', tint('#5d3a2b'), 1.6) +
        block(-3, -7, 6, 7, inks.dark ? '#f3c067' : tint('#4a3138')),
      x,
      y,
      scale,
    );
  const stilts =
    line(`M${num(middleX - 40 * u)} ${num(h * 0.672)}L${num(middleX - 150 * u)} ${num(h * 0.72)}`, tint('#8a5a3c'), 3 * u) +
    hut(middleX - 84 * u, h * 0.686, 0.9 * u) +
    hut(middleX - 122 * u, h * 0.705, 1.1 * u);
  return {
    back:
      sky(canvas, far) +
      sunAt(canvas, [0.7, 0.25], [0.24, 0.24], 32) +
      birds(canvas, 0.34, 0.2, 4, inks.ink) +
      ground(
        { ...canvas, height: far },
        [
          [0.7, 1],
          [0.82, 0.95],
          [0.94, 0.96],
          [1.05, 1],
        ],
        tint('#5f8f86', 0.55),
      ) +
      water(canvas, far) +
      glitter(canvas, w * (landmark ? 0.24 : 0.7), far, h * 0.8, 38, 0.6) +
      ripples(canvas, far + 6 * u, h * 0.95, tint('#eaf6e6'), 26),
    middle: landmark ? rock : '',
    subject: sandbank + stilts,
    front:
      shape(
        `M${at(-166, 2)}C${at(-90, -4)} ${at(80, -4)} ${at(166, 2)}C${at(90, 14)} ${at(-90, 14)} ${at(-166, 2)}Z`,
        tint('#f2faf0'),
        veil(landmark ? 0.55 : 0.7),
      ) +
      (landmark
        ? cypress(middleX - 58 * u, h * 0.66 - 42 * u, 26 * u, tint('#35543f')) +
          cypress(middleX - 67 * u, h * 0.66 - 38 * u, 18 * u, tint('#35543f'))
        : '') +
      (landmark
        ? sailBoat(w * 0.24, h * 0.79, 0.85 * u, tint('#a8392c'), tint('#fbf7ef'), tint('#dccdb2'))
        : canvas.guest
          ? ''
          : rowBoat(w * 0.72, h * 0.79, 0.9 * u, tint('#a8392c'), tint('#f3dfb0'))) +
      ground(
        canvas,
        [
          [-0.05, 0.9],
          [0.2, 0.885],
          [0.5, 0.93],
          [1.05, 0.9],
        ],
        inks.water[2],
      ) +
      ground(
        canvas,
        [
          [-0.05, 0.95],
          [0.4, 0.93],
          [1.05, 0.96],
        ],
        inks.ink,
      ),
    stage: {
      x: middleX + 6 * u,
      ground: h * 0.66 - 56 * u,
      horizon: far,
      height: h * 0.31,
      width: 190 * u,
      air: 0.06,
      near: [w * 0.6, h * 0.8],
    },
  };
}

export function karst(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const far = h * 0.66;
  const tower = (x: number, wide: number, tall: number, air: number, foot = far) => {
    const at = (dx: number, dy: number) => `${num(x + wide * (dx - 0.5))} ${num(foot - tall * dy)}`;
    const lee = `C${at(0.5, 1.03)} ${at(0.58, 0.86)} ${at(0.72, 0.8)}C${at(0.9, 0.66)} ${at(0.96, 0.3)} ${at(1, 0)}`;
    return (
      shape(`M${at(0, 0)}C${at(0.02, 0.5)} ${at(0.1, 0.92)} ${at(0.36, 1)}${lee}Z`, tint('#4a8272', air)) +
      shape(
        `M${at(0.46, 0.985)}C${at(0.54, 0.9)} ${at(0.62, 0.84)} ${at(0.72, 0.8)}C${at(0.9, 0.66)} ${at(0.96, 0.3)} ${at(1, 0)}H${num(x + wide * 0.08)}C${at(0.48, 0.3)} ${at(0.62, 0.55)} ${at(0.46, 0.985)}Z`,
        tint('#346458', air),
      )
    );
  };
  let haze = '';
  const many = Math.round(w / (w > 700 ? 125 : 62));
  for (let at = 0; at <= many; at += 1)
    haze += tower((w * (at + random() * 0.5)) / many, (60 + random() * 40) * u, h * (0.1 + random() * 0.15), 0.62);
  let middle = tower(w * 0.08, 104 * u, h * 0.34, 0.24) + tower(w * 0.97, 116 * u, h * 0.4, 0.2);
  if (w > 400) middle += tower(w * 0.28, 80 * u, h * 0.24, 0.34) + tower(w * 0.8, 90 * u, h * 0.3, 0.3);
  if (canvas.crop === 'wide') middle += tower(w * 0.45, 92 * u, h * 0.28, 0.36);
  return {
    back: sky(canvas, far) + sunAt(canvas, [0.6, 0.27], [0.4, 0.25], 30) + birds(canvas, 0.3, 0.2, 4, inks.ink) + haze,
    middle:
      middle +
      water(canvas, far) +
      glitter(canvas, w * (landmark ? 0.4 : 0.6), far + 2, far + 62 * u, 32, 0.6) +
      ripples(canvas, far + 4, h * 0.94, tint('#ddebdd'), 22, 0.42),
    subject: { landmark: 'ha-long-junk' },
    front:
      tower(w * 1.0, 92 * u, h * 0.26, -0.1, h * 0.93) +
      ground(
        canvas,
        [
          [-0.04, 0.9],
          [0.3, 0.935],
          [0.7, 0.915],
          [1.04, 0.88],
        ],
        inks.ink,
      ),
    stage: { x: w * 0.52, ground: far + 4 * u, horizon: far, height: h * 0.36, width: w * 0.6, air: 0.1, near: [w * 0.48, h * 0.83] },
  };
}
