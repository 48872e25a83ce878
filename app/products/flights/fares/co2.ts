/*
 * Emissions of one passenger, after the Travel Impact Model (CC BY 4.0), simplified: fuel of the landing and take-off
 * cycle plus a linear cruise term, well-to-wake, the passengers' share split by cabin area. Contrails are not in it.
 */

const wellToWake = 3.8359;
const loadFactor = 0.845;
const cargoShare = { wide: 0.15, narrow: 0.03, regional: 0.03 } as const;
const cabinArea = {
  wide: { Y: 1, W: 1.5, J: 4, F: 5 },
  narrow: { Y: 1, W: 1, J: 1.5, F: 1.5 },
  regional: { Y: 1, W: 1, J: 1.5, F: 1.5 },
} as const;

export interface EmittingAircraft {
  readonly body: 'narrow' | 'wide' | 'regional';
  readonly seats: { readonly F: number; readonly J: number; readonly W: number; readonly Y: number };
  readonly fuelLto: number;
  readonly fuelPerKm: number;
}

/** Whole kilograms CO2e of one passenger in a cabin over a great-circle distance. */
export function co2Kilograms(aircraft: EmittingAircraft, km: number, cabin: 'F' | 'J' | 'W' | 'Y'): number {
  const area = cabinArea[aircraft.body];
  const { F, J, W, Y } = aircraft.seats;
  const seatArea = F * area.F + J * area.J + W * area.W + Y * area.Y;
  if (seatArea === 0) return 0;
  const fuel = aircraft.fuelLto + aircraft.fuelPerKm * km;
  const emitted = fuel * wellToWake * (1 - cargoShare[aircraft.body]);
  return Math.round((emitted * area[cabin]) / (seatArea * loadFactor));
}

/** "Typical for this route": the median, kilograms; null without options. */
export function usualKilograms(options: readonly number[]): number | null {
  if (options.length === 0) return null;
  const sorted = [...options].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2);
}

/** A badge is earned at least 10 % below what is usual. */
export function isLowerCo2(kilograms: number, usual: number | null): boolean {
  return usual !== null && kilograms <= usual * 0.9;
}
