import { block, disc, line, put, shape } from '../shapes.ts';
import { arcade, arched, onion, spire, wall, type LandmarkDrawing } from './landmark.ts';

/** North and east of the Alps. */
export const bigBen: LandmarkDrawing = {
  width: 150,
  height: 224,
  size: 1.12,
  stands: 'ground',
  draw: (paints) => {
    const [stone, roof, gold] = [paints.of('#d0a868'), paints.of('#5d5a5c'), paints.flat('#f0c568')];
    const dial = paints.opening === '#f3c067' ? '#fdeebf' : paints.flat('#fbf6e6');
    return (
      wall(-74, 0, 104, 46, stone, 0.16) +
      shape('M-74-46h104v-8H-74z', stone.lit) +
      [-66, -44, -22].map((x) => spire(x, -50, 9, 24, roof)).join('') +
      shape(arcade(-66, -6, 7, -6, 5, 14) + arcade(-66, -6, 7, -28, 5, 12), paints.opening) +
      wall(14, 0, 38, 148, stone, 0.4) +
      line('M23.5-4v-108M33-4v-108M42.5-4v-108', stone.shade, 1.8) +
      wall(10, -118, 46, 44, stone, 0.4) +
      disc(31, -140, 15, dial) +
      disc(31, -140, 15, 'none', `stroke="${gold}" stroke-width="2"`) +
      line('M31-140v-9M31-140l6 4', paints.ink, 1.8) +
      shape(arcade(18, 46, 5, -164, 4.5, 10), paints.opening) +
      spire(14, -160, 7, 16, roof) +
      spire(52, -160, 7, 16, roof) +
      shape('M11-176l6-14h28l6 14z', roof.main) +
      shape('M35-176v-14h10l6 14z', roof.shade) +
      block(20, -198, 22, 9, gold) +
      spire(31, -197, 22, 24, roof) +
      line('M31-220v-6', gold, 1.6)
    );
  },
};

export const windmill: LandmarkDrawing = {
  width: 130,
  height: 150,
  size: 0.82,
  stands: 'ground',
  draw: (paints) => {
    const [thatch, brick, sail, cap] = [paints.of('#7d5d46'), paints.of('#b5583e'), paints.flat('#f4ead4'), paints.of('#46505a')];
    const blade = '<path d="M-2 0V-62H2V0z"/><path d="M3-58h15v46H3z" fill-opacity=".55"/>';
    return (
      shape('M-28 0l4-26h48l4 26z', brick.main) +
      shape('M8 0v-26h16l4 26z', brick.shade) +
      shape('M-24-30L-15-86H15L24-30z', thatch.main) +
      shape('M6-30L4-86H15L24-30z', thatch.shade) +
      shape('M-38-30h76v5h-76z', paints.flat('#e8dcc0')) +
      line('M-34-25l8 22M34-25l-8 22M-36-38H36M-36-38v9M36-38v9M-18-38v9M18-38v9', paints.flat('#8a6a50'), 1.6) +
      shape('M-17-84c2-14 10-20 18-20s15 8 16 20z', cap.main) +
      shape('M1-104c8 0 15 8 16 20H6c0-8-2-14-5-20z', cap.shade) +
      `<g transform="translate(-4 -90)" fill="${sail}">${[24, 114, 204, 294].map((turn) => `<g transform="rotate(${turn})">${blade}</g>`).join('')}</g>` +
      disc(-4, -90, 4, cap.shade) +
      shape(`${arched(0, 0, 12, 19)}M-6-58H1v9h-7zM-4-76h5v7h-5z`, paints.opening)
    );
  },
};

/** A town's clock tower with a steep helmet and four corner pinnacles. */
export const clockTower: LandmarkDrawing = {
  width: 100,
  height: 196,
  size: 1.02,
  stands: 'ground',
  draw: (paints) => {
    const [stone, slate, gold] = [paints.of('#c9a680'), paints.of('#454d5c'), paints.flat('#e9bd5a')];
    return (
      wall(-24, 0, 48, 116, stone, 0.38) +
      block(-27, -74, 54, 4, stone.lit) +
      block(-27, -120, 54, 6, stone.lit) +
      block(8, -120, 19, 6, stone.shade) +
      disc(0, -52, 15, paints.flat('#27435c')) +
      disc(0, -52, 15, 'none', `stroke="${gold}" stroke-width="2.2"`) +
      disc(0, -50, 8, 'none', `stroke="${gold}" stroke-width="1.4"`) +
      line('M0-52l7-8M0-52v10', gold, 1.6) +
      spire(-23, -120, 9, 28, slate) +
      spire(23, -120, 9, 28, slate) +
      shape('M-19-120l8-40h22l8 40z', slate.main) +
      shape('M5-120v-40h6l8 40z', slate.shade) +
      block(-13, -166, 26, 7, stone.main) +
      spire(0, -165, 22, 28, slate) +
      disc(0, -194, 2.6, gold) +
      spire(-12, -140, 7, 15, slate) +
      spire(13, -140, 7, 15, slate) +
      shape(`${arcade(-12, 12, 3, -84, 7, 20)}${arched(0, 0, 17, 26)}${arcade(-8, 8, 3, -160.5, 3.5, 5)}`, paints.opening) +
      wall(-50, 0, 27, 40, stone, 0.2) +
      wall(23, 0, 27, 40, stone, 0.6) +
      shape('M-53-39l16-17h14v17zM23-56h14l16 17H23z', paints.flat('#a8492f'))
    );
  },
};

export const charlesBridge: LandmarkDrawing = {
  width: 250,
  height: 118,
  size: 0.72,
  stands: 'span',
  alone: true,
  draw: (paints) => {
    const [stone, tower, slate] = [paints.of('#b39a7c'), paints.of('#94785f'), paints.of('#3f444d')];
    let openings = '';
    for (let at = -9; at < 5; at += 1) openings += `M${-112 + at * 42} 0v-6a16 15 0 0 1 32 0v6z`;
    const saints = [-96, -75, -54, -33, -12, 9, 30].map((x) => `M${x - 2.5}-34v-6l1-5a1.8 1.8 0 1 1 3 0l1 5v6z`).join('');
    const bridge =
      shape('M-500 0v-24h375c60-10 140-12 212-8l38 6V0z', stone.main) +
      shape(openings, paints.flat('#3d5560')) +
      [-76, -34, 8, 50].map((x) => shape(`M${x - 6} 0v-18h10l4 18z`, stone.shade)).join('') +
      line('M-500-26h375C-65-36 30-38 88-33', stone.lit, 2.6) +
      shape(saints, paints.flat('#4b423f')) +
      wall(74, 0, 40, 70, tower, 0.4) +
      block(71, -72, 46, 5, tower.lit) +
      shape('M74-72l8-32h24l8 32z', slate.main) +
      shape('M98-72v-32h8l8 32z', slate.shade) +
      spire(76, -72, 8, 24, slate) +
      spire(112, -72, 8, 24, slate) +
      line('M84-104v-9M104-104v-9', slate.main, 1.4) +
      shape(`M82-26v-14c0-8 6-12 12-14 6 2 12 6 12 14v14z${arcade(84, 104, 3, -58, 4.5, 8)}`, paints.opening);
    return put(bridge, -60, 0);
  },
};

export const matterhorn: LandmarkDrawing = {
  width: 330,
  height: 226,
  size: 1.36,
  stands: 'mountain',
  draw: (paints) => {
    const [rock, snow] = [paints.of('#7f97ad'), paints.of('#f7f6f0')];
    return (
      shape('M-165 0L-104-58-72-84-44-130-18-190-2-222 10-226 22-196 34-160 62-112 96-74 165 0z', rock.main) +
      shape('M10-226l12 30 12 36 28 48 34 38 69 74H40L16-58 34-92 12-132 20-176z', rock.shade) +
      shape('M10-226L-2-222-18-190-30-162-14-170-8-150 4-168 12-146 20-176z', snow.lit) +
      shape('M10-226l12 30 6 18-8 2-8 30-2-34z', snow.shade) +
      shape('M-44-130l-28 46-32 26-30 28 30-8 18-18 6 14 22-30 4 18 16-34z', snow.lit) +
      shape('M34-92L16-58l14 22 12-20 14 26 6-22 22 22-12-36z', snow.shade) +
      shape('M-165 0l40-38 22 12 26-22 24 26 30-18 26 22 34-24 30 26 30-18 68 34z', paints.flat('#6f8c8a'))
    );
  },
};

export const staveChurch: LandmarkDrawing = {
  width: 128,
  height: 150,
  size: 0.84,
  stands: 'ground',
  draw: (paints) => {
    const [wood, tar] = [paints.of('#8a5332'), paints.of('#4b3026')];
    const roof = (y: number, foot: number, top: number, tall: number) =>
      shape(`M${-foot} ${y}L${-top} ${y - tall}h${top * 2}L${foot} ${y}z`, tar.main) +
      shape(`M${foot * 0.2} ${y}L${top * 0.2} ${y - tall}H${top}L${foot} ${y}z`, tar.shade);
    return (
      wall(-46, 0, 92, 22, wood, 0.3) +
      roof(-20, 60, 40, 18) +
      wall(-34, -36, 68, 22, wood, 0.3) +
      roof(-56, 42, 24, 26) +
      wall(-18, -80, 36, 14, wood, 0.34) +
      roof(-92, 24, 12, 18) +
      wall(-9, -108, 18, 10, wood, 0.4) +
      spire(0, -116, 26, 34, tar) +
      line('M0-148v-8M-3-153h6M-40-38l-7-8M40-38l7-8M-24-82l-7-8M24-82l7-8M-12-110l-6-7M12-110l6-7', tar.main, 2) +
      shape(`${arcade(-36, 36, 7, -2, 7, 15)}${arcade(-24, 24, 5, -40, 5, 10)}${arcade(-9, 9, 3, -82, 4.5, 8)}`, paints.opening) +
      line('M-60-20H60M-42-56H42M-24-92H24', wood.lit, 1.4)
    );
  },
};

export const stBasilDomes: LandmarkDrawing = {
  width: 170,
  height: 184,
  size: 1,
  stands: 'ground',
  draw: (paints) => {
    const [brick, white, gold] = [paints.of('#b4503f'), paints.of('#f1e3d0'), paints.of('#e0b04a')];
    const tower = (x: number, tall: number, half: number, colour: string, bands: string) => {
      const skin = paints.of(colour);
      const y = -tall;
      return (
        wall(x - half * 0.62, 0, half * 1.24, tall, brick, 0.38) +
        block(x - half * 0.72, y - 3, half * 1.44, 5, white.main) +
        onion(x, y - 2, half * 2, half * 2.5, skin) +
        line(
          `M${x - half * 0.74} ${y - half * 0.6}q${half * 0.74} ${half * 0.5} ${half * 1.48} 0M${x - half * 0.6} ${y - half * 1.2}q${half * 0.6} ${half * 0.4} ${half * 1.2} 0`,
          paints.flat(bands),
          half * 0.2,
        ) +
        line(`M${x} ${y - half * 2.4}v-8M${x - 2.5} ${y - half * 2.4 - 5}h5`, gold.main, 1.4) +
        shape(arched(x - 1, y + 22, 5, 13), paints.opening)
      );
    };
    return (
      wall(-13, 0, 26, 108, brick, 0.4) +
      block(-15, -110, 30, 4, white.main) +
      spire(0, -108, 26, 54, paints.of('#c8664a')) +
      line('M-9-122H9M-6-136H6', white.main, 1.8) +
      onion(0, -160, 11, 15, gold) +
      line('M0-174v-9M-3-180h6', gold.main, 1.5) +
      tower(-36, 88, 14, '#2f7f78', '#f1e3d0') +
      tower(36, 92, 14, '#3f63a0', '#f1e3d0') +
      tower(-64, 56, 13, '#d9a03c', '#9c3a34') +
      tower(64, 58, 13, '#b8433a', '#e9cf9a') +
      tower(-17, 62, 12, '#c8503c', '#2f6f52') +
      tower(18, 58, 12, '#3f7f5a', '#e6b44c') +
      wall(-84, 0, 168, 26, brick, 0.24) +
      shape(arcade(-76, 76, 9, -2, 8, 17), white.shade) +
      shape(arcade(-76, 76, 9, -2, 4, 12), paints.opening) +
      block(-84, -28, 168, 3, white.lit)
    );
  },
};

export const lighthouse: LandmarkDrawing = {
  width: 100,
  height: 148,
  size: 0.92,
  stands: 'ground',
  draw: (paints) => {
    const [white, red, house] = [paints.of('#f8f2e6'), paints.of('#c0402f'), paints.of('#e9d9bd')];
    const at = (y: number) => 16 - (y / 112) * 6;
    const ring = (top: number, foot: number) =>
      shape(`M${-at(foot)}-${foot}L${-at(top)}-${top}H${at(top)}L${at(foot)}-${foot}z`, red.main) +
      shape(`M${at(foot) * 0.2}-${foot}L${at(top) * 0.2}-${top}H${at(top)}L${at(foot)}-${foot}z`, red.shade);
    return (
      wall(14, 0, 36, 22, house, 0.5) +
      shape('M11-21l10-13h22l10 13z', red.main) +
      shape('M30-34h13l10 13H38z', red.shade) +
      shape('M-16 0L-10-112h20L16 0z', white.main) +
      shape('M3 0L2-112h8L16 0z', white.shade) +
      ring(44, 18) +
      ring(94, 68) +
      shape('M-15-112h30v4h-30z', red.shade) +
      block(-8, -128, 16, 16, paints.opening === '#f3c067' ? '#ffe9a8' : paints.flat('#ffe9a8')) +
      line('M-8-128v16M0-128v16M8-128v16M-14-119H14', paints.ink, 1.2) +
      shape('M-11-128C-9-138-4-141 0-142c4 1 9 4 11 14z', red.main) +
      line('M0-142v-6', red.shade, 1.6) +
      shape(`${arched(-2, 0, 8, 14)}M-4-58h5v8h-5zM-3-106h4v6h-4zM22-14h6v7h-6zM37-14h6v7h-6z`, paints.opening)
    );
  },
};
