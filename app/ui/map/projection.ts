/** From degrees to paper. Pure: the server draws land with it and the browser lays routes on top. */
export type Spot = readonly [x: number, y: number];

export interface MapPlace {
  readonly name: string;
  /** Degrees, north and east positive. */
  readonly lat: number;
  readonly lon: number;
}

const radians = Math.PI / 180;

/** Width and height of the world map, in its own units. */
export const worldSize = [1200, 520] as const;
/** The cut runs through the Bering Strait, where it parts no land. */
const middle = 11;

/** The world as a flat picture: the Natural Earth projection, from the Arctic to Cape Horn. */
export function onWorld(lon: number, lat: number): Spot {
  const from = lon - middle;
  const turned = from > 180 ? from - 360 : from < -180 ? from + 360 : from;
  const [l, p] = [turned * radians, lat * radians];
  const square = p * p;
  const fourth = square * square;
  const x = l * (0.8707 - 0.131979 * square + fourth * (-0.013791 + fourth * (0.003971 * square - 0.001529 * fourth)));
  const y = p * (1.007226 + square * (0.015085 + fourth * (-0.044475 + 0.028874 * square - 0.005916 * fourth)));
  return [600 + x * 219, 306 - y * 219];
}

/** Mercator, in degrees of the equator: x is the longitude, y grows southwards. */
export const onMercator = (lon: number, lat: number): Spot => [
  lon,
  -Math.log(Math.tan(Math.PI / 4 + (Math.max(-80, Math.min(80, lat)) * radians) / 2)) / radians,
];

/** Points along the shortest way over the globe, both ends included; longitudes run on past 180 and do not jump. */
export function greatCircle(from: MapPlace, to: MapPlace, steps = 24): readonly (readonly [lon: number, lat: number])[] {
  const vector = ({ lat, lon }: MapPlace) =>
    [
      Math.cos(lat * radians) * Math.cos(lon * radians),
      Math.cos(lat * radians) * Math.sin(lon * radians),
      Math.sin(lat * radians),
    ] as const;
  const [a, b] = [vector(from), vector(to)];
  const angle = Math.acos(Math.max(-1, Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
  if (angle < 1e-6) return [[from.lon, from.lat]];
  const points: [number, number][] = [];
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps;
    const [p, q] = [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)];
    const [x, y, z] = [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]];
    const before = points.at(-1);
    let lon = Math.atan2(y, x) / radians;
    if (before) lon += Math.round((before[0] - lon) / 360) * 360;
    points.push([lon, Math.atan2(z, Math.hypot(x, y)) / radians]);
  }
  return points;
}
