import { block, disc, line, num, put, shape } from '../shapes.ts';
import { arcade, arched, merlons, wall, type LandmarkDrawing } from './landmark.ts';

/** From the Bay of Bengal to Japan. */
export const pagoda: LandmarkDrawing = {
  width: 120,
  height: 224,
  size: 1,
  stands: 'ground',
  draw: (paints) => {
    const [wood, tile] = [paints.of('#a53c42'), paints.of('#3c2f3b')];
    let drawn = '';
    for (let floor = 0; floor < 5; floor += 1) {
      const y = -floor * 35;
      const [half, eave] = [29 - floor * 3.6, 58 - floor * 6.6];
      drawn += wall(-half, y, half * 2, 26, wood, 0.36);
      drawn += shape([-0.62, 0, 0.62].map((share) => arched(share * half, y - 3, 6.5, 16)).join(''), paints.pane);
      drawn += shape(
        `M${num(-eave - 2)} ${num(y - 27)}C${num(-eave * 0.74)} ${num(y - 25)} ${num(-half)} ${num(y - 31)} ${num(-half * 0.84)} ${num(y - 38)}H${num(half * 0.84)}C${num(half)} ${num(y - 31)} ${num(eave * 0.74)} ${num(y - 25)} ${num(eave + 2)} ${num(y - 27)}L${num(eave - 5)} ${num(y - 20)}H${num(-eave + 5)}Z`,
        tile.main,
      );
      drawn += shape(
        `M${num(half * 0.2)} ${num(y - 38)}H${num(half * 0.84)}C${num(half)} ${num(y - 31)} ${num(eave * 0.74)} ${num(y - 25)} ${num(eave + 2)} ${num(y - 27)}L${num(eave - 5)} ${num(y - 20)}H${num(half * 0.5)}Z`,
        tile.shade,
      );
      drawn += line(`M${num(-eave + 5)} ${num(y - 20)}H${num(eave - 5)}`, wood.lit, 1.4);
    }
    return (
      drawn +
      line('M0-178v-40', tile.main, 2.4) +
      [0, 1, 2, 3]
        .map((ring) => line(`M${num(-5 + ring * 0.7)} ${-186 - ring * 6}h${num(10 - ring * 1.4)}`, paints.flat('#c99a4a'), 1.8))
        .join('') +
      disc(0, -219, 2.4, paints.flat('#d9a94e'))
    );
  },
};

/** A junk under three battened sails; the boat lies on the water at 0. */
export const junk: LandmarkDrawing = {
  width: 100,
  height: 84,
  size: 0.74,
  stands: 'near',
  draw: (paints) => {
    const [sail, hull] = [paints.of('#b8402f'), paints.flat('#3a2620')];
    return (
      line('M2-8V-80M30-8v-50M-26-8v-42', hull, 1.6) +
      shape('M-8-14C-14-36-12-62 2-78 18-66 27-38 25-14z', sail.main) +
      shape('M2-78c16 12 25 40 23 64H12C14-36 11-60 2-78z', sail.shade) +
      shape('M29-14c2-16 2-30-2-44 11 8 18 26 17 44z', sail.main) +
      shape('M-15-14c-4-12-4-25-1-38-13 7-20 21-21 38z', sail.lit) +
      line('M-11-28h36M-12-42h34M-8-56h26M-4-68h14M-33-26h17M-28-38h13M31-28h12M30-42h9', sail.shade, 1) +
      shape('M-50-14h12v4h70v-8h16l-7 22h-76c-8 0-13-8-15-18z', hull) +
      line('M-36-6h70', paints.flat('#b9834f'), 1.4)
    );
  },
};

export const torii: LandmarkDrawing = {
  width: 130,
  height: 112,
  size: 0.72,
  stands: 'ground',
  draw: (paints) => {
    const [red, black] = [paints.of('#cf4a34'), paints.of('#33262c')];
    return (
      shape('M-42 0l5-92h10l-1 92zM28 0l-1-92h10l5 92z', red.main) +
      shape('M-35 0l2-92h6l-1 92zM35 0l-1-92h3l5 92z', red.shade) +
      shape('M-44 0l1-10h16l1 10zM26 0l1-10h16l1 10z', black.main) +
      shape('M-58-72h116v9H-58z', red.main) +
      shape('M-5-92H5v22H-5z', red.shade) +
      shape('M-64-100C-30-92 30-92 64-100l-3 13C30-82-30-82-61-87z', red.main) +
      shape('M-67-109C-30-99 30-99 67-109l-3 11C30-90-30-90-64-98z', black.main) +
      line('M-56-64H56', red.shade, 1.6)
    );
  },
};

/** The wall runs over its own hills, tower by tower, towards us. */
export const greatWall: LandmarkDrawing = {
  width: 330,
  height: 150,
  size: 0.92,
  stands: 'mountain',
  draw: (paints) => {
    const [hill, near, stone] = [paints.of('#7f9a76'), paints.of('#688663'), paints.of('#d9c39a')];
    const tower = (x: number, y: number, size: number) =>
      put(
        wall(-10, 0, 20, 22, stone, 0.4) +
          shape(`${merlons(-11, -22, 22, 4)}`, stone.main) +
          shape(arcade(-5, 5, 2, -8, 4, 8), paints.opening),
        x,
        y,
        size,
      );
    return (
      shape('M-165 0C-140-60-110-92-76-104-50-112-30-84 0-92 40-104 60-146 96-148 130-146 150-80 165-40V0z', hill.main) +
      shape('M96-148c34 2 54 68 69 108V0H90c14-40 2-90 6-148z', hill.shade) +
      line('M-120-70C-90-106-60-112-40-96-14-78 6-92 28-106 50-122 66-146 96-147 118-144 126-124 140-104', stone.main, 6) +
      line('M-120-67C-90-103-60-109-40-93-14-75 6-89 28-103 50-119 66-143 96-144 118-141 126-121 140-101', stone.shade, 2) +
      tower(96, -143, 0.9) +
      tower(-76, -103, 0.8) +
      tower(14, -97, 0.7) +
      shape('M-165 0C-150-40-120-50-90-48-50-46-20-20 20-26 70-34 110-70 165-44V0z', near.main) +
      line('M-104-12C-80-40-56-38-30-24-4-12 24-16 48-30 78-46 104-58 130-52', stone.lit, 11) +
      line('M-104-7C-80-35-56-33-30-19-4-7 24-11 48-25 78-41 104-53 130-47', stone.shade, 3) +
      tower(-70, -30, 1.3) +
      tower(66, -38, 1.45)
    );
  },
};

export const angkor: LandmarkDrawing = {
  width: 236,
  height: 124,
  size: 0.8,
  stands: 'ground',
  draw: (paints) => {
    const stone = paints.of('#b99a76');
    const tower = (x: number, y: number, size: number) =>
      put(
        shape('M-17 0C-19-14-17-34-10-50-7-60-3-66 0-74 3-66 7-60 10-50 17-34 19-14 17 0z', stone.main) +
          shape('M0-74C3-66 7-60 10-50 17-34 19-14 17 0H4C8-20 6-50 0-74z', stone.shade) +
          line('M-17-12H17M-16-24H16M-13.5-36H13.500M-10-48H10M-6-58H6', stone.lit, 1.6),
        x,
        y,
        size,
      );
    return (
      tower(-66, -34, 0.72) +
      tower(66, -34, 0.72) +
      tower(-32, -44, 0.86) +
      tower(32, -44, 0.86) +
      tower(0, -48, 1.02) +
      wall(-44, 0, 88, 52, stone, 0.3) +
      wall(-84, 0, 168, 36, stone, 0.26) +
      wall(-116, 0, 232, 20, stone, 0.2) +
      shape('M-14-52L0-66l14 14zM-12-20L0-36l12 16z', stone.lit) +
      shape(
        `${arcade(-108, 108, 22, -4, 5, 11)}${arcade(-76, 76, 14, -24, 5, 9)}${arched(0, 0, 12, 24)}${arcade(-36, 36, 7, -40, 5, 9)}`,
        paints.opening,
      ) +
      shape('M-118-20h236v-3h-236zM-86-36h172v-3H-86z', stone.lit)
    );
  },
};

/** Three hotel towers under one garden roof. */
export const marinaTowers: LandmarkDrawing = {
  width: 190,
  height: 132,
  size: 0.84,
  stands: 'ground',
  draw: (paints) => {
    const [glass, deck] = [paints.of('#9fb9c2'), paints.of('#f1ecdf')];
    const tower = (x: number) =>
      shape(
        `M${x - 20} 0C${x - 16}-40 ${x - 13}-80 ${x - 13}-108h26C${x + 13}-80 ${x + 16}-40 ${x + 20} 0H${x + 6}l-2-40-4 40z`,
        glass.main,
      ) +
      shape(`M${x + 3}-108h10C${x + 13}-80 ${x + 16}-40 ${x + 20} 0H${x + 6}l-3-66z`, glass.shade) +
      line(`M${x - 17}-28h33M${x - 15}-48h29M${x - 14}-68h27M${x - 13}-88h26`, glass.lit, 1.5);
    return (
      tower(-54) +
      tower(0) +
      tower(54) +
      shape('M-94-116C-60-126 50-128 95-121c2 5-8 11-20 12H-72c-12 0-20-3-22-7z', deck.main) +
      shape('M-90-112C-50-115 50-115 92-117c-4 4-10 8-17 8H-72c-8 0-14-1-18-3z', deck.shade) +
      [-60, -44, -20, -6, 16, 34, 52, 70].map((x) => disc(x, -124, 4.5, paints.flat('#4f8a5c'))).join('') +
      wall(-80, 0, 160, 12, glass, 0.3)
    );
  },
};

export const petronas: LandmarkDrawing = {
  width: 130,
  height: 236,
  size: 1.16,
  stands: 'ground',
  draw: (paints) => {
    const steel = paints.of('#b9c6c8');
    const tower = (x: number) =>
      put(
        shape('M-22 0V-118h4v-30h4v-22h3.500v-16h3.500v-14h4l1.5-36h3l1.5 36h4v14h3.500v16h3.500v22h4v30h4V0z', steel.main) +
          shape('M0-236h1.500L3-200h4v14h3.500v16h3.500v22h4v30h4V0H6V-118H4v-52H2z', steel.shade) +
          line('M-22-20h44M-22-40h44M-22-60h44M-22-80h44M-22-100h44M-18-130h36M-14-156h28', steel.lit, 1.5) +
          disc(0, -204, 4, steel.lit),
        x,
        0,
      );
    return (
      tower(-38) +
      tower(38) +
      shape('M-18-104h36v6h-36z', steel.main) +
      line('M0-98L-17-70M0-98L17-70', steel.shade, 2) +
      wall(-65, 0, 130, 14, steel, 0.3)
    );
  },
};

export const borobudur: LandmarkDrawing = {
  width: 236,
  height: 104,
  size: 0.64,
  stands: 'ground',
  draw: (paints) => {
    const stone = paints.of('#8f8577');
    const terrace = (half: number, y: number, tall: number) =>
      block(-half, y - tall, half * 2, tall, stone.main) +
      block(half * 0.4, y - tall, half * 0.6, tall, stone.shade) +
      block(-half - 2, y - tall - 2, half * 2 + 4, 3, stone.lit);
    const bell = (x: number, y: number, size: number) =>
      put(
        shape('M-7 0C-7-8-4-13 0-14 4-13 7-8 7 0z', stone.main) +
          shape('M0-14C4-13 7-8 7 0H2C3-6 2-11 0-14z', stone.shade) +
          line('M0-14v-6', stone.main, 2),
        x,
        y,
        size,
      );
    const row = (from: number, count: number, y: number, size: number) => {
      let bells = '';
      for (let at = 0; at < count; at += 1) bells += bell(from + (at * -2 * from) / (count - 1), y, size);
      return bells;
    };
    return (
      bell(0, -66, 2.1) +
      row(-30, 5, -64, 0.9) +
      terrace(44, -56, 8) +
      row(-52, 8, -56, 0.9) +
      terrace(62, -46, 10) +
      terrace(78, -34, 12) +
      terrace(96, -18, 16) +
      terrace(116, 0, 18) +
      shape(`${arcade(-86, 86, 13, -22, 4, 8)}${arcade(-106, 106, 13, -4, 4.5, 9)}${arcade(-68, 68, 13, -37, 3.5, 6)}`, paints.opening) +
      shape('M-13 0l7-64H6L13 0z', stone.lit) +
      line('M-10-14H10M-9-28H9M-7-42H7M-6-54H6', stone.shade, 1.6)
    );
  },
};

/** Stepped paddies, each holding a strip of sky. */
export const riceTerrace: LandmarkDrawing = {
  width: 340,
  height: 150,
  size: 0.9,
  stands: 'mountain',
  draw: (paints) => {
    // Steps down a slope: a bank of earth, a strip of water that holds the sky, the green that stands in it.
    const greens = ['#5f8646', '#769b52', '#8fb064', '#a9c178'].map((colour) => paints.of(colour));
    const [water, hill] = [paints.flat('#cfe4dc'), paints.of('#6d9159')];
    const edge = (left: number, right: number, y: number, sway: number) =>
      `C${left + (right - left) * 0.3}-${y - sway} ${left + (right - left) * 0.62}-${y + sway} ${right}-${y - 4}`;
    let drawn =
      shape('M-150 0C-124-66-74-140-14-148 44-154 110-96 176 0z', hill.main) +
      shape('M34-142C84-128 128-70 176 0H84C86-50 70-104 34-142z', hill.shade);
    for (let at = 0; at < 7; at += 1) {
      const y = 128 - at * 19;
      const [left, right, sway] = [-84 - at * 13, 58 + at * 18, (at % 2 ? -1 : 1) * (10 + at)];
      const green = greens[at % 4]!;
      drawn += shape(`M${left}-${y}${edge(left, right, y, sway)}L${right + 12} 0H${left - 10}z`, green.shade);
      drawn += shape(
        `M${left - 2}-${y - 4}${edge(left - 2, right + 2, y - 4, sway)}L${right + 12} 0H${left - 10}z`,
        at % 3 === 1 ? water : green.main,
      );
      drawn += line(`M${left + 8}-${y - 10}${edge(left + 8, right - 8, y - 10, sway)}`, at % 3 === 1 ? green.main : green.lit, 1.4);
    }
    return (
      drawn +
      put(wall(-10, 0, 20, 9, paints.of('#a8744a')) + shape('M-16-8L0-22 16-8z', paints.flat('#c9a15c')), 46, -86) +
      put(wall(-8, 0, 16, 7, paints.of('#a8744a')) + shape('M-13-6L0-18 13-6z', paints.flat('#c9a15c')), -70, -62)
    );
  },
};
