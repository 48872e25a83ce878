import { landVersion } from './land-version.ts';
import { greatCircle, onMercator, type MapPlace, type Spot } from './projection.ts';

/**
 * The cut of the world behind a route. Frames come from a fixed grid, so that trips in one region share one file
 * and nobody can ask for more than the grid holds.
 */
export interface MapFrame {
  /** Index into `widths`. */
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

/** Widths in degrees of the equator; the height is two thirds of it. */
export const widths = [4, 6, 9, 14, 21, 32, 48, 72, 108, 162, 243, 360] as const;
/** Units of the drawing, whatever its zoom. */
export const frameSize = [600, 400] as const;
const grid = 8;

export const leftOf = ({ zoom, column }: MapFrame): number => (column * widths[zoom]!) / grid;
export const topOf = ({ zoom, row }: MapFrame): number => (row * widths[zoom]!) / grid;

/** Inside the drawing of that frame. */
export function inFrame(frame: MapFrame, [x, y]: Spot): Spot {
  const scale = frameSize[0] / widths[frame.zoom]!;
  return [(x - leftOf(frame)) * scale, (y - topOf(frame)) * scale];
}

/** The closest frame that holds every place and the ways between them, with room for their names. */
export function frameOf(places: readonly MapPlace[]): MapFrame {
  const spots = waysOf(places).flat();
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const needed = Math.max((right - left) * 1.5, (foot - top) * 2.1, 4.4);
  const found = widths.findIndex((width) => width * (1 - 1 / grid) >= needed);
  const zoom = found < 0 ? widths.length - 1 : found;
  const [width, step] = [widths[zoom]!, widths[zoom]! / grid];
  return {
    zoom,
    column: Math.round(((left + right) / 2 - width / 2) / step),
    row: Math.round(((top + foot) / 2 - width / 3) / step),
  };
}

/** Each leg as spots on Mercator paper; longitudes run on from one leg to the next. */
export function waysOf(places: readonly MapPlace[]): readonly (readonly Spot[])[] {
  const first = places[0];
  if (!first) return [[onMercator(20, 25)]];
  if (places.length === 1) return [[onMercator(first.lon, first.lat)]];
  let last = first.lon;
  return places.slice(1).map((place, index) => {
    const way = greatCircle(places[index]!, place);
    const shift = Math.round((last - way[0]![0]) / 360) * 360;
    last = way.at(-1)![0] + shift;
    return way.map(([lon, lat]) => onMercator(lon + shift, lat));
  });
}

/** The address of the land behind a frame; `paper` on light pages, `night` in dark bands. */
export const landAddress = ({ zoom, column, row }: MapFrame): string => `/maps/land_${zoom}_${column}_${row}_${landVersion}.svg`;
export const worldAddress = `/maps/world_${landVersion}.svg`;

/** What a file name asks for; null for a name that is not ours. */
export function readMapFile(file: string): { readonly frame: MapFrame | 'world'; readonly version: string } | null {
  const world = /^world_([0-9a-f]{8})\.svg$/.exec(file);
  if (world) return { frame: 'world', version: world[1]! };
  const match = /^land_(\d{1,2})_(-?\d{1,3})_(-?\d{1,3})_([0-9a-f]{8})\.svg$/.exec(file);
  if (!match) return null;
  const [zoom, column, row] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const width = widths[zoom];
  if (width === undefined || `${zoom}_${column}_${row}` !== `${match[1]}_${match[2]}_${match[3]}`) return null;
  const frame = { zoom, column, row };
  const inside = leftOf(frame) >= -540 && leftOf(frame) <= 360 && topOf(frame) >= -240 && topOf(frame) <= 180;
  return inside ? { frame, version: match[4]! } : null;
}
