import { kilometres } from '../engine/flight-index.ts';

const radians = Math.PI / 180;

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Great-circle distance in kilometres. */
export function distanceKm(from: Position, to: Position): number {
  return kilometres(from.latitude, from.longitude, to.latitude, to.longitude);
}

/**
 * Gate-to-gate minutes, to five minutes. Fitted to published schedules: 30 to 44 minutes of taxi and climb,
 * then cruise at 850 km/h, faster eastward outside the tropics because of the jet streams.
 * `slowness` is 1 for jets, up to 2.4 for small propeller aircraft.
 */
export function blockMinutesOf(from: Position, to: Position, slowness: number): number {
  const km = distanceKm(from, to);
  let east = to.longitude - from.longitude;
  if (east > 180) east -= 360;
  if (east < -180) east += 360;
  const middle = (from.latitude + to.latitude) / 2;
  const eastKm = east * 111.2 * Math.cos(middle * radians);
  const eastShare = km < 1 ? 0 : Math.max(-1, Math.min(1, eastKm / km));
  const jetStream = Math.min(1, Math.abs(middle) / 30);
  const cruise = (60 * km * slowness) / (850 + 60 * eastShare * jetStream);
  return Math.max(15, Math.round((44 - 14 * Math.exp(-km / 250) + cruise) / 5) * 5);
}
