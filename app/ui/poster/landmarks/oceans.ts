import { block, disc, line, num, put, shape } from '../shapes.ts';
import { wall, type LandmarkDrawing } from './landmark.ts';

/** The Americas, southern Africa, Australia and the Pacific. */
export const operaSails: LandmarkDrawing = {
  width: 226,
  height: 112,
  size: 0.8,
  stands: 'ground',
  draw: (paints) => {
    const [tile, granite] = [paints.of('#fbf6ea'), paints.of('#c2936c')];
    /** One shell from its foot at x, leaning over to the right (or left), with its open mouth in shadow. */
    const shell = (x: number, width: number, tall: number, side: 1 | -1, y = -12) => {
      const at = (dx: number, dy: number) => `${num(x + side * width * dx)} ${num(y - tall * dy)}`;
      return (
        shape(`M${at(0, 0)}C${at(0.1, 0.6)} ${at(0.48, 0.95)} ${at(1, 1)}C${at(0.84, 0.62)} ${at(0.8, 0.3)} ${at(0.84, 0)}Z`, tile.lit) +
        shape(
          `M${at(1, 1)}C${at(0.72, 0.72)} ${at(0.54, 0.34)} ${at(0.5, 0)}H${num(x + side * width * 0.84)}C${at(0.8, 0.3)} ${at(0.84, 0.62)} ${at(1, 1)}Z`,
          side > 0 ? tile.shade : tile.main,
        )
      );
    };
    return (
      shell(-34, 88, 98, 1) +
      shell(-66, 78, 76, 1) +
      shell(-92, 62, 52, 1) +
      shell(96, 56, 62, -1) +
      shell(106, 36, 36, -1) +
      shape('M-112 0l8-13h210l8 13z', granite.main) +
      shape('M40-13h66l8 13H52z', granite.shade) +
      line('M-104-9h204', granite.lit, 1.4) +
      block(-60, -9, 90, 3, paints.opening)
    );
  },
};

export const harbourBridge: LandmarkDrawing = {
  width: 300,
  height: 100,
  size: 0.62,
  stands: 'span',
  draw: (paints) => {
    const [steel, pylon] = [paints.of('#6d7f8a'), paints.of('#cdbb9c')];
    let hangers = '';
    let lattice = '';
    for (let at = 1; at < 14; at += 1) {
      const share = at / 14;
      const x = -108 + share * 216;
      const low = 36 + 44 * 4 * share * (1 - share);
      hangers += `M${num(x)}-${num(low - 4)}V-30`;
      lattice += `M${num(x)}-${num(low)}v-${num(14 - 5 * 4 * share * (1 - share))}l15.4 ${num(at < 7 ? 4 : 10)}`;
    }
    return (
      line('M-108-30Q0-122 108-30', steel.main, 4.5) +
      line('M-108-48Q0-138 108-48', steel.main, 3.4) +
      line(lattice, steel.main, 1.3) +
      line(hangers, steel.main, 1.4) +
      block(-420, -32, 840, 5, steel.shade) +
      line('M-420-33h840', steel.lit, 1.2) +
      line([-380, -330, -280, -230, -180, -140, 140, 180, 230, 280, 330, 380].map((x) => `M${x} 0v-28`).join(''), steel.shade, 3) +
      wall(-122, 0, 15, 62, pylon, 0.4) +
      wall(107, 0, 15, 62, pylon, 0.4) +
      block(-124, -52, 19, 4, pylon.lit) +
      block(105, -52, 19, 4, pylon.lit)
    );
  },
};

export const statueLiberty: LandmarkDrawing = {
  width: 100,
  height: 206,
  size: 1.04,
  stands: 'ground',
  draw: (paints) => {
    const [copper, granite, flame] = [paints.of('#7fb3a0'), paints.of('#cdb592'), paints.flat('#f2b544')];
    return (
      shape('M-50 0l6-14h88l6 14z', granite.main) +
      shape('M-30-14l5-44h50l5 44z', granite.main) +
      shape('M8-14v-44h17l5 44zM20 0v-14h24l6 14z', granite.shade) +
      shape('M-28-58h56v-5h-56zM-22-63h44v-7h-44z', granite.lit) +
      shape('M-8-36H8v22H-8z', paints.opening) +
      // Robe, from the feet to the shoulders.
      shape('M-19-70C-18-100-16-122-11-138-9-146-3-150 2-150 10-148 14-140 15-130 17-110 19-92 20-70z', copper.main) +
      shape('M4-150c6 2 10 10 11 20 2 20 4 38 5 60H7C10-98 8-124 4-150z', copper.shade) +
      line('M-11-74C-10-100-8-118-4-132M-1-74C0-96 1-112 2-126', copper.shade, 1.6) +
      // The raised arm, the torch, the tablet.
      shape('M-12-140C-16-154-20-166-22-180h7c2 12 6 22 13 34z', copper.main) +
      shape('M-25-180h13l-2-5h-9zM-21-185h5l1-5h-7z', copper.shade) +
      shape('M-18.5-206c5 6 5 10 3.5 16h-7c-1.5-6-1.5-10 3.5-16z', flame) +
      shape('M12-134l11 3-4 26-10-3z', copper.lit) +
      disc(2, -158, 7.5, copper.main) +
      shape('M4-165c4 1 6 5 5.5 9-1 4-4 6-6.5 6 2-5 2-10 1-15z', copper.shade) +
      shape('M-6-160l-8-6 9 1-5-9 8 7-1-11 5 10 4-10v11l8-6-5 8 9-1-8 6z', copper.main)
    );
  },
};

export const goldenGate: LandmarkDrawing = {
  width: 320,
  height: 136,
  size: 0.86,
  stands: 'span',
  alone: true,
  draw: (paints) => {
    const [red, pier] = [paints.of('#c4492f'), paints.of('#a99a86')];
    const tower = (x: number) =>
      shape(`M${x - 12} 0l2-134h6v134zM${x + 6} 0v-134h6l2 134z`, red.main) +
      shape(`M${x + 9} 0v-134h3l2 134zM${x - 6} 0v-134h2v134z`, red.shade) +
      [-132, -108, -82, -54].map((y) => block(x - 9, y, 18, 7, red.main)).join('') +
      block(x - 17, -8, 34, 8, pier.main) +
      block(x + 4, -8, 13, 8, pier.shade);
    let hangers = '';
    for (let x = -62; x <= 62; x += 12.4) hangers += `M${num(x)}-34V-${num(40 + 90 * (x / 74) ** 2)}`;
    for (let at = 1; at < 6; at += 1) {
      const drop = num(34 + 96 * (1 - at / 6) ** 1.4);
      hangers += `M${num(-74 - at * 14)}-34V-${drop}M${num(74 + at * 14)}-34V-${drop}`;
    }
    return (
      line(hangers, red.main, 1) +
      line('M-160-36Q-104-58-74-132Q0 52 74-132Q104-58 160-36', red.main, 2.4) +
      tower(-74) +
      tower(74) +
      block(-420, -36, 840, 6, red.main) +
      line('M-420-29h840', red.shade, 2) +
      line([-390, -340, -290, -240, -190, 190, 240, 290, 340, 390].map((x) => `M${x} 0v-28`).join(''), red.shade, 2.4)
    );
  },
};

export const cnTower: LandmarkDrawing = {
  width: 84,
  height: 262,
  size: 1.24,
  stands: 'ground',
  draw: (paints) => {
    const [concrete, glass] = [paints.of('#c9c6bd'), paints.of('#6f8796')];
    return (
      shape('M-15 0C-8-60-5-110-4.5-162h9C5-110 8-60 15 0z', concrete.main) +
      shape('M1 0C2-60 2-110 1-162h3.500C5-110 8-60 15 0z', concrete.shade) +
      shape('M-17-168c2-8 8-10 17-10s15 2 17 10c-1 6-6 9-11 10H-6c-5-1-10-4-11-10z', concrete.main) +
      shape('M4-178c8 1 12 4 13 10-1 6-6 9-11 10H2c4-6 5-14 2-20z', concrete.shade) +
      shape('M-16-171h32v4h-32z', paints.opening === '#f3c067' ? paints.opening : glass.main) +
      block(-6, -188, 12, 11, glass.main) +
      shape('M-3.5-188L-2.5-216h5l1 28z', concrete.main) +
      block(-5, -212, 10, 5, concrete.lit) +
      line('M0-214v-46', paints.of('#b8402f').main, 1.8) +
      shape('M-42 0C-40-16-22-20-8-18V0z', glass.main) +
      shape('M-42 0C-40-16-22-20-8-18V-9C-22-12-34-8-42 0z', concrete.lit) +
      wall(12, 0, 30, 20, glass, 0.5)
    );
  },
};

export const christHill: LandmarkDrawing = {
  width: 320,
  height: 206,
  size: 1.1,
  stands: 'mountain',
  draw: (paints) => {
    const [hill, low, stone] = [paints.of('#4f8474'), paints.of('#5f9583'), paints.of('#f1ece0')];
    return (
      shape('M-160 0C-130-34-110-52-80-52-52-50-40-26-10 0z', low.main) +
      shape('M-78-52C-52-50-40-26-10 0h-50C-62-24-68-38-78-52z', low.shade) +
      shape('M-60 0C-30-56-18-130 8-152 14-158 26-158 32-152 62-128 92-54 160 0z', hill.main) +
      shape('M20-156c4 0 9 1 12 4C62-128 92-54 160 0H64C60-50 44-112 20-156z', hill.shade) +
      shape('M12-152h16v-7H12zM15-159h10v-5H15z', stone.shade) +
      shape('M16-164l1-26h6l1 26z', stone.main) +
      shape('M20-190h3l1 26h-3z', stone.shade) +
      shape('M-6-193c10-1 18-1 22-3h8c4 2 12 2 22 3v4c-8 0-14 1-20 3l-1 8h-10l-1-8c-6-2-12-3-20-3z', stone.main) +
      disc(20, -200, 3.6, stone.main) +
      line('M-70-50C-40-90-6-120 6-146', paints.ink, 0.9)
    );
  },
};

export const machuPicchu: LandmarkDrawing = {
  width: 320,
  height: 216,
  size: 1.14,
  stands: 'mountain',
  draw: (paints) => {
    const [peakPaint, ridgePaint, terrace, stone] = [
      paints.of('#5d8a70'),
      paints.of('#6f9a72'),
      paints.of('#9cb56a'),
      paints.of('#cbbfa6'),
    ];
    let steps = '';
    let walls = '';
    for (let at = 0; at < 7; at += 1) {
      const y = -64 + at * 9;
      steps += `M${-96 - at * 8} ${y + 8}C${-60 - at * 5} ${y - 6} ${-20 - at * 2} ${y - 2} ${20 + at * 6} ${y + 6}`;
    }
    for (const [x, y] of [
      [-70, -74],
      [-50, -82],
      [-28, -86],
      [-6, -84],
      [16, -76],
      [-40, -70],
      [-16, -70],
      [6, -66],
    ] as const)
      walls += `M${x}-${-y - 8}v-8l5-7 5 7v8z`;
    return (
      shape('M-160 0C-130-60-112-78-96-96-84-112-78-120-66-116-52-108-40-60-20 0z', ridgePaint.main) +
      shape('M-40 0C0-70 10-128 34-176 44-200 52-216 62-214 76-210 82-176 100-140 118-100 140-40 160 0z', peakPaint.main) +
      shape('M62-214c14 4 20 38 38 74 18 40 40 100 60 140H84c10-60 6-140-22-214z', peakPaint.shade) +
      shape('M34-176c6-6 10-14 14-12 6 6 2 18 10 26-12 0-10 14-22 22z', peakPaint.lit) +
      shape('M-150 0C-120-50-90-86-40-90 10-92 40-60 80-36 110-20 130-10 150 0z', ridgePaint.lit) +
      shape('M-40-90C10-92 40-60 80-36 110-20 130-10 150 0H30C36-30 0-70-40-90z', ridgePaint.shade) +
      line(steps, terrace.lit, 3) +
      shape(walls, stone.main) +
      shape('M-64-82h3v10h-3zM-22-94h3v10h-3zM0-92h3v10H0z', stone.shade)
    );
  },
};

export const moai: LandmarkDrawing = {
  width: 190,
  height: 104,
  size: 0.6,
  stands: 'ground',
  draw: (paints) => {
    const [stone, hat, grass] = [paints.of('#8d8478'), paints.of('#a8553f'), paints.of('#7f9a58')];
    const head = (x: number, size: number, topknot: boolean) =>
      put(
        shape('M-19 0l3-30c-3-8-4-16-2-26l2-20c1-8 8-10 16-10s15 2 16 10l2 20c2 10 1 18-2 26L19 0z', stone.main) +
          shape('M4-86c7 0 11 2 12 10l2 20c2 10 1 18-2 26L19 0H8l2-30C12-50 10-70 4-86z', stone.shade) +
          shape('M-17-66C-10-71-4-70-2-66l1 20h5l1-20c3-4 8-4 12 0l-1 4c-4-3-8-2-10 1l1 20-5 4h-6l-3-4V-61c-3-4-7-3-9 1z', stone.shade) +
          shape('M-10-33H9l-2 4H-8z', paints.flat('#4a433d')) +
          shape('M-19-62l-3 6v20l4 4zM19-62l3 6v20l-4 4z', stone.lit) +
          (topknot
            ? shape('M-14-84c0-8 4-16 14-16s14 8 14 16z', hat.main) + shape('M2-100c9 1 12 9 12 16H5c1-6 0-11-3-16z', hat.shade)
            : ''),
        x,
        -10,
        size,
      );
    return (
      head(-66, 0.78, false) +
      head(-22, 0.9, true) +
      head(26, 0.84, false) +
      head(70, 0.74, true) +
      shape('M-95 0l4-12H91l4 12z', stone.main) +
      shape('M30 0v-12h61l4 12z', stone.shade) +
      shape('M-95 0C-50-5 50-5 95 0z', grass.main)
    );
  },
};

export const chichenItza: LandmarkDrawing = {
  width: 216,
  height: 126,
  size: 0.82,
  stands: 'ground',
  draw: (paints) => {
    const stone = paints.of('#cdb892');
    let [tiers, shades, edges] = ['', '', ''];
    for (let tier = 0; tier < 9; tier += 1) {
      const [half, y] = [106 - tier * 9, -tier * 10.5];
      tiers += `M${-half} ${y}l3-10.500h${half * 2 - 6}l3 10.500z`;
      shades += `M${num(half * 0.3)} ${y}v-10.500h${num(half * 0.7 - 3)}l3 10.500z`;
      edges += `M${-half + 3} ${y - 10}h${half * 2 - 6}`;
    }
    return (
      shape(tiers, stone.main) +
      shape(shades, stone.shade) +
      line(edges, stone.lit, 1.5) +
      wall(-24, -94, 48, 24, stone, 0.4) +
      block(-27, -120, 54, 5, stone.lit) +
      shape('M-15 0l5-95h20l5 95z', stone.lit) +
      line([12, 24, 36, 48, 60, 72, 84].map((y) => `M${num(-14.5 + y * 0.05)}-${y}h${num(29 - y * 0.1)}`).join(''), stone.shade, 1.4) +
      shape('M-6-95v-15H6v15zM-18-97v-11h6v11zM12-97v-11h6v11z', paints.opening)
    );
  },
};

export const kilimanjaro: LandmarkDrawing = {
  width: 380,
  height: 142,
  size: 0.86,
  stands: 'mountain',
  draw: (paints) => {
    const [rock, low, snow] = [paints.of('#7d8a99'), paints.of('#6c7f86'), paints.of('#fbf7ef')];
    return (
      shape(
        'M-190 0C-144-22-106-60-76-98-64-116-54-130-38-133-22-129-4-138 14-137 30-136 40-132 48-131 60-126 70-110 84-92 110-58 140-26 190 0z',
        rock.main,
      ) +
      shape('M40-132c20 0 28 20 44 40 26 34 56 66 106 92H62C88-40 74-92 40-132z', rock.shade) +
      line('M-52-60C-44-46-48-30-58-14M-12-74C-8-54-14-34-16-18M24-70C32-52 26-34 32-16', rock.shade, 2) +
      // The ice lies on the rim and runs down the gullies in tongues.
      shape(
        'M-76-98c12-18 22-32 38-35 16 4 34-5 52-4 14 0 24 5 34 6 12 5 22 21 36 39-8 3-14-3-18 5-5 10-4 19-9 20-6-2-4-14-9-22-5-6-10-4-14 6-4 11-3 26-9 27-6-1-4-17-9-29-4-9-11-10-15-1-4 10-2 22-8 23-6-1-4-14-10-22-6-7-11-4-16 4-4 7-5 17-10 16-4-3-1-12-7-18-6-4-12 2-18-1-5-3-3-9-8-14z',
        snow.main,
      ) +
      shape('M48-131c12 5 22 21 36 39-8 3-14-3-18 5-5 10-4 19-9 20 2-26 0-44-9-64z', snow.shade) +
      shape('M-190 0C-140-16-90-22-40-14 20-6 100-22 190 0z', low.main)
    );
  },
};

export const tableMountain: LandmarkDrawing = {
  width: 380,
  height: 116,
  size: 0.76,
  stands: 'mountain',
  draw: (paints) => {
    const [rock, low, cloud] = [paints.of('#8f8a84'), paints.of('#6f9166'), paints.of('#fdfaf2')];
    // Buttresses between gullies: each catches the light on its left.
    const buttress = (x: number, wide: number, foot: number) =>
      shape(`M${x}-103l${wide * 0.55} 6 ${wide * 0.2} ${97 - foot}h${-wide * 0.9}z`, rock.lit) +
      shape(`M${x + wide * 0.55}-97l${wide * 0.45}-6 ${-wide * 0.06} ${103 - foot}h${-wide * 0.3}z`, rock.shade);
    return (
      shape(
        'M-190 0C-178-28-172-50-158-62-148-66-140-48-126-36-116-54-108-96-96-104L-60-107-20-104 30-108 84-104C96-98 98-74 108-60 116-52 122-72 132-84 142-90 150-68 158-50 168-28 178-16 190 0z',
        rock.main,
      ) +
      shape(
        'M62-106l22 2C96-98 98-74 108-60 116-52 122-72 132-84 142-90 150-68 158-50 168-28 178-16 190 0H96C102-40 84-74 62-106z',
        rock.shade,
      ) +
      buttress(-90, 30, 40) +
      buttress(-54, 34, 34) +
      buttress(-14, 30, 38) +
      buttress(22, 36, 34) +
      shape('M-190 0C-160-24-130-40-96-38-70-26-52-42-26-34 0-24 30-44 62-34 96-24 130-26 190 0z', low.main) +
      shape('M40-36C66-36 84-30 108-24 140-22 164-12 190 0H20C40-10 46-24 40-36z', low.shade) +
      shape(
        'M-104-101c-4-9 8-14 20-12 8-9 30-9 40-3 10-8 34-9 44-1 12-8 36-7 44 1 12-5 34-4 40 6 6 5 4 10 0 13-3 12-10 16-13 5-8 1-16-1-20-5-5 13-14 20-18 4-12 2-24 1-32-3-4 9-11 14-14 3-14 3-30 2-38-2-5 15-13 21-17 4-14 2-28 1-36-10z',
        cloud.main,
        'opacity=".94"',
      )
    );
  },
};

export const hotAirBalloons: LandmarkDrawing = {
  width: 200,
  height: 216,
  size: 1,
  stands: 'air',
  draw: (paints) => {
    const cream = paints.of('#f8ecd2');
    const balloon = (x: number, y: number, size: number, colour: string) => {
      const skin = paints.of(colour);
      return put(
        shape('M0-92C30-92 42-70 40-52 37-34 18-18 8-6H-8C-18-18-37-34-40-52-42-70-30-92 0-92z', skin.main) +
          shape('M0-92C14-92 18-70 16-52 14-34 8-18 4-6H-4C-8-18-14-34-16-52-18-70-14-92 0-92z', cream.main) +
          shape('M0-92C30-92 42-70 40-52 37-34 18-18 8-6H4C12-18 26-34 28-52 30-70 20-90 0-92z', skin.shade) +
          line('M-7-6l2 12M7-6L5 6', paints.ink, 1) +
          block(-6, 5, 12, 9, paints.flat('#7a4f37')),
        x,
        y,
        size,
      );
    };
    return (
      balloon(-62, -104, 0.6, '#0e6e73') +
      balloon(74, -128, 0.46, '#d9952f') +
      balloon(18, -14, 1.12, '#c8503c') +
      balloon(-84, -30, 0.34, '#7c4f6e')
    );
  },
};
