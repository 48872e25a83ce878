import { block, line, num, shape } from '../shapes.ts';
import { arcade, arched, dome, merlons, wall, type LandmarkDrawing } from './landmark.ts';
import type { Paint } from './paints.ts';

/** Round the Mediterranean and the Atlantic edge. */
const battlement = (x: number, y: number, width: number, height: number, paint: Paint, tooth = 4): string =>
  wall(x, y, width, height, paint) + shape(merlons(x, y - height + 0.4, width, tooth), paint.main);

export const alhambraWalls: LandmarkDrawing = {
  width: 276,
  height: 112,
  size: 0.86,
  stands: 'ground',
  draw: (paints) => {
    const [clay, pale, dark, tile] = [paints.of('#c97b4b'), paints.of('#dd9a63'), paints.of('#b96a41'), paints.of('#8e3e2c')];
    const roof = (x: number, y: number, width: number) =>
      shape(`M${num(x - 4)} ${y}l10-11h${num(width - 12)}l10 11z`, tile.main) +
      shape(`M${num(x + width * 0.6)} ${y - 11}h${num(width * 0.4 - 2)}l10 11h${num(-width * 0.3)}z`, tile.shade);
    return (
      battlement(-106, -8, 42, 78, clay) +
      battlement(4, -8, 52, 100, pale) +
      battlement(98, -8, 30, 84, clay) +
      battlement(-64, -8, 70, 56, dark) +
      battlement(56, -8, 44, 52, dark) +
      wall(-46, 0, 46, 62, pale) +
      roof(-46, -62, 46) +
      wall(64, 0, 34, 64, pale) +
      roof(64, -64, 34) +
      battlement(-136, 0, 272, 30, clay, 3.4) +
      battlement(-20, 0, 22, 44, pale) +
      shape(
        arcade(-94, -76, 2, -52, 5, 10) +
          arcade(14, 46, 4, -74, 5.4, 11) +
          arcade(14, 46, 4, -50, 5.4, 10) +
          arcade(-38, -8, 5, -44, 4, 10) +
          arcade(70, 92, 4, -44, 4, 10) +
          arcade(106, 120, 2, -60, 4.5, 9),
        paints.opening,
      ) +
      line('M-46-40h46M64-40h34', tile.shade, 1.2) +
      block(-136, -2, 272, 4, clay.shade)
    );
  },
};

export const colosseum: LandmarkDrawing = {
  width: 226,
  height: 104,
  size: 0.68,
  stands: 'ground',
  draw: (paints) => {
    const stone = paints.of('#dcbd92');
    const tier = (left: number, right: number, y: number, count: number, wide: number, tall: number) =>
      arcade(left, right, count, y, wide, tall);
    return (
      // The inner ring shows where the outer wall has fallen.
      shape('M20-64C52-64 84-60 104-52L110 0H10z', stone.shade) +
      shape('M-112 0v-92c20-7 60-11 96-12l2 22 14 3v14l18 5v15l24 8V0z', stone.main) +
      shape('M-20-104l6 22 14 3v14l18 5v15l24 8V0H4C10-40-6-74-20-104z', stone.shade) +
      shape('M-112-92c20-7 60-11 96-12v5c-36 1-76 5-96 12z', stone.lit) +
      line('M-112-66C-80-71-40-74-2-74M-112-36C-70-40-20-42 36-38', stone.lit, 2.4) +
      shape(
        `${tier(-103, -14, -72, 9, 4.5, 8)}${tier(-102, -6, -44, 8, 8, 17)}${tier(-102, 26, -8, 10, 8.6, 20)}${tier(52, 102, -34, 6, 5.5, 13)}${tier(52, 104, -8, 6, 6, 15)}`,
        paints.opening,
      ) +
      block(-114, -4, 228, 4, stone.shade)
    );
  },
};

export const leaningTower: LandmarkDrawing = {
  width: 100,
  height: 176,
  size: 1,
  stands: 'ground',
  draw: (paints) => {
    const marble = paints.of('#f1e8d8');
    let floors = '';
    let openings = '';
    for (let floor = 0; floor < 6; floor += 1) {
      const y = -32 - floor * 20;
      floors += block(-29, y, 58, 3, marble.lit) + block(9, y, 20, 3, marble.shade);
      openings += arcade(-22, 22, 7, y - 2, 4.6, 12);
    }
    return (
      `<g transform="rotate(5.5)">${wall(-29, 2, 58, 34, marble, 0.4)}${wall(-27, -32, 54, 120, marble, 0.4)}${floors}${wall(-20, -152, 40, 20, marble, 0.4)}${block(-23, -174, 46, 4, marble.lit)}${shape(
        `${openings}${arcade(-20, 20, 5, 0, 6, 20)}${arcade(-13, 13, 4, -154, 5, 12)}`,
        paints.opening,
      )}</g>` + block(-46, -3, 92, 5, marble.shade)
    );
  },
};

export const eiffel: LandmarkDrawing = {
  width: 116,
  height: 226,
  size: 1.16,
  stands: 'ground',
  draw: (paints) => {
    const iron = paints.of('#8a6a55');
    const cross =
      'M-47-12l18-34M-29-12l-9-34M29-12l9-34M47-12L29-46M-31-58L-15-92M-20-58l-6-24M31-58L15-92M20-58l6-24M-11-104L8-140M11-104L-8-140M-6-146L5-180M6-146L-5-180';
    return (
      shape(
        'M-56 0C-34-36-14-96-6-164L-2.5-214H0V-164C-2-120-6-96-8-92h8v-4h-5L0-140v44c0-2 0 0 0 4v30h-22l-5 10H0v8C-20-44-30-22-34 0z',
        iron.main,
      ) +
      shape('M56 0C34-36 14-96 6-164L2.5-214H0V-164C2-120 6-96 8-92H0v30h22l5 10H0v8C20-44 30-22 34 0z', iron.shade) +
      line(cross, iron.lit, 1.2) +
      shape('M-33-60h66v7h-66zM-18-100h36v6h-36zM-7-188H7v5H-7z', iron.main) +
      block(4, -60, 29, 7, iron.shade) +
      shape('M-3.5-214h7v8h-7z', iron.main) +
      line('M0-214v-12', iron.main, 2) +
      shape('M-60 0h28l-2-7h-22zM60 0H32l2-7h22z', iron.shade)
    );
  },
};

export const sagradaSpires: LandmarkDrawing = {
  width: 150,
  height: 214,
  size: 1.1,
  stands: 'ground',
  draw: (paints) => {
    const [stone, accent] = [paints.of('#cfae84'), paints.flat('#e0a23c')];
    const tower = (x: number, tall: number, half: number) =>
      shape(
        `M${x - half} 0V${-tall * 0.5}C${x - half * 0.9} ${-tall * 0.8} ${x - half * 0.3} ${-tall * 0.95} ${x} ${-tall}C${x + half * 0.3} ${-tall * 0.95} ${x + half * 0.9} ${-tall * 0.8} ${x + half} ${-tall * 0.5}V0z`,
        stone.main,
      ) +
      shape(
        `M${x} ${-tall}C${x + half * 0.3} ${-tall * 0.95} ${x + half * 0.9} ${-tall * 0.8} ${x + half} ${-tall * 0.5}V0H${x + half * 0.2}V${-tall * 0.5}C${x + half * 0.2} ${-tall * 0.8} ${x + half * 0.1} ${-tall * 0.95} ${x} ${-tall}z`,
        stone.shade,
      ) +
      `<path d="M${x - half * 0.35} ${-tall * 0.24}V${-tall * 0.84}" stroke="${paints.opening}" stroke-width="${half * 0.5}" stroke-dasharray="3 4.5"/>` +
      shape(`M${x}-${tall + 8}l4 5-4 5-4-5z`, accent);
    return (
      tower(0, 204, 15) +
      tower(-50, 150, 9) +
      tower(50, 150, 9) +
      tower(-27, 176, 10) +
      tower(27, 176, 10) +
      wall(-74, 0, 148, 46, stone, 0.3) +
      shape('M-60-46l14-26 14 26zM32-46l14-26 14 26zM-26-46L0-92l26 46z', stone.lit) +
      shape('M0-92l26 46H6zM46-72l14 26H50z', stone.shade) +
      shape(
        `M-12 0v-24L0-48l12 24V0zM-50 0v-18l7-14 7 14V0zM36 0v-18l7-14 7 14V0z${arcade(-68, -60, 2, -14, 4, 14)}${arcade(60, 68, 2, -14, 4, 14)}`,
        paints.opening,
      )
    );
  },
};

export const belemTower: LandmarkDrawing = {
  width: 152,
  height: 128,
  size: 0.82,
  stands: 'ground',
  draw: (paints) => {
    const stone = paints.of('#efe3c8');
    const turret = (x: number, y: number) =>
      block(x - 6, y - 13, 12, 13, stone.main) +
      block(x + 1, y - 13, 5, 13, stone.shade) +
      shape(`M${x - 7} ${y - 12}c0-8 5-9 7-12 2 3 7 4 7 12z`, stone.lit) +
      shape(`M${x} ${y - 24}c2 3 7 4 7 12h-5c0-5-1-8-2-12z`, stone.shade);
    return (
      wall(-20, 0, 56, 100, stone, 0.4) +
      shape(merlons(-20, -100, 56, 5), stone.main) +
      wall(-10, -100, 36, 18, stone, 0.4) +
      shape(merlons(-10, -118, 36, 4.5), stone.main) +
      turret(-20, -92) +
      turret(36, -92) +
      turret(-10, -112) +
      turret(26, -112) +
      block(-24, -62, 64, 5, stone.lit) +
      block(16, -62, 24, 5, stone.shade) +
      shape('M-74 0l6-40h126l12 40z', stone.main) +
      shape('M30 0v-40h28l12 40z', stone.shade) +
      shape(merlons(-68, -39.5, 126, 5.5), stone.main) +
      turret(-68, -34) +
      turret(58, -34) +
      line('M-71-20H64', stone.lit, 1.6) +
      shape(
        `${arcade(-10, 26, 4, -66, 6, 14)}${arcade(-4, 20, 2, -42, 6, 12)}${arcade(-60, 50, 9, -6, 5, 9)}${arcade(0, 16, 2, -84, 5, 11)}`,
        paints.opening,
      )
    );
  },
};

/** A little yellow tram, with a stretch of its street. */
export const tram28: LandmarkDrawing = {
  width: 132,
  height: 92,
  size: 0.4,
  stands: 'near',
  draw: (paints) => {
    const [yellow, cream, dark] = [paints.of('#f0b63a'), paints.flat('#fbf3df'), paints.flat('#33262c')];
    return (
      line('M-4-62L18-90M-66-91H66', dark, 1.6) +
      shape('M-54-58c2-6 8-6 14-6h80c6 0 12 0 14 6z', dark) +
      shape('M-56-58h112l-2 50H-54z', yellow.main) +
      shape('M34-58h22l-2 50H34z', yellow.shade) +
      shape('M-56-58h112v21H-56z', cream) +
      shape(
        'M-50-54h15v16h-15zM-31-54h13v16h-13zM-14-54H-1v16h-13zM3-54h13v16H3zM20-54h12v16H20zM37-54h15v16H37z',
        paints.opening === '#f3c067' ? paints.opening : paints.flat('#48616d'),
      ) +
      line('M-55-22H55', yellow.shade, 2.4) +
      shape('M-60-10H60v5H-60z', dark) +
      shape('M-36-4a9 9 0 1 0 18 0zM18-4a9 9 0 1 0 18 0z', dark) +
      shape('M45-18a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM-53-18a4 4 0 1 0 8 0 4 4 0 1 0-8 0z', cream)
    );
  },
};

export const parthenon: LandmarkDrawing = {
  width: 232,
  height: 112,
  size: 0.7,
  stands: 'ground',
  draw: (paints) => {
    const [marble, rock] = [paints.of('#f1e3c6'), paints.of('#b59a78')];
    const columns = [-74, -53, -32, -11, 11, 32, 53, 74].map((x) => `M${x - 5.5}-34l1-44h9l1 44z`).join('');
    const sides = [-74, -53, -32, -11, 11, 32, 53, 74].map((x) => `M${x + 1}-34v-44h3.500l1 44z`).join('');
    return (
      shape('M-116 0C-104-14-96-24-84-26H86c14 4 22 16 30 26z', rock.main) +
      shape('M30-26h56c14 4 22 16 30 26H50C52-12 40-20 30-26z', rock.shade) +
      block(-76, -76, 152, 44, paints.opening) +
      shape(columns, marble.main) +
      shape(sides, marble.shade) +
      shape('M-88-26h176v-4H-88zM-84-30H84v-4H-84zM-83-91H83v13H-83z', marble.main) +
      shape('M-86-91L0-112 86-91z', marble.lit) +
      shape('M-62-92L0-107l62 15z', marble.shade) +
      line('M-80-84H80', marble.shade, 1.4) +
      shape('M30-91h53v13H30zM20-26h68v-4H20z', marble.shade)
    );
  },
};

export const santoriniDomes: LandmarkDrawing = {
  width: 214,
  height: 112,
  size: 0.78,
  stands: 'ground',
  draw: (paints) => {
    const [white, blue] = [paints.of('#fbf7ee'), paints.of('#2f79b4')];
    return (
      wall(-58, -26, 52, 34, white) +
      dome(-32, -59, 44, 25, blue) +
      block(-33.2, -92, 2.4, 10, white.main) +
      block(-36, -90, 8, 2.2, white.main) +
      wall(34, -22, 44, 26, white, 0.5) +
      dome(56, -47, 34, 19, blue) +
      wall(4, -20, 26, 62, white, 0.4) +
      shape('M8-82h5v-14a4 4 0 0 1 8 0v14h5l-1-22c-2-8-14-8-16 0z', white.lit) +
      wall(-106, 0, 60, 26, white) +
      wall(-40, 0, 52, 30, white) +
      wall(16, 0, 40, 22, white) +
      wall(60, 0, 46, 28, white, 0.5) +
      shape(`${arched(-92, 0, 9, 16)}${arched(76, 0, 9, 16)}M-70-16h7v8h-7zM24-15h7v8h-7z`, blue.main) +
      shape(
        `${arched(-18, 0, 10, 18)}${arched(-46, -36, 6, 12)}${arched(48, -28, 5, 10)}${arched(17, -58, 6, 14)}M-34-20h6v7h-6z`,
        paints.opening,
      ) +
      line('M-40-30l-14 30M16-22l-4 22', white.shade, 1.6)
    );
  },
};
