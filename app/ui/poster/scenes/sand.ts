import { birds, dune, ground, hills, ripples, sky, softLine, sunAt, type Canvas, type Scenery } from '../canvas.ts';
import { acacia, caravan, giraffe, palm } from '../figures.ts';
import { line, num, shape, veil } from '../shapes.ts';

/** Dry lands: dunes, red rock, tall grass. */
export function desert(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const back =
    sky(canvas, h * 0.62) +
    sunAt(canvas, [0.68, 0.36], [0.26, 0.3], 33) +
    hills(canvas, 0.575, 0.02, tint('#c99a7e', 0.62), 6) +
    hills(canvas, 0.6, 0.016, tint('#c9936c', 0.4), 5);
  const far = dune(canvas, [0.26, 0.57], 0.66, 0.63, tint('#e0a26a', 0.12), tint('#bf7a50', 0.12));
  const near = dune(
    canvas,
    [landmark ? 0.9 : 0.74, landmark ? 0.662 : 0.635],
    landmark ? 0.7 : 0.76,
    landmark ? 0.7 : 0.72,
    tint('#cf8349'),
    tint('#96503a'),
  );
  const line0 = softLine(
    canvas,
    [
      [0.16, 0.752],
      [0.34, 0.758],
      [0.6, 0.775],
    ],
    tint('#8f4a34'),
    0.9,
    veil(0.5),
  );
  const walkers = caravan(w * (w > 400 ? 0.26 : 0.17), h * 0.742, 0.72 * u, 4, 2.4 * u, inks.ink);
  const oasis =
    palm(w * 0.86, h * 0.7, 62 * u, 7 * u, tint('#5e3b2b'), random) + palm(w * 0.9, h * 0.705, 46 * u, -5 * u, tint('#5e3b2b'), random);
  return {
    back,
    middle: far,
    subject: near + line0 + oasis,
    front:
      (landmark ? near + line0 : '') +
      walkers +
      dune(canvas, [0.2, 0.765], 0.8, 0.9, tint('#8e452f'), tint('#5d2b2a')) +
      dune(canvas, [0.62, 0.885], 0.97, 0.93, tint('#54262b'), tint('#3a1b26')),
    stage: { x: w * 0.57, ground: h * 0.705, horizon: h * 0.61, height: h * 0.36, width: w * 0.78, air: 0.1, near: null },
  };
}

export function canyon(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, landmark } = canvas;
  const butte = (x: number, wide: number, tall: number, foot: number, air: number) => {
    const at = (dx: number, dy: number) => `${num(x + wide * dx)} ${num(foot - tall * dy)}`;
    return (
      shape(
        `M${at(-0.78, 0)}L${at(-0.5, 0.36)} ${at(-0.42, 0.38)} ${at(-0.4, 0.93)} ${at(-0.33, 1)} ${at(0.3, 1)} ${at(0.38, 0.92)} ${at(0.4, 0.36)} ${at(0.5, 0.34)} ${at(0.8, 0)}Z`,
        tint('#c0623f', air),
      ) +
      shape(
        `M${at(0.02, 1)}L${at(0.3, 1)} ${at(0.38, 0.92)} ${at(0.4, 0.36)} ${at(0.5, 0.34)} ${at(0.8, 0)}H${num(x + wide * 0.2)}L${at(0.06, 0.34)} ${at(0.12, 0.8)}Z`,
        tint('#934434', air),
      ) +
      line(
        `M${at(-0.38, 0.8)}H${num(x + wide * 0.36)}M${at(-0.39, 0.62)}H${num(x + wide * 0.2)}`,
        tint('#e0875b', air),
        1.3 * u,
        veil(0.55),
      )
    );
  };
  const many = canvas.crop === 'wide';
  const stageX = w * 0.54;
  const back = sky(canvas, h * 0.68) + sunAt(canvas, [0.3, 0.28], [0.24, 0.26], 30) + hills(canvas, 0.62, 0.012, tint('#c8805f', 0.6), 5);
  const middle =
    butte(w * (landmark ? 0.93 : 0.76), (many ? 110 : 92) * u, h * 0.36, h * 0.69, 0.16) +
    butte(w * 0.16, 74 * u, h * 0.25, h * 0.68, 0.26) +
    (landmark ? '' : butte(w * 0.46, 30 * u, h * 0.2, h * 0.67, 0.4)) +
    (many ? butte(w * 0.6, 54 * u, h * 0.16, h * 0.68, 0.45) + butte(w * 0.33, 34 * u, h * 0.13, h * 0.67, 0.5) : '') +
    hills(canvas, 0.685, 0.01, tint('#ae5c3d', 0.1));
  const road =
    shape(
      `M${num(w * 0.485)} ${num(h * 0.745)}L${num(w * 0.485 - 62 * u)} ${num(h)}h${num(112 * u)}L${num(w * 0.485 + 3 * u)} ${num(h * 0.745)}Z`,
      tint('#3f2a2e'),
    ) + line(`M${num(w * 0.488)} ${num(h * 0.76)}L${num(w * 0.485 - 6 * u)} ${num(h)}`, tint('#f1cf86'), 1.7 * u, 'stroke-dasharray="6 6"');
  const path = shape(
    `M${num(stageX - 5 * u)} ${num(h * 0.755)}C${num(stageX - 26 * u)} ${num(h * 0.8)} ${num(stageX + 34 * u)} ${num(h * 0.84)} ${num(stageX - 30 * u)} ${num(h)}h${num(74 * u)}C${num(stageX + 70 * u)} ${num(h * 0.85)} ${num(stageX - 2 * u)} ${num(h * 0.8)} ${num(stageX + 5 * u)} ${num(h * 0.755)}Z`,
    tint('#c97a4f', 0.06),
  );
  const scrub = hills(canvas, 0.75, 0.012, tint('#82402f'));
  return {
    back,
    middle,
    subject: '',
    front:
      scrub +
      // A road runs through the open land; before a monument there is a path in the sand.
      (landmark ? path : road) +
      ripples(canvas, h * 0.77, h * 0.9, tint('#b5683f'), 16, 0.5) +
      ground(
        canvas,
        [
          [-0.03, 0.92],
          [0.16, 0.885],
          [0.36, 0.95],
          [0.4, 1.03],
        ],
        tint('#4e2226'),
      ) +
      ground(
        canvas,
        [
          [0.56, 1.03],
          [0.62, 0.94],
          [0.82, 0.88],
          [1.03, 0.91],
        ],
        inks.ink,
      ),
    stage: { x: stageX, ground: h * 0.755, horizon: h * 0.68, height: h * 0.4, width: w * 0.66, air: 0.08, near: null },
  };
}

export function savanna(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  let blades = '';
  for (let blade = 0; blade < (w > 400 ? 90 : 60); blade += 1)
    blades += `M${num(random() * w)} ${num(h * (0.8 + random() * 0.18))}l${num((random() - 0.5) * 4)} ${num(-(4 + random() * 7) * u)}`;
  return {
    back: sky(canvas, h * 0.68) + sunAt(canvas, [0.58, 0.46], [0.3, 0.42], landmark ? 44 : 62) + birds(canvas, 0.2, 0.2, 5, inks.ink),
    middle:
      hills(canvas, 0.645, 0.012, tint('#b5713c', 0.35), 5) +
      acacia(w * 0.9, h * 0.672, 0.34 * u, tint('#7b4722', 0.25)) +
      hills(canvas, 0.685, 0.01, tint('#8f5029', 0.1), 5),
    subject: acacia(w * 0.78, h * 0.7, 0.5 * u, tint('#6b381c')),
    front:
      hills(canvas, 0.745, 0.008, tint('#7a4323')) +
      giraffe(w * (landmark ? 0.8 : 0.66), h * 0.815, (landmark ? 0.8 : 1.05) * u, inks.ink) +
      acacia(w * 0.2, h * 0.835, (landmark ? 0.95 : 1.2) * u, inks.ink) +
      hills(canvas, 0.8, 0.008, tint('#5e3019')) +
      hills(canvas, 0.905, 0.01, tint('#3d1e12')) +
      line(blades, tint('#c27c42'), u, veil(0.7)),
    stage: { x: w * 0.6, ground: h * 0.735, horizon: h * 0.66, height: h * 0.36, width: w * 0.74, air: 0.14, near: null },
  };
}
