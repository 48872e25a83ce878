import { block, line, num, shape } from '../shapes.ts';
import type { LandmarkDrawing } from './landmark.ts';

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
