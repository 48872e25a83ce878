import { birds, glitter, ground, hills, peak, ripples, sky, sunAt, water, type Canvas, type Scenery } from '../canvas.ts';
import { mix } from '../inks.ts';
import { cypress, cypressPath, palm, rowBoat, sailBoat } from '../figures.ts';
import { block, line, num, put, shape, veil } from '../shapes.ts';

/** Where people live close together: harbours, roofs, quays, markets, citadels. */
export function skyline(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const foot = h * 0.74;
  const row = (colour: string, low: number, high: number, lights: boolean) => {
    let [towers, lamps] = ['', ''];
    for (let x = -6; x < w;) {
      const wide = (9 + random() * 15) * u * (w > 700 ? 2 : w > 400 ? 1.4 : 1);
      const tall = (low + random() * (high - low)) * h;
      towers += `M${Math.round(x)} ${num(foot)}v${Math.round(-tall)}h${Math.round(wide)}V${num(foot)}z`;
      if (random() > 0.62)
        towers += `M${Math.round(x)} ${Math.round(foot - tall + 1)}l${num(wide / 2)} ${Math.round(-(6 + random() * 10) * u)} ${num(wide / 2)} ${Math.round((6 + random() * 4) * u)}z`;
      // Lamps are dashes up the tower: a few columns, none beginning where the next one does.
      if (lights)
        for (let column = 3 * u; column < wide - 2 * u; column += (w > 700 ? 11 : w > 400 ? 8 : 5) * u)
          lamps += `M${Math.round(x + column)} ${Math.round(foot - tall + (5 + random() * 12) * u)}V${Math.round(foot - random() * 14 * u)}`;
      x += wide + random() * 4 * u;
    }
    return (
      shape(towers, colour) +
      (lights
        ? line(lamps, inks.dark ? '#ffd98e' : mix(inks.sun, colour, 0.35), 1.4 * u, `${veil(0.8)} stroke-dasharray="2 11 2 5 2 17"`)
        : '')
    );
  };
  const near = inks.dark ? inks.ink : mix(inks.ink, inks.sky[1], 0.25);
  // Three towers of no city in particular: a slab with a mast, a stepped crown, a slanted roof.
  const centre = put(
    shape('M-52 0V-118h24v118zM-20 0V-176l5-8v-10h4v-12h14v12h4v10l5 8V0zM22 0V-142L46-160V0z', near) +
      line('M-5-206v-34M-40-118v-20', near, 2) +
      shape('M-36 0V-118h8v118zM3-206h0v12h4v10l5 8V0H0v-206zM38 0v-154l8-6V0z', inks.ink, veil(0.4)) +
      `<path d="M-47-8v-104M-41-14v-96M-14-10v-158M-6-22v-150M28-6v-128M34-16v-124" stroke="${inks.dark ? '#ffd98e' : mix(inks.sun, near, 0.35)}" stroke-width="1.6" stroke-dasharray="2 9 2 6 2 15" opacity=".8"/>`,
    w * 0.62,
    foot,
    u,
  );
  return {
    back:
      sky(canvas, foot) +
      sunAt(canvas, [0.3, 0.46], [0.26, 0.42], 38) +
      `<g ${veil(0.6)}>${row(mix(inks.sky[3], inks.sky[4], 0.3), 0.1, 0.26, false)}</g>` +
      row(mix(inks.sky[2], inks.sky[3], 0.3), 0.05, 0.19, false),
    middle: '',
    subject: centre,
    front:
      row(near, 0.03, landmark ? 0.09 : 0.14, true) +
      water(canvas, foot) +
      glitter(canvas, w * (landmark ? 0.26 : 0.3), foot, h * 0.9, 38) +
      ripples(canvas, foot + 3, h * 0.97, inks.sky[4], 28, 0.4) +
      (landmark || canvas.guest ? '' : sailBoat(w * 0.78, h * 0.86, 0.9 * u, inks.ink, tint('#fdf1da'), tint('#e9c990'))) +
      ground(
        canvas,
        [
          [-0.04, 0.94],
          [0.5, 0.93],
          [1.04, 0.945],
        ],
        inks.ink,
      ),
    stage: { x: w * 0.6, ground: foot, horizon: foot, height: h * 0.46, width: w * 0.72, air: 0.04, near: [w * 0.62, h * 0.86] },
  };
}

/** A floor of windows is one dashed stroke: a tenth of the bytes of boxes. */
const floorsOf = (d: string, colour: string, tall: number, pane: number, gap: number): string =>
  `<path d="${d}" stroke="${colour}" stroke-width="${num(tall)}" stroke-dasharray="${num(pane)} ${num(gap)}"/>`;

const walls = ['#f6e7c8', '#f0cfa0', '#e9b587', '#f3dcd0', '#e3a27b', '#cfe0dc', '#f4ead8'];

const roofs = ['#b4532f', '#c4633a', '#9c4329'];

const glass = ['#5b7480', '#44606b', '#2f6f6b'];

/** Houses shoulder to shoulder, climbing down to us in rows. */
function houses(canvas: Canvas, rows: readonly (readonly [top: number, foot: number, wide: number])[]): string {
  const { width: w, height: h, unit: u, tint, inks, random } = canvas;
  const spread = w > 700 ? 3 : w > 400 ? 1.7 : 1;
  let drawn = '';
  rows.forEach(([top, foot, usual], index) => {
    const air = 0.3 - index * 0.09;
    const roofPaths = ['', '', ''];
    const panes = ['', '', '', ''];
    const fronts = walls.map(() => '');
    let [shades, last] = ['', -1];
    for (let x = -10 - random() * 14; x < w + 10;) {
      const wide = usual * u * (0.75 + random() * 0.6) * spread;
      const y = h * (top + (random() - 0.5) * 0.035);
      let colour = Math.floor(random() * walls.length);
      if (colour === last) colour = (colour + 1) % walls.length;
      last = colour;
      fronts[colour] += `M${Math.round(x)} ${Math.round(y)}H${Math.round(x + wide)}V${Math.round(h * foot + 34 * u)}H${Math.round(x)}z`;
      shades += `M${Math.round(x + wide * 0.78)} ${Math.round(y)}H${Math.round(x + wide)}V${Math.round(h * foot + 34 * u)}H${Math.round(x + wide * 0.78)}z`;
      const [half, edge, rise] = [Math.round(wide / 2) + 2, Math.round(x) - 2, Math.round(Math.min(wide, 44 * u) * 0.3)];
      const roof =
        random() > 0.4
          ? `M${edge} ${Math.round(y + 1)}l${half} ${-rise} ${half} ${rise}z`
          : `M${edge} ${Math.round(y + 1)}l5 ${1 - rise}h${half * 2 - 10}l5 ${rise - 1}z`;
      roofPaths[Math.floor(random() * 3)] += roof;
      const across = Math.max(2, Math.floor((wide - 3 * u) / (12 * u)));
      const start = x + (wide - (across * 12 - 7.2) * u) / 2;
      for (let floor = 0; floor < 2; floor += 1)
        panes[random() > 0.74 ? 3 : Math.floor(random() * 3)] +=
          `M${num(start)} ${Math.round(y + (11 + floor * 15) * u)}h${num((across * 12 - 7.2) * u)}`;
      x += wide;
    }
    fronts.forEach((d, at) => (drawn += d && shape(d, tint(walls[at]!, air))));
    drawn += shape(shades, tint('#7a4a3a'), veil(0.16));
    roofPaths.forEach((d, at) => (drawn += shape(d, tint(roofs[at]!, air))));
    panes.forEach(
      (d, at) =>
        (drawn +=
          d && floorsOf(d, at === 3 ? (inks.dark ? '#f3c067' : tint('#e7a33e')) : tint(glass[at]!, air), 7.5 * u, 4.8 * u, 7.2 * u)),
    );
  });
  return drawn;
}

export function oldTown(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, landmark } = canvas;
  const dome = put(
    shape('M-26 44V4h52v40z', tint('#f6e7c8', 0.16)) +
      shape('M6 44V4h20v40z', tint('#e4c79c', 0.16)) +
      shape('M-22 4c0-20 10-28 22-31 12 3 22 11 22 31z', tint('#b4532f', 0.16)) +
      shape('M4-26c11 4 18 12 18 30H8C10-8 8-18 4-26z', tint('#93411f', 0.16)) +
      shape('M-5-26h10v-9h-10zM34 44V-16h16v60zM-50 44V-16h16v60z', tint('#f6e7c8', 0.16)) +
      shape('M43 44V-16h7v60zM-41 44V-16h7v60z', tint('#e4c79c', 0.16)) +
      shape('M-6-35h12l-6-9zM32-16h20l-10-15zM-52-16h20l-10-15z', tint('#b4532f', 0.16)) +
      shape('M39-6h6v10h-6zM-45-6h6v10h-6zM-4 14h8v26h-8z', tint('#7a4a3a', 0.1)),
    w * 0.3,
    h * 0.42,
    u,
  );
  const street =
    shape(`M-10 ${num(h * 0.83)}L${num(w + 10)} ${num(h * 0.785)}V${num(h)}H-10Z`, tint('#54424c')) +
    line(
      `M-10 ${num(h * 0.87)}L${num(w + 10)} ${num(h * 0.82)}M-10 ${num(h * 0.893)}L${num(w + 10)} ${num(h * 0.845)}`,
      tint('#8c7a80'),
      1.4 * u,
    );
  const lamp = (x: number, y: number) =>
    line(`M${num(x)} ${num(y)}v${num(-44 * u)}`, inks.ink, 2 * u) +
    shape(
      `M${num(x - 4 * u)} ${num(y - 56 * u)}h${num(8 * u)}l${num(-1.5 * u)} ${num(11 * u)}h${num(-5 * u)}z`,
      inks.dark ? '#f3c067' : tint('#f6e3b0'),
    ) +
    shape(`M${num(x - 5.5 * u)} ${num(y - 55 * u)}l${num(5.5 * u)} ${num(-6 * u)} ${num(5.5 * u)} ${num(6 * u)}z`, inks.ink);
  return {
    back:
      sky(canvas, h * 0.56) +
      sunAt(canvas, [0.74, 0.23], [0.26, 0.22], 30) +
      birds(canvas, landmark ? 0.14 : 0.3, 0.15, 4, inks.ink) +
      hills(canvas, 0.44, 0.025, tint('#9db7a6', 0.5)),
    middle: landmark ? hills(canvas, 0.5, 0.012, tint('#8fa98a', 0.3)) : '',
    subject: dome,
    front:
      houses(
        canvas,
        landmark
          ? [
              [0.57, 0.66, 26],
              [0.64, 0.75, 32],
              [0.71, 0.86, 40],
            ]
          : [
              [0.5, 0.6, 26],
              [0.56, 0.68, 30],
              [0.63, 0.77, 36],
              [0.71, 0.86, 42],
            ],
      ) +
      street +
      cypress(w * 0.9, h * 0.86, 74 * u, tint('#2c4a38')) +
      lamp(w * 0.12, h * 0.868) +
      shape(`M-10 ${num(h * 0.915)}L${num(w + 10)} ${num(h * 0.87)}V${num(h)}H-10Z`, inks.ink),
    stage: { x: w * 0.58, ground: h * 0.575, horizon: h * 0.5, height: h * 0.4, width: w * 0.74, air: 0.12, near: [w * 0.52, h * 0.872] },
  };
}

export function canal(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const quay = h * 0.67;
  const colours = ['#b0553c', '#8e4a3c', '#d9a35c', '#5f7a78', '#c9855a', '#7c5548', '#e2c9a0', '#9c6a4a'];
  const fronts = colours.map(() => '');
  let [panes, warm, shades] = ['', '', ''];
  let at = Math.floor(random() * colours.length);
  for (let x = -12; x < w + 12;) {
    const wide = (27 + random() * 12) * u * (w > 700 ? 1.5 : 1);
    const tall = h * (0.15 + random() * 0.085) * (landmark ? 0.8 : 1);
    const top = quay - tall;
    at += 1;
    const gable = at % 3;
    const head =
      gable === 0
        ? `L${num(x)} ${num(top)}h${num(wide * 0.16)}v${num(-7 * u)}h${num(wide * 0.16)}v${num(-7 * u)}h${num(wide * 0.36)}v${num(7 * u)}h${num(wide * 0.16)}v${num(7 * u)}h${num(wide * 0.16)}`
        : gable === 1
          ? `L${num(x)} ${num(top)}l${num(wide / 2)} ${num(-wide * 0.5)} ${num(wide / 2)} ${num(wide * 0.5)}`
          : `L${num(x)} ${num(top)}c${num(wide * 0.26)} 0 ${num(wide * 0.16)} ${num(-15 * u)} ${num(wide / 2)} ${num(-17 * u)}c${num(wide * 0.34)} ${num(2 * u)} ${num(wide * 0.24)} ${num(17 * u)} ${num(wide / 2)} ${num(17 * u)}`;
    const colour = at % colours.length;
    fronts[colour] += `M${num(x)} ${num(quay)}${head}V${num(quay)}z`;
    shades += `M${Math.round(x + wide * 0.8)} ${num(quay)}V${Math.round(top)}H${Math.round(x + wide)}V${num(quay)}z`;
    const floors = Math.max(2, Math.round(tall / (19 * u)));
    for (let floor = 0; floor < floors; floor += 1) {
      const row = `M${num(x + wide * 0.4 - 9.9 * u)} ${num(top + 10 * u + (floor * (tall - 12 * u)) / floors)}h${num(19.8 * u)}`;
      if (random() > 0.8) warm += row;
      else panes += row;
    }
    x += wide;
  }
  const bx = w * 0.16;
  const bridge =
    shape(
      `M${num(bx - 74 * u)} ${num(h * 0.79)}C${num(bx - 40 * u)} ${num(h * 0.715)} ${num(bx + 40 * u)} ${num(h * 0.715)} ${num(bx + 82 * u)} ${num(h * 0.79)}H${num(bx + 48 * u)}C${num(bx + 32 * u)} ${num(h * 0.745)} ${num(bx - 26 * u)} ${num(h * 0.745)} ${num(bx - 42 * u)} ${num(h * 0.79)}Z`,
      tint('#8d5a49'),
    ) +
    line(
      `M${num(bx - 74 * u)} ${num(h * 0.782)}C${num(bx - 40 * u)} ${num(h * 0.705)} ${num(bx + 40 * u)} ${num(h * 0.705)} ${num(bx + 82 * u)} ${num(h * 0.782)}`,
      tint('#e2c9a0'),
      2 * u,
    );
  return {
    back: sky(canvas, h * 0.66) + sunAt(canvas, [0.68, 0.25], [0.25, 0.22], 32) + birds(canvas, 0.3, 0.16, 4, inks.ink),
    middle: landmark ? hills(canvas, 0.57, 0.02, tint('#8fa79a', 0.5), 8) : hills(canvas, 0.53, 0.03, tint('#8fa79a', 0.5), 9),
    subject: '',
    front:
      `<g id="f">${fronts.map((d, colour) => d && shape(d, tint(colours[colour]!, 0.08))).join('')}</g>` +
      shape(shades, inks.ink, veil(0.2)) +
      floorsOf(panes, tint('#2f3f4a'), 9 * u, 4.6 * u, 3 * u) +
      floorsOf(warm, inks.dark ? '#f3c067' : tint('#f0c877'), 9 * u, 4.6 * u, 3 * u) +
      block(0, quay - 2 * u, w, 6 * u, tint('#c9b79a')) +
      water(canvas, quay + 4 * u, [tint('#5f8f92'), tint('#41757d'), tint('#2b5a66')]) +
      `<use href="#f" transform="translate(0 ${num(quay * 1.8 + 4)}) scale(1 -.8)" ${veil(0.28)}/>` +
      ripples(canvas, quay + 8 * u, h * 0.95, tint('#eef3e6'), 26, 0.45) +
      (canvas.guest ? '' : bridge) +
      (canvas.guest ? '' : rowBoat(w * 0.66, h * 0.83, 1.25 * u, inks.ink, tint('#c8503c'))) +
      ground(
        canvas,
        [
          [-0.04, 0.93],
          [0.5, 0.94],
          [1.04, 0.93],
        ],
        inks.ink,
      ),
    stage: { x: w * 0.62, ground: h * 0.605, horizon: h * 0.6, height: h * 0.42, width: w * 0.7, air: 0.12, near: [w * 0.6, h * 0.83] },
  };
}

export function mosque(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const foot = h * 0.72;
  const [sunX, sunY] = landmark ? [0.3, 0.3] : [0.5, 0.37];
  return {
    back:
      sky(canvas, foot) +
      sunAt(canvas, [sunX, sunY], [sunX, sunY], landmark ? 38 : 50) +
      birds(canvas, landmark ? 0.5 : 0.72, 0.18, 5, inks.ink) +
      hills(canvas, 0.655, 0.016, mix(inks.sky[3], inks.sky[4], 0.3), 5),
    middle: hills(canvas, 0.69, 0.012, mix(inks.water[0], inks.sky[3], 0.3), 6),
    subject: { landmark: 'blue-mosque' },
    front:
      block(0, foot - 2 * u, w, 8 * u, tint('#7d6a63')) +
      palm(w * 0.08, foot + 2 * u, 54 * u, 4 * u, inks.ink, random) +
      palm(w * 0.13, foot + 2 * u, 40 * u, -4 * u, inks.ink, random) +
      palm(w * 0.93, foot + 2 * u, 46 * u, -5 * u, inks.ink, random) +
      water(canvas, foot + 6 * u, [inks.water[0], inks.water[1], inks.water[2]]) +
      glitter(canvas, w * sunX, foot + 8 * u, h * 0.9, 52, 0.6) +
      ripples(canvas, foot + 9 * u, h * 0.97, inks.sky[4], 28, 0.42) +
      ground(
        canvas,
        [
          [-0.04, 0.94],
          [0.5, 0.93],
          [1.04, 0.945],
        ],
        inks.ink,
      ),
    stage: { x: w * 0.5, ground: foot, horizon: foot, height: h * 0.42, width: w * 0.84, air: 0.04, near: [w * 0.26, h * 0.84] },
  };
}

export function palace(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random, landmark } = canvas;
  const foot = h * 0.54;
  const many = w > 400;
  const range = [0.1, 0.42, 0.78, 1]
    .map((x, at) =>
      peak(
        w * x,
        foot,
        (many ? 240 : 165) * u,
        h * (0.12 + (at % 2) * 0.06),
        tint('#c38f96', 0.35),
        tint('#9f7085', 0.35),
        tint('#fbefe6', 0.2),
      ),
    )
    .join('');
  const trees: [string, string, string] = ['', '', ''];
  const count = many ? 18 : 14;
  for (let tree = 0; tree < count; tree += 1) {
    const x = w * (tree / (count - 1)) + (random() - 0.5) * 12;
    // The lane before the building stays open.
    const low = landmark && Math.abs(x - w * 0.56) < 70 * u;
    trees[tree % 3] += cypressPath(x, h * (0.76 + random() * 0.07), (low ? 18 : 34 + random() * 32) * u);
  }
  const flowers: [string, string, string] = ['', '', ''];
  for (let flower = 0; flower < 30; flower += 1) flowers[flower % 3] += `M${num(random() * w)} ${num(h * (0.81 + random() * 0.05))}h.1`;
  return {
    back: sky(canvas, h * 0.57) + sunAt(canvas, [0.24, 0.27], [0.22, 0.24], 30) + range,
    middle: hills(canvas, 0.53, 0.02, tint('#b9866a', 0.25), 5) + hills(canvas, 0.6, 0.016, tint('#8f8a58', 0.12), 5),
    subject: { landmark: 'alhambra-walls' },
    front:
      hills(canvas, 0.715, 0.014, tint('#71804c'), 5) +
      hills(canvas, 0.78, 0.016, tint('#56693f'), 5) +
      ['#3a5240', '#46604a', '#2e4436'].map((colour, at) => shape(trees[at]!, tint(colour))).join('') +
      hills(canvas, 0.825, 0.01, tint('#3c4a33')) +
      ['#c4516c', '#e0912f', '#f0c0a6'].map((colour, at) => line(flowers[at]!, tint(colour), 5 * u)).join('') +
      hills(canvas, 0.885, 0.008, inks.ink),
    stage: { x: w * 0.53, ground: h * 0.705, horizon: h * 0.58, height: h * 0.4, width: w * 0.86, air: 0.06, near: null },
  };
}

export function opera(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks } = canvas;
  const quay = h * 0.7;
  let city = '';
  for (let x = -5; x < w;) {
    const wide = (8 + canvas.random() * 16) * u;
    const tall = (8 + canvas.random() * 34) * u;
    city += `M${num(x)} ${num(quay)}v${num(-tall)}h${num(wide)}v${num(tall)}z`;
    x += wide + canvas.random() * 10 * u;
  }
  return {
    back:
      sky(canvas, h * 0.66) +
      sunAt(canvas, [0.26, 0.25], [0.24, 0.24], 32) +
      birds(canvas, 0.6, 0.16, 4, tint('#ffffff')) +
      hills(canvas, 0.645, 0.012, tint('#7e97a0', 0.5), 6) +
      shape(city, tint('#7890a0', 0.5)),
    middle: hills(canvas, 0.675, 0.008, tint('#5f8070', 0.2), 6),
    subject: { landmark: 'opera-sails' },
    front:
      block(0, quay - u, w, 9 * u, tint('#b98a62')) +
      block(0, quay + 6 * u, w, 4 * u, tint('#7c5740')) +
      water(canvas, quay + 9 * u) +
      glitter(canvas, w * 0.25, quay + 11 * u, h * 0.92, 40, 0.6) +
      ripples(canvas, quay + 12 * u, h * 0.97, tint('#eaf6e6'), 34) +
      (canvas.guest ? '' : sailBoat(w * 0.2, h * 0.84, 0.95 * u, inks.ink, tint('#fbf7ef'), tint('#d9cdb8'))) +
      ground(
        canvas,
        [
          [-0.04, 0.94],
          [0.5, 0.93],
          [1.04, 0.945],
        ],
        inks.ink,
      ),
    stage: { x: w * 0.58, ground: quay, horizon: h * 0.68, height: h * 0.38, width: w * 0.8, air: 0.04, near: [w * 0.6, h * 0.84] },
  };
}
