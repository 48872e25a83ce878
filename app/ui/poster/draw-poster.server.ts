import { canvasOf, type Scenery, type Stage } from './canvas.ts';
import { grain } from './grain.ts';
import { landmarkDrawings, type LandmarkDrawing } from './landmarks/landmark-drawings.ts';
import { paintsOf } from './landmarks/paints.ts';
import type { PosterName } from './poster-address.ts';
import { posterCrops } from './poster-names.ts';
import { sceneDrawings } from './scenes/scene-drawings.ts';
import { block, put, randomOf } from './shapes.ts';

/** Where a landmark's own box goes on the stage: the middle of its foot, and its scale. */
function placeOf(drawing: LandmarkDrawing, stage: Stage, unit: number): { x: number; y: number; scale: number } {
  const fit = (height: number, width: number) => Math.min(height / drawing.height, width / drawing.width);
  switch (drawing.stands) {
    case 'mountain':
      return { x: stage.x, y: stage.horizon, scale: fit(stage.height * drawing.size, stage.width * 1.25) };
    case 'air':
      return { x: stage.x, y: stage.ground, scale: fit(stage.height * drawing.size, stage.width) };
    case 'water':
      if (stage.water) return { x: stage.water[0], y: stage.water[1], scale: fit(130 * unit * drawing.size, stage.width) };
      return { x: stage.x, y: stage.ground, scale: fit(stage.height * 0.6, stage.width) };
    default:
      return { x: stage.x, y: stage.ground, scale: fit(stage.height * drawing.size, stage.width) };
  }
}

/** The drawing itself. The same name gives the same bytes, 15 KB of them at most. */
export function drawPoster({ scene, palette, landmark, crop, seed }: PosterName): string {
  const random = randomOf(`${scene} ${seed}`);
  const canvas = canvasOf(crop, palette, landmark, random);
  const [width, height] = posterCrops[crop];
  const scenery = sceneDrawings[scene](canvas);
  const shown = landmark ?? (typeof scenery.subject === 'string' ? null : scenery.subject.landmark);
  const layers: Record<'mountain' | 'building' | 'water', string> = { mountain: '', building: '', water: '' };
  const drawing = shown && landmarkDrawings[shown];
  if (drawing) {
    const { x, y, scale } = placeOf(drawing, scenery.stage, canvas.unit);
    const piece = put(
      drawing.draw(paintsOf(canvas, drawing.stands === 'mountain' ? scenery.stage.air + 0.22 : scenery.stage.air)),
      x,
      y,
      scale,
    );
    layers[drawing.stands === 'mountain' ? 'mountain' : drawing.stands === 'water' ? 'water' : 'building'] = piece;
  } else if (typeof scenery.subject === 'string') layers.building = scenery.subject;
  const drawn = inOrder(scenery, layers);
  // A scene without a landmark may be turned round, sun and shadows together.
  const turned = !landmark && typeof scenery.subject === 'string' && Number.parseInt(seed, 16) % 2 === 1;
  const picture = turned ? `<g transform="translate(${width} 0) scale(-1 1)">${drawn}</g>` : drawn;
  return lean(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${grain}${picture}${block(0, 0, width, height, 'url(#g)')}</svg>`,
  );
}

const inOrder = ({ back, middle, front }: Scenery, layers: Record<'mountain' | 'building' | 'water', string>): string =>
  back + layers.mountain + middle + layers.building + front + layers.water;

/** Neighbours of one colour become one path, and path data loses what its grammar does not need: a fifth of the file. */
function lean(svg: string): string {
  let merged = svg;
  for (let before = ''; before !== merged;) {
    before = merged;
    merged = merged.replace(/<path d="([^"]+)" fill="(#\w+)"\/><path d="(M[^"]+)" fill="\2"\/>/g, '<path d="$1$3" fill="$2"/>');
  }
  return merged.replace(/ d="[^"]+"/g, (d) => d.replace(/ -/g, '-').replace(/(?<![\d.])0\./g, '.'));
}
