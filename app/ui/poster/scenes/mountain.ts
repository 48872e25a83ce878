import { glitter, ground, hills, peak, ripples, sky, sunAt, water, type Canvas, type Scenery } from '../canvas.ts';
import { house, pinePath, rowBoat, sailBoat } from '../figures.ts';
import { block, disc, line, num, shape, veil } from '../shapes.ts';

/** Cold and high: peaks, lakes, fjords, the northern light. */
const snow = '#f8f7f1';

function forest(
  canvas: Canvas,
  count: number,
  from: number,
  to: number,
  tall: number,
  colours: readonly [string, string],
  keep?: readonly [number, number],
): string {
  const paths: [string, string] = ['', ''];
  for (let tree = 0; tree < count; tree += 1) {
    const x = (tree + canvas.random()) / count;
    const y = from + canvas.random() * (to - from);
    if (keep && x > keep[0] && x < keep[1]) continue;
    paths[tree % 2 ? 1 : 0] += pinePath(x * canvas.width, y * canvas.height, tall * (0.7 + canvas.random() * 0.7) * canvas.unit);
  }
  return shape(paths[0], colours[0]) + shape(paths[1], colours[1]);
}

export function alpine(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, landmark } = canvas;
  const foot = h * 0.72;
  const many = w > 400;
  const range =
    peak(w * 0.14, foot, 200 * u, h * 0.33, tint('#94b2c8', 0.34), tint('#7393af', 0.34), tint(snow, 0.2)) +
    peak(w * 0.92, foot, 210 * u, h * 0.37, tint('#88a8c1', 0.3), tint('#668aa8', 0.3), tint(snow, 0.18)) +
    (many ? peak(w * 0.36, foot, 230 * u, h * 0.29, tint('#88a8c1', 0.4), tint('#6d90ac', 0.4), tint(snow, 0.25)) : '') +
    (many ? peak(w * 0.74, foot, 230 * u, h * 0.31, tint('#88a8c1', 0.36), tint('#6d90ac', 0.36), tint(snow, 0.22)) : '');
  const own = landmark !== null && ['matterhorn', 'kilimanjaro', 'table-mountain', 'machu-picchu', 'great-wall'].includes(landmark);
  const main = own
    ? ''
    : peak(
        w * (landmark ? 0.3 : 0.54),
        foot + 6,
        290 * u,
        h * (landmark ? 0.44 : 0.53),
        tint('#6f92b0', 0.12),
        tint('#4c7192', 0.12),
        tint(snow, 0.06),
      );
  const cx = w * 0.34;
  const cy = h * 0.7;
  const church =
    house(cx - 22 * u, cy + 3 * u, 26 * u, 17 * u, tint('#ead9bc'), tint('#c9b48f'), tint('#7c4534'), tint('#4a2f2a')) +
    block(cx + 7 * u, cy - 22 * u, 14 * u, 26 * u, tint('#f2e5cc')) +
    block(cx + 15 * u, cy - 22 * u, 6 * u, 26 * u, tint('#cfbb98')) +
    shape(`M${num(cx + 4.5 * u)} ${num(cy - 21 * u)}l${num(9.5 * u)} ${num(-20 * u)} ${num(9.5 * u)} ${num(20 * u)}z`, tint('#8a4d39')) +
    line(`M${num(cx + 14 * u)} ${num(cy - 40 * u)}v${num(-6 * u)}m${num(-2 * u)} ${num(2 * u)}h${num(4 * u)}`, tint('#4a2f2a'), u);
  return {
    back: sky(canvas, h * 0.7) + sunAt(canvas, [0.2, 0.2], [0.2, 0.18], 24) + range,
    middle: main + hills(canvas, 0.665, 0.02, tint('#7b9a74', 0.28)) + hills(canvas, 0.73, 0.02, tint('#557d5c', 0.08)),
    subject:
      ground(
        canvas,
        [
          [-0.04, 0.84],
          [0.18, 0.74],
          [0.34, 0.7],
          [0.52, 0.745],
          [0.8, 0.85],
          [1.04, 0.87],
        ],
        tint('#42704f'),
      ) + church,
    front:
      (landmark
        ? ground(
            canvas,
            [
              [-0.04, 0.86],
              [0.2, 0.82],
              [0.42, 0.765],
              [0.66, 0.75],
              [1.04, 0.84],
            ],
            tint('#42704f'),
          )
        : '') +
      ground(
        canvas,
        [
          [-0.04, 0.88],
          [0.3, 0.86],
          [0.66, 0.885],
          [1.04, 0.86],
        ],
        tint('#2c5646'),
      ) +
      forest(canvas, many ? 40 : 24, 0.86, 0.95, 30, [tint('#234a3c'), tint('#1b3d33')]) +
      hills(canvas, 0.925, 0.01, inks.ink),
    stage: { x: w * 0.6, ground: h * 0.765, horizon: h * 0.72, height: h * 0.38, width: w * 0.72, air: 0.06, near: null },
  };
}

export function lake(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, landmark } = canvas;
  const shore = h * 0.6;
  const many = w > 400;
  const mountains =
    peak(w * 0.2, shore, 240 * u, h * 0.3, tint('#7fa0b4', 0.3), tint('#5c8098', 0.3), tint(snow, 0.2)) +
    peak(w * 0.86, shore, 260 * u, h * 0.35, tint('#7398ae', 0.26), tint('#527a93', 0.26), tint(snow, 0.16)) +
    peak(w * 0.52, shore, 210 * u, h * 0.24, tint('#86a8ba', 0.42), tint('#668aa2', 0.42), tint(snow, 0.26)) +
    (many ? peak(w * 0.36, shore, 230 * u, h * 0.2, tint('#86a8ba', 0.46), tint('#668aa2', 0.46), tint(snow, 0.3)) : '');
  const bank = ground(
    { ...canvas, height: shore },
    [
      [-0.04, 0.94],
      [0.16, 0.93],
      [0.34, 0.985],
      [0.5, 0.99],
      [0.68, 0.97],
      [0.86, 0.94],
      [1.04, 0.93],
    ],
    tint('#4d7a5c', 0.12),
  );
  const jetty =
    line(`M${num(w * 0.98)} ${num(h * 0.83)}L${num(w * 0.98 - 120 * u)} ${num(h * 0.795)}`, tint('#7a4f37'), 5 * u) +
    line(
      [20, 50, 80, 112].map((dx) => `M${num(w * 0.98 - dx * u)} ${num(h * 0.825 - dx * 0.12 * u)}v${num(18 * u)}`).join(''),
      tint('#553425'),
      2.4 * u,
    );
  const cabin = house(
    w * 0.66,
    shore + 3 * u,
    34 * u,
    17 * u,
    tint('#b0573a'),
    tint('#86402c'),
    tint('#4a2f2a'),
    inks.dark ? '#f3c067' : tint('#f1dcae'),
  );
  return {
    back: sky(canvas, shore) + sunAt(canvas, [0.62, 0.2], [0.3, 0.2], 26) + `<g id="m">${mountains}</g>`,
    middle:
      bank +
      water(canvas, shore, [tint('#7eb0b8', 0.25), tint('#4d8c9b'), tint('#2f6a80')]) +
      `<use href="#m" transform="translate(0 ${num(shore * 2)}) scale(1 -1)" opacity=".3"/>` +
      glitter(canvas, w * (landmark ? 0.3 : 0.62), shore + 3, shore + 70 * u, 28, 0.5) +
      (landmark
        ? ground(
            { ...canvas, height: shore + 9 * u },
            [
              [0.28, 1.0],
              [0.44, 0.975],
              [0.66, 0.968],
              [1.04, 0.95],
            ],
            tint('#557f5d', 0.06),
          )
        : ''),
    subject: cabin + forest(canvas, 10, 0.602, 0.608, 26, [tint('#33594a', 0.1), tint('#2a4d42', 0.1)], [0.3, 0.72]),
    front:
      ripples(canvas, shore + 12 * u, h * 0.92, tint('#eaf4ee'), 30, 0.4) +
      jetty +
      (landmark
        ? sailBoat(w * 0.26, h * 0.76, 0.8 * u, tint('#a8392c'), tint('#fbf7ef'), tint('#d8cdb8'))
        : canvas.guest
          ? ''
          : rowBoat(w * 0.4, h * 0.79, u, tint('#a8392c'), tint('#f1dcae'))) +
      ground(
        canvas,
        [
          [-0.04, 0.86],
          [0.2, 0.885],
          [0.6, 0.93],
          [1.04, 0.9],
        ],
        tint('#24483d'),
      ) +
      forest(canvas, many ? 14 : 9, 0.9, 0.95, 58, [tint('#1b3d33'), tint('#234a3c')], [0.26, 0.8]) +
      ground(
        canvas,
        [
          [-0.04, 0.935],
          [0.4, 0.95],
          [1.04, 0.93],
        ],
        inks.ink,
      ),
    stage: {
      x: w * 0.62,
      ground: shore + 2 * u,
      horizon: shore,
      height: h * 0.37,
      width: w * 0.66,
      air: 0.12,
      near: [w * 0.62, h * 0.76],
    },
  };
}

export function fjord(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, landmark } = canvas;
  const far = h * 0.68;
  const m = w / 2;
  const wall = (side: 1 | -1, top: number, foot: number, inner: number, air: number, colour: string) => {
    const edge = side < 0 ? -10 : w + 10;
    const x = (units: number) => num(m + side * units * u);
    return shape(
      `M${num(edge)} ${num(h * top)}C${x(foot + 96)} ${num(h * (top + 0.1))} ${x(foot + 78)} ${num(h * (top + 0.22))} ${x(foot + 46)} ${num(h * (top + 0.32))}C${x(foot + 26)} ${num(h * (top + 0.4))} ${x(foot + 12)} ${num(h * 0.62)} ${x(inner)} ${num(far + 4)}H${num(edge)}Z`,
      tint(colour, air),
    );
  };
  const cottages = ['#b8402f', '#e0a23c', '#f3ecdd', '#b8402f', '#5b7d8c']
    .map((colour, at) =>
      house(
        w * 0.07 + at * 17 * u,
        h * 0.715,
        12 * u,
        10 * u,
        tint(colour),
        tint('#7c3a30'),
        tint('#22323a'),
        inks.dark ? '#f3c067' : tint('#2b3b42'),
      ),
    )
    .join('');
  return {
    back:
      sky(canvas, h * 0.7) +
      sunAt(canvas, [0.42, 0.2], [0.32, 0.2], 26) +
      peak(m, far, 150 * u, h * 0.35, tint('#8fb0c0', 0.4), tint('#6c91a8', 0.4), tint('#f4f7f4', 0.2)) +
      peak(m - 46 * u, far, 130 * u, h * 0.25, tint('#7ba0b5', 0.3), tint('#5a8199', 0.3), tint('#f4f7f4', 0.2)) +
      peak(m + 52 * u, far, 120 * u, h * 0.22, tint('#7398ae', 0.26), tint('#527a93', 0.26), tint('#f4f7f4', 0.2)),
    middle:
      wall(-1, 0.2, 48, 26, 0.1, '#3f6b76') +
      wall(-1, 0.26, 92, 74, 0, '#2c4f5c') +
      wall(1, 0.12, 46, 28, 0.1, '#335d69') +
      wall(1, 0.2, 92, 72, 0, '#234652') +
      line(
        `M${num(m + 112 * u)} ${num(h * 0.42)}l${num(-4 * u)} ${num(24 * u)} ${num(2 * u)} ${num(22 * u)} ${num(-3 * u)} ${num(42 * u)}`,
        tint('#e8f1ee'),
        1.9 * u,
        veil(0.85),
      ) +
      water(canvas, far, [tint('#5b96a5', 0.12), tint('#35728a'), tint('#235870')]) +
      shape(`M${num(m - 26 * u)} ${num(far)}l${num(26 * u)} ${num(44 * u)} ${num(28 * u)} ${num(-44 * u)}Z`, tint('#ddeae6'), veil(0.22)),
    subject: cottages + shape(`M-10 ${num(h * 0.714)}H${num(w * 0.07 + 92 * u)}l${num(10 * u)} ${num(6 * u)}H-10z`, tint('#1b3640')),
    front:
      (landmark
        ? ground(
            { ...canvas, height: h * 0.79 },
            [
              [0.3, 1.01],
              [0.46, 0.965],
              [0.66, 0.952],
              [1.04, 0.94],
            ],
            tint('#3f6b54'),
          )
        : '') +
      ripples(canvas, landmark ? h * 0.8 : far + 4, h * 0.95, tint('#cfe3e2'), 32, 0.4) +
      (canvas.guest ? '' : sailBoat(w * (landmark ? 0.24 : 0.46), h * 0.82, 1.05 * u, tint('#b8402f'), tint('#fbf7ef'), tint('#f0c9a0'))) +
      ground(
        canvas,
        [
          [-0.04, 0.93],
          [0.4, 0.945],
          [1.04, 0.92],
        ],
        inks.ink,
      ),
    stage: { x: w * 0.62, ground: h * 0.763, horizon: far, height: h * 0.36, width: w * 0.6, air: 0, near: [w * 0.5, h * 0.84] },
  };
}

export function aurora(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const far = h * 0.7;
  let stars = '';
  for (let star = 0; star < 44; star += 1) stars += `M${num(random() * w)} ${num(random() * h * 0.42)}h.1`;
  const veilOf = (y: number, colour: string, opacity: number) =>
    shape(
      `M-10 ${num(h * (y + 0.12))}C${num(w * 0.3)} ${num(h * (y - 0.12))} ${num(w * 0.5)} ${num(h * (y + 0.22))} ${num(w + 10)} ${num(h * (y - 0.1))}V${num(h * (y + 0.05))}C${num(w * 0.6)} ${num(h * (y + 0.38))} ${num(w * 0.34)} ${num(h * (y + 0.06))} -10 ${num(h * (y + 0.32))}Z`,
      colour,
      veil(opacity),
    );
  // In daylight inks the same curtains are high cloud.
  const curtains = inks.dark ? ['#3fa08a', '#6fc7a0', '#b8e3b0'] : [inks.sky[3], inks.sky[4], inks.sun];
  const many = w > 400;
  const body = inks.dark ? '#4d6f8c' : '#6d8ea5';
  const range =
    peak(w * 0.2, far, 190 * u, h * 0.25, tint(body, 0.1), tint('#3c5a74', 0.1), tint('#e6eef0')) +
    peak(w * 0.78, far, 250 * u, h * 0.31, tint(body, 0.06), tint('#36536c', 0.06), tint('#e6eef0')) +
    peak(w * 0.5, far, 140 * u, h * 0.16, tint(body), tint('#304c64'), tint('#e6eef0')) +
    (many ? peak(w * 0.4, far, 260 * u, h * 0.2, tint(body, 0.14), tint('#3c5a74', 0.14), tint('#e6eef0')) : '');
  const hut = house(w * 0.64, h * 0.842, 36 * u, 19 * u, tint('#c8503c'), tint('#983629'), tint('#eef3f2'), '#ffd98e');
  return {
    back:
      sky(canvas, far) +
      line(stars, inks.sun, 1.5 * u, veil(inks.dark ? 0.85 : 0.25)) +
      disc(w * 0.2, h * 0.13, 11 * u, inks.sun) +
      disc(w * 0.2, h * 0.13, 20 * u, inks.sun, veil(0.14)) +
      veilOf(0.16, curtains[0]!, 0.5) +
      veilOf(0.22, curtains[1]!, 0.5) +
      veilOf(0.3, curtains[2]!, 0.34) +
      range,
    middle:
      water(canvas, far, [tint('#52809a', 0.1), tint('#3c6786'), tint('#2c4f6c')]) +
      shape(`M${num(w * 0.1)} ${num(far)}h${num(w * 0.72)}L${num(w * 0.62)} ${num(h)}H${num(w * 0.2)}Z`, curtains[0]!, veil(0.22)) +
      ripples(canvas, far + 3, h * 0.84, curtains[2]!, 26, 0.4),
    subject: '',
    front:
      ground(
        canvas,
        landmark
          ? [
              [-0.04, 0.82],
              [0.3, 0.8],
              [0.6, 0.765],
              [1.04, 0.77],
            ]
          : [
              [-0.04, 0.87],
              [0.4, 0.855],
              [0.7, 0.835],
              [1.04, 0.85],
            ],
        tint('#c3d3da'),
      ) +
      ground(
        canvas,
        [
          [-0.04, 0.87],
          [0.4, 0.88],
          [0.7, 0.86],
          [1.04, 0.88],
        ],
        tint('#93adbb'),
      ) +
      (landmark ? '' : hut) +
      forest(canvas, many ? 26 : 13, 0.9, 0.95, 38, [inks.ink, tint('#1d3247')], [0.5, 0.9]) +
      ground(
        canvas,
        [
          [-0.04, 0.92],
          [0.5, 0.93],
          [1.04, 0.915],
        ],
        inks.ink,
      ),
    stage: { x: w * 0.62, ground: h * 0.785, horizon: far, height: h * 0.38, width: w * 0.66, air: 0.04, near: [w * 0.6, h * 0.8] },
  };
}
