import { block, disc, line, shape } from '../shapes.ts';
import { arcade, arched, dome, onion, spire, wall, type LandmarkDrawing } from './landmark.ts';
import type { Paint, Paints } from './paints.ts';

/** Mosques, and a tomb in their manner. */
const crescent = (x: number, y: number, paints: Paints, tall = 9): string =>
  line(`M${x} ${y}v${-tall}`, paints.flat('#b98a3c'), 1.3) + disc(x, y - tall, 1.7, paints.flat('#d9a94e'));

/** A pencil minaret with balconies. */
function pencil(x: number, tall: number, paint: Paint, roof: Paint, balconies = 2): string {
  let drawn = wall(x - 3.2, 0, 6.4, tall * 0.84, paint, 0.42) + spire(x, -tall * 0.84, 6.8, tall * 0.16, roof);
  for (let at = 0; at < balconies; at += 1)
    drawn += block(x - 5, -tall * (0.74 - at * 0.24), 10, 3.2, paint.lit) + block(x + 1, -tall * (0.74 - at * 0.24), 4, 3.2, paint.shade);
  return drawn;
}

export const blueMosque: LandmarkDrawing = {
  width: 236,
  height: 150,
  size: 1,
  stands: 'ground',
  draw: (paints) => {
    const [stone, lead] = [paints.of('#d8d2c6'), paints.of('#8b9aa6')];
    return (
      pencil(-84, 122, stone, lead) +
      pencil(84, 122, stone, lead) +
      dome(-40, -54, 50, 24, lead) +
      dome(40, -54, 50, 24, lead) +
      dome(0, -76, 82, 46, lead) +
      block(-42, -80, 84, 8, stone.lit) +
      shape(arcade(-36, 36, 9, -73, 4, 6), paints.opening) +
      wall(-44, -54, 88, 20, stone) +
      dome(0, -54, 54, 18, lead) +
      wall(-66, 0, 132, 56, stone, 0.3) +
      dome(-70, -36, 30, 15, lead) +
      dome(70, -36, 30, 15, lead) +
      wall(-88, 0, 176, 36, stone, 0.26) +
      dome(-96, -22, 20, 10, lead) +
      dome(96, -22, 20, 10, lead) +
      wall(-112, 0, 224, 22, stone, 0.22) +
      shape(arcade(-56, 56, 9, -38, 5, 9) + arcade(-104, 104, 17, -3, 6.4, 13), paints.opening) +
      pencil(-58, 144, stone, lead, 3) +
      pencil(58, 144, stone, lead, 3) +
      pencil(-108, 88, stone, lead, 1) +
      pencil(108, 88, stone, lead, 1) +
      crescent(0, -121, paints)
    );
  },
};

export const hagiaDome: LandmarkDrawing = {
  width: 230,
  height: 132,
  size: 0.96,
  stands: 'ground',
  draw: (paints) => {
    const [rose, lead, white] = [paints.of('#cf8f78'), paints.of('#8f9ba1'), paints.of('#e8dccb')];
    return (
      pencil(-102, 112, white, lead) +
      pencil(100, 112, rose, lead) +
      dome(0, -74, 92, 38, lead) +
      block(-47, -82, 94, 12, rose.main) +
      block(20, -82, 27, 12, rose.shade) +
      shape(arcade(-40, 40, 11, -72, 4, 8), paints.opening) +
      dome(-58, -52, 52, 24, lead) +
      dome(58, -52, 52, 24, lead) +
      wall(-52, 0, 104, 72, rose, 0.3) +
      shape('M-36-44a36 30 0 0 1 72 0z', rose.lit) +
      shape(arcade(-24, 24, 7, -48, 4.5, 9) + arcade(-30, 30, 7, -26, 5, 12), paints.opening) +
      wall(-82, 0, 32, 52, rose, 0.2) +
      wall(50, 0, 32, 52, rose, 0.5) +
      wall(-40, 0, 16, 80, rose, 0.4) +
      wall(28, 0, 16, 80, rose, 0.5) +
      dome(-92, -26, 28, 13, lead) +
      dome(92, -26, 28, 13, lead) +
      wall(-112, 0, 224, 27, rose, 0.22) +
      shape(arcade(-104, 104, 15, -4, 7, 14), paints.opening) +
      pencil(-74, 126, white, lead) +
      pencil(74, 126, white, lead) +
      crescent(0, -111, paints)
    );
  },
};

/** White marble, three bulbous domes, four slim minarets with gilt heads. */
export const sheikhMosque: LandmarkDrawing = {
  width: 240,
  height: 138,
  size: 0.96,
  stands: 'ground',
  draw: (paints) => {
    const [marble, gold] = [paints.of('#f4efe4'), paints.of('#d9a94e')];
    const tower = (x: number) =>
      wall(x - 5, 0, 10, 56, marble, 0.4) +
      wall(x - 3.6, -56, 7.2, 36, marble, 0.4) +
      wall(x - 2.4, -92, 4.8, 22, marble, 0.4) +
      block(x - 6, -58, 12, 3, marble.lit) +
      block(x - 5, -94, 10, 3, marble.lit) +
      onion(x, -114, 6, 12, gold);
    const crown = (x: number, y: number, size: number) =>
      block(x - size * 0.36, y - size * 0.14, size * 0.72, size * 0.16, marble.lit) +
      onion(x, y - size * 0.12, size * 0.92, size * 0.86, marble) +
      crescent(x, y - size * 0.95, paints, size * 0.16);
    return (
      tower(-98) +
      tower(98) +
      crown(-38, -46, 40) +
      crown(38, -46, 40) +
      wall(-26, -40, 52, 18, marble) +
      crown(0, -56, 62) +
      wall(-60, 0, 120, 46, marble, 0.28) +
      wall(-22, 0, 44, 52, marble, 0.3) +
      [-74, -58, 58, 74].map((x) => crown(x, -30, 15)).join('') +
      wall(-116, 0, 232, 30, marble, 0.2) +
      wall(-18, 0, 36, 40, marble, 0.3) +
      shape(arched(0, 0, 18, 30) + arcade(-108, -30, 7, 0, 7, 17) + arcade(30, 108, 7, 0, 7, 17), paints.opening) +
      block(-116, -31, 232, 2.4, gold.main)
    );
  },
};

/** A holy city's tower alone: a tall minaret over arcades. No sacred building is pictured. */
export const tallMinaret: LandmarkDrawing = {
  width: 120,
  height: 196,
  size: 1.1,
  stands: 'ground',
  draw: (paints) => {
    const [stone, pale, gold] = [paints.of('#d9cdb8'), paints.of('#efe8da'), paints.of('#d0a14a')];
    return (
      wall(-58, 0, 116, 26, stone, 0.24) +
      wall(-12, 0, 24, 74, stone, 0.4) +
      block(-15, -78, 30, 6, pale.lit) +
      block(4, -78, 11, 6, pale.shade) +
      wall(-9.5, -78, 19, 42, pale, 0.4) +
      block(-13, -123, 26, 5, pale.lit) +
      block(3, -123, 10, 5, pale.shade) +
      wall(-7, -123, 14, 28, pale, 0.4) +
      block(-9.5, -153, 19, 4, pale.lit) +
      wall(-4.5, -153, 9, 14, pale, 0.4) +
      onion(0, -166, 11, 16, gold) +
      crescent(0, -181, paints, 10) +
      shape(
        arched(0, -52, 9, 16) +
          arched(0, -22, 9, 18) +
          arched(0, -92, 7, 20) +
          arched(0, -130, 5, 14) +
          arcade(-50, -20, 4, 0, 7.5, 17) +
          arcade(20, 50, 4, 0, 7.5, 17),
        paints.opening,
      ) +
      shape('M-58-26h116v-3h-116z', pale.lit)
    );
  },
};

export const taj: LandmarkDrawing = {
  width: 236,
  height: 142,
  size: 0.98,
  stands: 'ground',
  draw: (paints) => {
    const [marble, gold] = [paints.of('#f3ece0'), paints.of('#c99a4a')];
    const minaret = (x: number) =>
      shape(`M${x - 4.5} -10L${x - 3} -92h6L${x + 4.5} -10z`, marble.main) +
      shape(`M${x + 0.6} -10L${x + 0.6} -92H${x + 3}L${x + 4.5} -10z`, marble.shade) +
      [-38, -64, -90].map((y) => block(x - 5.4, y, 10.8, 2.6, marble.lit)).join('') +
      onion(x, -92, 8, 11, marble);
    const chhatri = (x: number) =>
      block(x - 8, -76, 16, 12, marble.main) +
      block(x + 2, -76, 6, 12, marble.shade) +
      shape(arcade(x - 4.5, x + 4.5, 3, -65, 2.6, 8), paints.opening) +
      onion(x, -76, 18, 16, marble);
    return (
      minaret(-104) +
      minaret(104) +
      chhatri(-31) +
      chhatri(31) +
      wall(-20, -60, 40, 22, marble, 0.36) +
      onion(0, -80, 50, 48, marble) +
      crescent(0, -126, paints, 13) +
      shape('M-58-10V-58l8-8h100l8 8v48z', marble.main) +
      shape('M30-10v-56h20l8 8v48z', marble.shade) +
      block(-20, -76, 40, 66, marble.lit) +
      block(12, -76, 8, 66, marble.main) +
      shape('M-13-10v-34c0-11 7-17 13-21 6 4 13 10 13 21v34z', paints.flat('#b9a790')) +
      shape('M-6-10v-18c0-6 3-9 6-11 3 2 6 5 6 11v18z', paints.opening) +
      shape(
        [-46, -32, 32, 46].flatMap((x) => [-14, -40].map((y) => `M${x - 4.5} ${y}v-11c0-5 2.5-7 4.5-9 2 2 4.5 4 4.5 9v11z`)).join(''),
        paints.flat('#a8967f'),
      ) +
      wall(-116, 0, 232, 10, marble, 0.3) +
      shape(arcade(-104, 104, 18, 0, 5, 7), paints.flat('#b3a28b')) +
      line('M-116-10.500h232', gold.main, 1)
    );
  },
};
