import { block, line, num, shape } from '../shapes.ts';
import { arcade, merlons, wall, type LandmarkDrawing } from './landmark.ts';
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
