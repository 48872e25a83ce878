import { birds, ground, hills, ripples, sky, softLine, sunAt, type Canvas, type Scenery } from '../canvas.ts';
import { mix } from '../inks.ts';
import { cypress, house, palm } from '../figures.ts';
import { block, disc, line, num, put, shape, veil, type Point } from '../shapes.ts';

/** Where things grow: vines, rain forest, temple gardens. */
export function vineyard(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, landmark } = canvas;
  const many = w > 400;
  const [fx, fy] = [w * 0.3, h * 0.565];
  const farm =
    house(fx - 16 * u, fy + 2 * u, 34 * u, 18 * u, tint('#f3dfb8', 0.08), tint('#ddbb88', 0.08), tint('#b4532f', 0.08), tint('#6b3a2c')) +
    block(fx - 30 * u, fy - 28 * u, 14 * u, 30 * u, tint('#f0d6a6', 0.08)) +
    block(fx - 21 * u, fy - 28 * u, 5 * u, 30 * u, tint('#d2b07c', 0.08)) +
    shape(`M${num(fx - 32 * u)} ${num(fy - 27 * u)}l${num(9 * u)} ${num(-8 * u)} ${num(9 * u)} ${num(8 * u)}z`, tint('#9c4329', 0.08)) +
    [0, 1, 2, 3, 4, 5]
      .map((at) =>
        cypress(fx + (26 + at * 11) * u, fy + (6 + at * 3.4) * u, (30 + (at % 2) * 8) * u, tint(at % 2 ? '#2c4a38' : '#24402f', 0.05)),
      )
      .join('');
  // Rows of vines run together towards the hill.
  let rows = '';
  const rowCount = many ? 26 : 16;
  for (let row = 0; row < rowCount; row += 1) {
    const share = row / (rowCount - 1);
    const [x0, x1] = [w * (0.3 + share * 0.8), w * (-0.5 + share * 2.1)];
    rows += `M${num(x0)} ${num(h * (0.735 - share * 0.06))}Q${num((x0 + x1) / 2 + 12)} ${num(h * 0.8)} ${num(x1)} ${num(h + 10)}`;
  }
  const slope: readonly Point[] = [
    [-0.04, 0.7],
    [0.3, 0.74],
    [0.62, 0.685],
    [1.04, 0.645],
  ];
  const big: readonly (readonly [number, number])[] = many
    ? [
        [0.03, 0.4],
        [0.075, 0.31],
        [0.115, 0.37],
        [0.955, 0.36],
        [0.985, 0.28],
      ]
    : [
        [0.06, 0.38],
        [0.17, 0.29],
        [0.95, 0.36],
      ];
  return {
    back:
      sky(canvas, h * 0.54) +
      sunAt(canvas, [0.66, 0.28], [0.26, 0.23], 32) +
      hills(canvas, 0.475, 0.025, tint('#b9a58b', 0.62), 5) +
      hills(canvas, 0.53, 0.02, tint('#a9a56e', 0.42)),
    middle:
      hills(canvas, 0.575, 0.02, tint('#95a05a', 0.24)) +
      ground(
        canvas,
        [
          [-0.04, 0.66],
          [0.14, 0.605],
          [0.3, 0.56],
          [0.5, 0.6],
          [0.75, 0.66],
          [1.04, 0.64],
        ],
        tint('#c3b45c', 0.08),
      ),
    subject: farm,
    front:
      (landmark
        ? ground(
            canvas,
            [
              [-0.04, 0.66],
              [0.2, 0.645],
              [0.56, 0.635],
              [1.04, 0.62],
            ],
            tint('#b5ab57'),
          )
        : '') +
      (landmark
        ? [0.3, 0.345, 0.86, 0.9].map((x, at) => cypress(w * x, h * 0.665, (34 + (at % 2) * 12) * u, tint('#2c4a38'))).join('')
        : '') +
      ground(canvas, slope, tint('#7f8f45')) +
      line(rows, tint('#5e7236'), 4.4 * u, 'stroke-dasharray="5 2.400"') +
      line(rows, tint('#a3ac58'), 1.2 * u, 'transform="translate(3 0)"') +
      (landmark
        ? ''
        : softLine(
            canvas,
            [
              [0.32, 0.575],
              [0.36, 0.62],
              [0.24, 0.68],
              [0.3, 0.75],
            ],
            tint('#f1e2b8'),
            2.2,
            veil(0.85),
          )) +
      ground(
        canvas,
        [
          [-0.04, 0.84],
          [0.2, 0.825],
          [0.5, 0.862],
          [1.04, 0.885],
        ],
        tint('#3e5230'),
      ) +
      big.map(([x, tall], at) => cypress(w * x, h * 0.94, h * tall, tint(at % 2 ? '#2c4a38' : '#1f3a2c'))).join('') +
      ground(
        canvas,
        [
          [-0.04, 0.93],
          [0.4, 0.92],
          [1.04, 0.94],
        ],
        inks.ink,
      ),
    stage: { x: w * 0.58, ground: h * 0.642, horizon: h * 0.57, height: h * 0.38, width: w * 0.7, air: 0.1, near: null },
  };
}

/** One long leaf with its ribs cut out. */
const leaf = (x: number, y: number, long: number, turn: number, colour: string, rib: string): string =>
  put(
    shape('M0 0C-26-18-30-62 0-104 30-62 26-18 0 0z', colour) +
      line('M0 0V-96M0-24l-14-14M0-24l14-14M0-48l-15-15M0-48l15-15M0-70l-10-11M0-70l10-11', rib, 1.5),
    x,
    y,
    long / 104,
    ` rotate(${Math.round(turn)})`,
  );

export function jungle(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random } = canvas;
  const canopy = (y: number, r: number, colour: string) => {
    let d = `M-20 ${num(h)}V${num(h * y)}`;
    for (let x = -20; x < w + 20;) {
      const wide = r * u * (0.8 + random() * 0.7);
      d += `q${num(wide / 2)} ${num(-wide * (0.5 + random() * 0.4))} ${num(wide)} ${num((random() - 0.5) * 6)}`;
      x += wide;
    }
    return shape(`${d}V${num(h)}Z`, colour);
  };
  const fx = w * 0.6;
  const rock = (dx: number, y: number) => `${num(fx + dx * u)} ${num(h * y)}`;
  const right = `L${rock(16, 0.405)} ${rock(60, 0.39)} ${rock(96, 0.42)} ${rock(130, 0.43)} ${rock(156, 0.52)}`;
  const fall =
    shape(
      `M${rock(-170, 0.78)}L${rock(-160, 0.56)} ${rock(-132, 0.47)} ${rock(-96, 0.455)} ${rock(-70, 0.415)} ${rock(-16, 0.405)}${right} ${rock(176, 0.78)}Z`,
      tint('#6c8f78', 0.2),
    ) +
    shape(`M${rock(16, 0.405)}${right} ${rock(176, 0.78)}H${num(fx + 12 * u)}L${rock(46, 0.6)} ${rock(30, 0.48)}Z`, tint('#4f7663', 0.2)) +
    line(
      `M${rock(-118, 0.5)}L${rock(-126, 0.66)}M${rock(-76, 0.46)}L${rock(-88, 0.64)}M${rock(-46, 0.45)}L${rock(-50, 0.58)}M${rock(84, 0.46)}L${rock(92, 0.62)}M${rock(122, 0.48)}L${rock(132, 0.66)}`,
      tint('#4f7663', 0.2),
      2.2 * u,
      veil(0.7),
    ) +
    shape(
      `M${rock(-172, 0.6)}C${rock(-150, 0.46)} ${rock(-110, 0.44)} ${rock(-72, 0.412)}C${rock(-50, 0.4)} ${rock(-30, 0.392)} ${rock(-14, 0.405)}L${rock(-40, 0.425)} ${rock(-74, 0.436)} ${rock(-100, 0.47)} ${rock(-134, 0.492)}Z`,
      tint('#4d8560', 0.16),
    ) +
    shape(
      `M${rock(14, 0.402)}C${rock(40, 0.38)} ${rock(110, 0.39)} ${rock(134, 0.428)}L${rock(158, 0.53)} ${rock(120, 0.45)} ${rock(60, 0.412)}Z`,
      tint('#3d7052', 0.16),
    ) +
    shape(
      `M${rock(-12, 0.402)}C${rock(-7, 0.5)} ${rock(-17, 0.62)} ${rock(-19, 0.77)}h${num(39 * u)}C${rock(14, 0.62)} ${rock(16, 0.5)} ${rock(13, 0.402)}Z`,
      tint('#eef7f2'),
    ) +
    line(
      `M${rock(-4, 0.42)}C${rock(0, 0.52)} ${rock(-7, 0.64)} ${rock(-7, 0.75)}M${rock(5, 0.42)}C${rock(4, 0.52)} ${rock(8, 0.64)} ${rock(7, 0.75)}`,
      tint('#a9ccc4'),
      1.6 * u,
    );
  const dark = mix(inks.ink, tint('#1c4a38'), 0.35);
  const side = (x: number, from: number) =>
    [0, 1, 2]
      .map((at) => leaf(x, h * 0.97, (118 + at * 16) * u, from + at * 30, at % 2 ? tint('#2a6046') : tint('#1f4f3a'), tint('#3c7a58')))
      .join('');
  return {
    back:
      sky(canvas, h * 0.7) +
      sunAt(canvas, [0.28, 0.24], [0.26, 0.22], 34) +
      birds(canvas, 0.68, 0.16, 5, inks.ink) +
      hills(canvas, 0.48, 0.05, tint('#7fa58d', 0.62)) +
      hills(canvas, 0.56, 0.03, tint('#6b977b', 0.46)),
    middle: canopy(0.65, 34, tint('#557f62', 0.3)),
    subject: fall,
    front:
      canopy(0.755, 40, tint('#3f7355', 0.06)) +
      palm(w * 0.86, h * 0.82, 104 * u, 8 * u, tint('#24523f'), random) +
      palm(w * 0.14, h * 0.84, 124 * u, -6 * u, tint('#24523f'), random) +
      canopy(0.84, 44, tint('#2a5a43')) +
      side(w * 0.03, -18) +
      side(w * 0.97, -44) +
      canopy(0.925, 40, dark),
    stage: { x: w * 0.56, ground: h * 0.745, horizon: h * 0.62, height: h * 0.4, width: w * 0.76, air: 0.12, near: null },
  };
}

export function pagoda(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, inks, tint, random } = canvas;
  const red = inks.dark ? inks.sun : mix('#d8503f', inks.sky[4], 0.06);
  const [sx, sy, sr] = [w * 0.34, h * 0.33, 52 * u];
  const bough = tint('#33222f');
  const blossoms: [string, string, string, string] = ['', '', '', ''];
  for (let flower = 0; flower < 56; flower += 1) {
    const share = random();
    blossoms[flower % 4] +=
      `M${num(share * 172 * u - 8 + (random() - 0.5) * 20 * u)} ${num(h * (0.06 + share * 0.09) + (random() - 0.5) * 30 * u)}h.1`;
  }
  for (let petal = 0; petal < 9; petal += 1) blossoms[2] += `M${num(random() * w)} ${num(h * (0.28 + random() * 0.5))}h.1`;
  const pinks = ['#d8503f', '#e98b74', '#f3b7a0', '#c23a3a'];
  return {
    back:
      sky(canvas, h * 0.7) +
      disc(sx, sy, sr * 1.5, red, veil(0.12)) +
      disc(sx, sy, sr * 1.24, red, veil(0.12)) +
      disc(sx, sy, sr, red) +
      hills(canvas, 0.56, 0.035, tint('#a9b7a2', 0.5)),
    middle: hills(canvas, 0.635, 0.03, tint('#7c9483', 0.3)) + hills(canvas, 0.71, 0.02, tint('#5d7d6e', 0.12)),
    subject: { landmark: 'pagoda' },
    front:
      hills(canvas, 0.83, 0.014, tint('#35554c')) +
      hills(canvas, 0.9, 0.012, tint('#25403b')) +
      line(
        `M-4 ${num(h * 0.06)}C${num(60 * u)} ${num(h * 0.1)} ${num(90 * u)} ${num(h * 0.08)} ${num(156 * u)} ${num(h * 0.15)}M${num(54 * u)} ${num(h * 0.085)}C${num(72 * u)} ${num(h * 0.14)} ${num(90 * u)} ${num(h * 0.17)} ${num(99 * u)} ${num(h * 0.22)}`,
        bough,
        2.6 * u,
      ) +
      blossoms.map((d, at) => line(d, tint(pinks[at]!), (at === 2 ? 5 : 7.5) * u)).join('') +
      ripples(canvas, h * 0.87, h * 0.9, tint('#4e6e62'), 10, 0.4) +
      hills(canvas, 0.93, 0.008, inks.ink),
    stage: { x: w * 0.63, ground: h * 0.82, horizon: h * 0.66, height: h * 0.54, width: w * 0.66, air: 0.02, near: null },
  };
}
