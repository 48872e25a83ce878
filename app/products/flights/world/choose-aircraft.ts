import { mixHash, shareOf } from './seeded-hash.ts';
import type { AircraftType } from './seed-files.ts';

/** No single-aisle beyond 5,800 km and no turboprop beyond 1,500 km, whatever its brochure says. */
export function mayFly(type: AircraftType, km: number): boolean {
  if (km > type.rangeKm * 0.97) return false;
  if (type.body !== 'wide' && km > 5800) return false;
  return !(type.slowness > 1 && km > 1500);
}

/** Picks from an airline's fleet for a distance; undefined when nothing it owns can fly that far. */
export function chooseAircraft(fleet: readonly AircraftType[], km: number, weekly: number, seed: number): AircraftType | undefined {
  let total = 0;
  for (const type of fleet) total += suitability(type, km, weekly);
  if (total === 0) return undefined;
  let left = shareOf(mixHash(seed, 0x41)) * total;
  let last: AircraftType | undefined;
  for (const type of fleet) {
    const weight = suitability(type, km, weekly);
    if (weight === 0) continue;
    last = type;
    left -= weight;
    if (left < 0) break;
  }
  return last;
}

function suitability(type: AircraftType, km: number, weekly: number): number {
  if (!mayFly(type, km)) return 0;
  let weight = km > type.longestUsualKm ? 0.3 : km < type.shortestKm ? 0.15 : 1;
  if (type.body === 'wide') {
    weight *= km < 1500 ? 0.12 : km < 3000 ? 0.3 : km < 4500 ? 1 : 3;
    if (weekly < 7 && km < 3000) weight *= 0.2;
    // The double-decker is rare; the routes it is known for are listed by hand.
    if (type.code === '388') weight *= 0.02;
  } else if (type.slowness > 1) {
    weight *= km < 500 ? 4 : km < 900 ? 1.5 : 0.3;
  } else if (type.body === 'regional') {
    weight *= km < 1500 ? 1 : 0.5;
  } else if (km > 4500) weight *= 0.4;
  return weight;
}
