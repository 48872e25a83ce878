export interface Position {
  /** Degrees, north and east positive. */
  readonly latitude: number;
  readonly longitude: number;
}

const earthRadiusKm = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometres over the ground as the crow flies (haversine, on a sphere: within half a percent). */
export function kilometresBetween(a: Position, b: Position): number {
  const across = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const along = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const share = across + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * along;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(share)));
}
