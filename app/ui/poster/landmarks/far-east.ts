import { disc, line, num, shape } from '../shapes.ts';
import { arched, wall, type LandmarkDrawing } from './landmark.ts';

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
  stands: 'water',
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
