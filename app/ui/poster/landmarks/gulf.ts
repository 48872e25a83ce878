import { block, line, shape } from '../shapes.ts';
import { arcade, arched, merlons, wall, type LandmarkDrawing } from './landmark.ts';

/** Arabia and the lands round it. */
export const burjTower: LandmarkDrawing = {
  width: 74,
  height: 262,
  size: 1.24,
  stands: 'ground',
  draw: (paints) => {
    const steel = paints.of('#a9bac4');
    return (
      shape('M0-262l1.4 44h2v22h3v30h4v34h4.500v36h5v40h5v30h6V0h-62v-22h6v-34h5v-42h5v-38h4.500v-34h4v-30h3v-22h2z', steel.main) +
      shape('M0-262l1.4 44h2v22h3v30h4v34h4.500v36h5v40h5v30h6V0H8V-66H5v-66H2v-84z', steel.shade) +
      shape('M-8 0v-100h3V0zM-20 0v-56h3V0z', steel.lit) +
      line('M-21-56H20M-15-98H15M-10-136H10M-6-170H6M-26-22H26', steel.shade, 1.2) +
      wall(-37, 0, 74, 8, steel, 0.3)
    );
  },
};

export const sailHotel: LandmarkDrawing = {
  width: 100,
  height: 176,
  size: 0.92,
  stands: 'ground',
  draw: (paints) => {
    const [white, frame] = [paints.of('#eef2f0'), paints.of('#7f97a6')];
    return (
      shape('M-28-8C-26-70-8-120 30-158V-8z', white.main) +
      shape('M30-158V-8H6C8-66 14-116 30-158z', white.shade) +
      line('M-25-34H30M-21-60H30M-14-86H30M-4-112H30M10-136H30', frame.main, 1.6) +
      line('M30 0V-176', frame.shade, 3) +
      line('M-32-4C-30-72-8-126 30-160', frame.lit, 3) +
      shape('M28-142h18l-3 7H28z', frame.main) +
      shape('M-50 0c8-9 24-9 34-9h46c8 0 14 3 20 9z', paints.flat('#d9c79c')) +
      block(-26, -10, 58, 4, frame.shade)
    );
  },
};

export const pyramids: LandmarkDrawing = {
  width: 250,
  height: 104,
  size: 0.78,
  stands: 'ground',
  draw: (paints) => {
    const [far, near] = [paints.of('#d8ad72'), paints.of('#e2b878')];
    return (
      shape('M52 0L90-46 126 0z', far.main) +
      shape('M96 0L90-46 126 0z', far.shade) +
      shape('M-124 0L-66-72-8 0z', far.main) +
      shape('M-52 0L-66-72-8 0z', far.shade) +
      shape('M-58 0L22-104 104 0z', near.main) +
      shape('M40 0L22-104 104 0z', near.shade) +
      line('M-42-20H36M-26-41H33M-10-61H30M6-82H26', near.lit, 1.3) +
      shape('M22-104l-8 10.4 5 3 4-2.4 4 2z', near.lit)
    );
  },
};

export const petraTreasury: LandmarkDrawing = {
  width: 196,
  height: 190,
  size: 1.05,
  stands: 'ground',
  draw: (paints) => {
    const [cliff, rose] = [paints.of('#b5624a'), paints.of('#e0a07a')];
    const columns = (y: number, tall: number, at: readonly number[]) =>
      at.map((x) => block(x - 3, y - tall, 6, tall, rose.lit) + block(x + 1, y - tall, 2, tall, rose.shade)).join('');
    return (
      shape('M-98 0C-96-60-92-120-80-160-70-184-40-192 0-190 44-192 72-182 82-158 92-120 96-60 98 0z', cliff.main) +
      shape('M52-186c18 6 26 16 30 28 10 38 14 98 16 158H60C64-60 66-130 52-186z', cliff.shade) +
      line('M-88-110C-80-90-84-40-82-10M-72-160C-66-130-70-110-68-80M80-120C76-90 80-50 78-14', cliff.shade, 1.6) +
      shape('M-54 0v-74h108V0zM-54-86h34v-62l-17 9-17-2zM20-86h34v-55l-17 2-17-9z', rose.main) +
      shape('M-54-74h108v-7h-108zM-26-74l26-14 26 14z', rose.lit) +
      shape('M-13-86v-42c4 3 22 3 26 0v42z', rose.lit) +
      shape('M4-86v-40l9-2v42z', rose.shade) +
      shape('M-17-126C-12-142-4-148-2-154h4c2 6 10 12 15 28z', rose.main) +
      shape('M2-154c2 6 10 12 15 28H6z', rose.shade) +
      block(-3, -162, 6, 8, rose.lit) +
      columns(0, 72, [-46, -30, -16, 16, 30, 46]) +
      columns(-86, 40, [-48, -26, 26, 48]) +
      shape(`${arched(0, 0, 16, 46)}M-7-90v-24h14v24zM-41-94v-20h8v20zM33-94v-20h8v20zM-42-6v-34h8v34zM34-6v-34h8v34z`, paints.opening)
    );
  },
};

/** A mud-brick fort of the plain: round corner towers, a great gate. */
export const masmakFort: LandmarkDrawing = {
  width: 216,
  height: 92,
  size: 0.62,
  stands: 'ground',
  draw: (paints) => {
    const mud = paints.of('#cf9d69');
    const tower = (x: number, half: number, tall: number) =>
      shape(`M${x - half} 0L${x - half * 0.86}-${tall}h${half * 1.72}L${x + half} 0z`, mud.main) +
      shape(`M${x + half * 0.2} 0L${x + half * 0.16}-${tall}h${half * 0.7}L${x + half} 0z`, mud.shade) +
      shape(merlons(x - half * 0.86, -tall, half * 1.72, 5), mud.main) +
      line(`M${x - half * 0.88}-${tall - 9}h${half * 1.76}`, mud.lit, 1.6);
    return (
      wall(-84, 0, 168, 52, mud, 0.14) +
      shape(merlons(-72, -52, 144, 5), mud.main) +
      tower(0, 26, 78) +
      tower(-88, 19, 70) +
      tower(88, 19, 70) +
      shape(`${arched(-44, 0, 19, 29)}${arched(48, 0, 12, 20)}M-4-46h8v14h-8zM-92-44h6v11h-6zM86-44h6v11h-6z`, paints.opening) +
      shape(arcade(-64, -30, 4, -36, 3, 7) + arcade(34, 66, 4, -36, 3, 7), paints.opening) +
      line('M-84-30H-26M26-30H70', mud.lit, 1.4)
    );
  },
};

/** A stone fort grown out of its crag, with one great round keep. */
export const mountainFort: LandmarkDrawing = {
  width: 236,
  height: 158,
  size: 0.94,
  stands: 'ground',
  draw: (paints) => {
    const [rock, stone] = [paints.of('#9c7b62'), paints.of('#d9b484')];
    return (
      shape('M-118 0C-104-12-92-40-70-46-60-58-40-62-28-64H48c16 2 24 14 34 20 16 8 24 34 36 44z', rock.main) +
      shape('M22-64h26c16 2 24 14 34 20 16 8 24 34 36 44H44C56-20 40-42 22-64z', rock.shade) +
      line('M-84-14C-70-30-66-36-52-42M-40-10C-34-26-20-34-10-50', rock.lit, 1.6) +
      wall(-72, -42, 44, 44, stone) +
      shape(merlons(-72, -86, 44, 4.5), stone.main) +
      wall(34, -44, 40, 36, stone, 0.5) +
      shape(merlons(34, -80, 40, 4.5), stone.main) +
      shape('M-34-54l3-92h52l3 92z', stone.main) +
      shape('M6-54V-146h15l3 92z', stone.shade) +
      shape(merlons(-31, -145.5, 52, 5), stone.main) +
      line('M-31-132h52', stone.lit, 1.8) +
      shape(
        `${arcade(-22, 0, 3, -112, 4.5, 9)}${arcade(-22, 0, 3, -84, 4.5, 9)}${arched(-50, -42, 11, 20)}${arcade(42, 64, 3, -58, 4.5, 9)}`,
        paints.opening,
      ) +
      line('M-5-150v-12', stone.shade, 1.4) +
      shape('M-5-162l15 3.5-15 4z', paints.flat('#b23f3c'))
    );
  },
};

/** Merchants' houses of coral stone, each cooled by a tower that catches the wind on four sides. */
export const windTowers: LandmarkDrawing = {
  width: 250,
  height: 168,
  size: 0.98,
  stands: 'ground',
  draw: (paints) => {
    const [coral, far] = [paints.of('#e2c08e'), paints.of('#cfa574')];
    const pole = paints.flat('#5a3b28');
    const tower = (x: number, half: number, foot: number, tall: number, stone: typeof coral) => {
      const [top, sill] = [foot - tall, foot - tall * 0.58];
      const bay = (half * 2 - 8) / 3;
      const slots = [0, 1, 2].map((at) => arched(x - half + 4 + bay * (at + 0.5), sill - 5, bay - 3.4, tall * 0.42 - 11)).join('');
      return (
        line(`M${x - half - 7} ${top + 13}h${half * 2 + 14}M${x - half - 7} ${sill + 9}h${half * 2 + 14}`, pole, 2) +
        wall(x - half, foot, half * 2, tall, stone, 0.3) +
        shape(slots, paints.opening) +
        line(`M${x - half} ${sill}h${half * 2}`, stone.lit, 2.2) +
        wall(x - half - 3, top + 5, half * 2 + 6, 6, stone, 0.3) +
        shape(merlons(x - half - 2, top - 0.5, half * 2 + 4, 4), stone.main)
      );
    };
    const house = (x: number, width: number, tall: number, stone: typeof coral) =>
      wall(x, 0, width, tall, stone, 0.22) +
      shape(merlons(x, -tall, width, 4.5), stone.main) +
      line(`M${x}-${tall - 7}h${width}`, stone.lit, 1.6);
    return (
      tower(-84, 15, -40, 72, far) +
      tower(100, 14, -34, 66, far) +
      house(-122, 86, 54, far) +
      house(58, 64, 48, far) +
      tower(8, 24, -50, 114, coral) +
      house(-52, 128, 68, coral) +
      shape(arcade(-104, -66, 3, -22, 7, 18) + arcade(84, 110, 2, -18, 7, 17), paints.opening) +
      shape(arcade(-38, -14, 2, -30, 9, 23) + arcade(30, 54, 2, -30, 9, 23), paints.opening) +
      shape(arched(8, 0, 26, 44), coral.shade) +
      shape(arched(8, 0, 19, 37), pole) +
      line('M8 0v-33', coral.shade, 1.2) +
      line('M-46-14H-10M26-14H62', coral.shade, 1.4)
    );
  },
};

/** A lateen-rigged dhow; it lies on the water at 0. */
export const dhow: LandmarkDrawing = {
  width: 108,
  height: 96,
  size: 0.72,
  stands: 'near',
  draw: (paints) => {
    const [hull, sail] = [paints.flat('#4d3022'), paints.of('#f4e3bd')];
    return (
      shape('M4-14C22-30 34-60 33-94 10-76-14-44-22-14z', sail.main) +
      shape('M33-94C34-60 22-30 4-14h-8C8-36 22-62 33-94z', sail.shade) +
      shape('M-24-18c-8-12-9-26-6-42-12 12-19 26-22 42z', sail.main) +
      line('M-4-10L4-66M-26-12l-4-38M-24-12L34-96M-54-18l25-44', hull, 1.7) +
      shape('M-54-20l14 8h70l20-12 6 1C48-9 40 0 30 2h-60c-12-2-20-12-24-22z', hull) +
      line('M-40-9c22 3 50 3 72-1', paints.flat('#c98b4a'), 1.6) +
      shape('M34-13h9v-6l-9 3z', hull)
    );
  },
};
