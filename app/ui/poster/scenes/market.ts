import { birds, ground, ripples, sky, sunAt, type Canvas, type Scenery } from '../canvas.ts';
import { mix } from '../inks.ts';
import { block, line, num, put, shape, veil } from '../shapes.ts';

export function bazaar(canvas: Canvas): Scenery {
  const { width: w, height: h, unit: u, tint, inks, random } = canvas;
  const wallTop = h * 0.56;
  const roofLine = (y: number, colour: string, low: number) => {
    let d = `M-5 ${num(h)}V${num(h * y)}`;
    for (let x = -5; x < w;) {
      const wide = (26 + random() * 34) * u;
      const top = h * (y - random() * low);
      d += `V${num(top)}h${num(wide)}`;
      x += wide;
    }
    return shape(`${d}V${num(h)}Z`, colour);
  };
  const minaret = (x: number, y: number, scale: number, colour: string, shade: string) =>
    put(
      // Square below, then round: a balcony on brackets, a gallery, a pointed cap.
      shape('M-11 0v-44h3v-34l-4-6v-5h24v5l-4 6v34h3V0zM-6-89v-20h12v20z', colour) +
        shape('M-8-109c0-10 4-15 8-24 4 9 8 14 8 24z', colour) +
        shape('M2 0v-133c3 7 6 13 6 24h-2v20h6v5l-4 6v34h3V0z', shade) +
        line('M-8-44H8M-12-84H12M-6-109H6', shade, 1.2) +
        shape('M-4-89v-14h3v14zM1-89v-14h3v14zM-3-52v-14c2-4 4-4 6 0v14z', mix(shade, inks.ink, 0.5)) +
        line('M0-132v-9', shade, 1.4),
      x,
      y,
      scale,
    );
  const cupola = (x: number, y: number, r: number, colour: string, shade: string) =>
    shape(
      `M${num(x - r)} ${num(y)}c0 ${num(-r * 0.9)} ${num(r * 0.5)} ${num(-r * 1.2)} ${num(r)} ${num(-r * 1.5)}c${num(r * 0.5)} ${num(r * 0.3)} ${num(r)} ${num(r * 0.6)} ${num(r)} ${num(r * 1.5)}z`,
      colour,
    ) +
    shape(
      `M${num(x)} ${num(y - r * 1.5)}c${num(r * 0.5)} ${num(r * 0.3)} ${num(r)} ${num(r * 0.6)} ${num(r)} ${num(r * 1.5)}h${num(-r * 0.6)}c${num(r * 0.1)} ${num(-r * 0.7)} ${num(-r * 0.1)} ${num(-r * 1.2)} ${num(-r * 0.4)} ${num(-r * 1.5)}z`,
      shade,
    );
  /** The ring of windows that carries the great cupola, with a band of tiles. */
  const drum = (x: number, y: number, wide: number) => {
    let panes = '';
    for (let at = -3; at <= 3; at += 1)
      panes += `M${num(x + at * wide * 0.13 - 2 * u)} ${num(y + 14 * u)}v${num(-7 * u)}c0 ${num(-4 * u)} ${num(4 * u)} ${num(-4 * u)} ${num(4 * u)} 0v${num(7 * u)}z`;
    return (
      block(x - wide / 2, y, wide, 20 * u, tint('#e3b985', 0.1)) +
      block(x + wide * 0.22, y, wide * 0.28, 20 * u, tint('#b98458', 0.1)) +
      block(x - wide / 2, y, wide, 3 * u, tint('#2f8f86', 0.1)) +
      shape(panes, mix(tint('#4a2a2c'), inks.ink, 0.3))
    );
  };
  const arch = (x: number, foot: number, wide: number, tall: number) =>
    `M${num(x - wide / 2)} ${num(foot)}v${num(-tall * 0.56)}c0 ${num(-tall * 0.26)} ${num(wide * 0.26)} ${num(-tall * 0.34)} ${num(wide / 2)} ${num(-tall * 0.44)}c${num(wide * 0.24)} ${num(tall * 0.1)} ${num(wide / 2)} ${num(tall * 0.18)} ${num(wide / 2)} ${num(tall * 0.44)}v${num(tall * 0.56)}z`;
  const stalls = Math.round(w / ((w > 700 ? 108 : 76) * u));
  const pitch = w / stalls;
  const cloths = ['#b8402f', '#0e6e73', '#d9952f', '#7c4f6e', '#c4633a', '#2f6f6b'];
  const spices = ['#d9952f', '#b8402f', '#8f9a3f', '#c9733a'];
  const [stripes, heaps] = [cloths.map(() => ''), spices.map(() => '')];
  let [arches, awnings, counters, lamps] = ['', '', '', ''];
  for (let stall = 0; stall < stalls; stall += 1) {
    const x = pitch * (stall + 0.5);
    arches += arch(x, h * 0.79, pitch * 0.66, h * 0.165);
    const [left, wide, slant] = [x - pitch * 0.42, (pitch * 0.84) / 6, num(3 * u)];
    const cloth = (from: number, across: number) =>
      `M${num(from)} ${num(h * 0.735)}l-${slant} ${num(17 * u)}h${num(across)}l${slant} ${num(-17 * u)}z`;
    awnings += cloth(left, pitch * 0.84);
    const colour = (stall + Math.floor(random() * 2)) % cloths.length;
    for (let at = 0; at < 6; at += 2) stripes[colour] += cloth(left + at * wide, wide);
    counters += `M${num(left)} ${num(h * 0.8)}h${num(pitch * 0.84)}v${num(17 * u)}h${num(-pitch * 0.84)}z`;
    for (let at = 0; at < 4; at += 1)
      heaps[at] += `M${num(left + pitch * (0.05 + at * 0.2))} ${num(h * 0.8)}l${num(7 * u)}-${num(9 * u)} ${num(7 * u)} ${num(9 * u)}z`;
    for (const side of [0.25, 0.75]) lamps += `M${num(pitch * (stall + side))} ${num(h * (side < 0.5 ? 0.662 : 0.672))}h.1`;
  }
  const market =
    line(lamps, '#f3c067', 14 * u, veil(0.28)) +
    line(lamps, '#fbe0a0', 6 * u) +
    shape(awnings, tint('#f6ead0')) +
    stripes.map((d, at) => d && shape(d, tint(cloths[at]!))).join('') +
    shape(counters, tint('#6d4331')) +
    heaps.map((d, at) => shape(d, tint(spices[at]!))).join('');
  const quay = ground(
    canvas,
    [
      [-0.04, 0.905],
      [0.5, 0.9],
      [1.04, 0.905],
    ],
    inks.ink,
  );
  return {
    back:
      sky(canvas, h * 0.62) +
      sunAt(canvas, [0.36, 0.32], [0.24, 0.26], 36) +
      birds(canvas, 0.62, 0.2, 5, inks.ink) +
      roofLine(0.55, tint('#c99a7a', 0.5), 0.06),
    middle: roofLine(0.575, tint('#bb8160', 0.28), 0.035),
    subject:
      minaret(w * 0.72, h * 0.6, 1.5 * u, tint('#d9a878', 0.1), tint('#a8704e', 0.1)) +
      cupola(w * 0.3, h * 0.585, 22 * u, tint('#d9a878', 0.14), tint('#a8704e', 0.14)) +
      block(w * 0.3 - 21 * u, h * 0.58, 42 * u, 30 * u, tint('#c98f63', 0.12)) +
      line(`M${num(w * 0.5)} ${num(h * 0.562 - 60 * u)}v${num(-11 * u)}`, tint('#e3b07c', 0.1), 1.8 * u) +
      cupola(w * 0.5, h * 0.562, 40 * u, tint('#2f8f86', 0.1), tint('#1f6b66', 0.1)) +
      drum(w * 0.5, h * 0.56, 80 * u) +
      block(w * 0.5 - 50 * u, h * 0.595, 100 * u, 30 * u, tint('#d0996a', 0.1)),
    front:
      block(0, wallTop + h * 0.05, w, h, tint('#c98a5c')) +
      block(0, wallTop + h * 0.05, w, 5 * u, tint('#e3b07c')) +
      shape(arches, mix(tint('#4a2a2c'), inks.ink, 0.3)) +
      line(
        `M0 ${num(h * 0.65)}${Array.from({ length: stalls }, (_, at) => `Q${num(pitch * (at + 0.5))} ${num(h * 0.682)} ${num(pitch * (at + 1))} ${num(h * 0.65)}`).join('')}`,
        inks.ink,
        u,
      ) +
      market +
      block(0, h * 0.84, w, h, tint('#5a3730')) +
      // With a boat before it the market stands at a creek.
      (canvas.guest ? block(0, h * 0.865, w, h, tint('#2f7480')) : '') +
      ripples(canvas, h * 0.85, h * (canvas.guest ? 0.97 : 0.9), tint(canvas.guest ? '#8cc0bd' : '#8d5a45'), canvas.guest ? 22 : 14, 0.6) +
      (canvas.guest ? '' : quay),
    stage: { x: w * 0.6, ground: h * 0.612, horizon: h * 0.57, height: h * 0.44, width: w * 0.74, air: 0.08, near: [w * 0.52, h * 0.945] },
  };
}
