import { canvasOf, type Stage } from './canvas.ts';
import { grain } from './grain.ts';
import { landmarkDrawings, type LandmarkDrawing } from './landmarks/landmark-drawings.ts';
import { paintsOf } from './landmarks/paints.ts';
import type { PosterName } from './poster-address.ts';
import { posterCrops } from './poster-names.ts';
import { sceneDrawings } from './scenes/scene-drawings.ts';
import { block, put, randomOf } from './shapes.ts';

/** Where a landmark's own box goes: the middle of its foot, and its scale. */
function placeOf(drawing: LandmarkDrawing, stage: Stage, unit: number): { x: number; y: number; scale: number } {
  const fit = (height: number, width: number) => Math.min(height / drawing.height, width / drawing.width);
  const standing = { x: stage.x, y: stage.ground, scale: fit(stage.height * drawing.size, stage.width) };
  switch (drawing.stands) {
    case 'ground':
      return standing;
    // A mountain may run out of the picture on both sides.
    case 'mountain':
      return { x: stage.x, y: stage.horizon, scale: fit(stage.height * drawing.size, stage.width * 1.7) };
    case 'air':
      return { x: stage.x, y: stage.ground - 90 * unit, scale: (200 * unit) / drawing.height };
    case 'span': {
      const across = (unit * 420 * (stage.near ? 0.98 : 0.8)) / 1.1;
      return stage.near ? { x: stage.near[0], y: stage.near[1] - 18 * unit, scale: across / drawing.width } : standing;
    }
    case 'near':
      return stage.near ? { x: stage.near[0], y: stage.near[1], scale: (190 * unit * drawing.size) / drawing.height } : standing;
  }
}

/** The drawing itself. The same name gives the same bytes, 15 KB of them at most. */
export function drawPoster({ scene, palette, landmark, crop, seed }: PosterName): string {
  const asked = landmark && landmarkDrawings[landmark];
  const onStage = asked?.stands === 'ground' || asked?.stands === 'mountain';
  const canvas = canvasOf(
    crop,
    palette,
    { landmark: onStage ? landmark : null, guest: asked !== null && !onStage },
    randomOf(`${scene} ${seed}`),
  );
  const { back, middle, subject, front, stage } = sceneDrawings[scene](canvas);
  const piece = (drawing: LandmarkDrawing, air: number) => {
    const { x, y, scale } = placeOf(drawing, stage, canvas.unit);
    return put(drawing.draw(paintsOf(canvas, air)), x, y, scale);
  };

  let [mountain, building, near] = ['', '', ''];
  const own = typeof subject === 'string' ? null : landmarkDrawings[subject.landmark];
  if (asked?.stands === 'mountain') mountain = piece(asked, stage.air + 0.22);
  else if (asked?.stands === 'ground' || asked?.stands === 'air') building = piece(asked, stage.air);
  else if (asked) near = piece(asked, 0);
  if (!onStage) {
    if (!own) building += subject as string;
    else if (own.stands !== 'near') building = asked?.alone ? building : piece(own, stage.air) + building;
    else if (!asked) near = piece(own, 0);
  }
  const drawn = back + mountain + middle + building + front + near;

  // A scene of its own may be turned round, sun and shadows together.
  const [width, height] = posterCrops[crop];
  const turned = !asked && !own && Number.parseInt(seed, 16) % 2 === 1;
  const picture = turned ? `<g transform="translate(${width} 0) scale(-1 1)">${drawn}</g>` : drawn;
  return lean(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${grain}${picture}${block(0, 0, width, height, 'url(#g)')}</svg>`,
  );
}

/** Neighbours of one colour become one path, and path data loses what its grammar does not need: a fifth of the file. */
function lean(svg: string): string {
  let merged = svg;
  for (let before = ''; before !== merged;) {
    before = merged;
    merged = merged.replace(/<path d="([^"]+)" fill="(#\w+)"\/><path d="(M[^"]+)" fill="\2"\/>/g, '<path d="$1$3" fill="$2"/>');
  }
  return merged.replace(/ d="[^"]+"/g, (d) => d.replace(/ -/g, '-').replace(/(?<![\d.])0\./g, '.'));
}
