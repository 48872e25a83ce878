import type { PlannedRotation } from './plan-rotation.ts';

/**
 * Flight numbers, two for each rotation (outbound at 2i, return at 2i + 1). Odd away from the base, even back to it,
 * unique within a marketing airline, low numbers for the long routes, regional partners after the airline's own.
 * Well-known flights keep their real numbers.
 */
export function numberFlights(rotations: readonly PlannedRotation[]): Uint16Array {
  const numbers = new Uint16Array(rotations.length * 2);
  const byAirline = new Map<string, number[]>();
  const taken = new Map<string, Set<number>>();
  rotations.forEach((rotation, index) => {
    const { airline } = rotation.service;
    if (rotation.famous) {
      numbers[index * 2] = rotation.famous.number;
      numbers[index * 2 + 1] = rotation.famous.returnNumber;
      const used = taken.get(airline) ?? new Set();
      taken.set(airline, used.add(rotation.famous.number).add(rotation.famous.returnNumber));
    } else {
      const list = byAirline.get(airline);
      if (list) list.push(index);
      else byAirline.set(airline, [index]);
    }
  });
  for (const [airline, list] of byAirline) {
    const used = taken.get(airline);
    list.sort((a, b) => rank(rotations[a]!) - rank(rotations[b]!) || a - b);
    let next = 1;
    for (const index of list) {
      while (used?.has(next) || used?.has(next + 1)) next += 2;
      if (next > 9997) throw new Error(`${airline} has more flights than flight numbers`);
      numbers[index * 2] = next;
      numbers[index * 2 + 1] = next + 1;
      next += 2;
    }
  }
  return numbers;
}

function rank({ service, km }: PlannedRotation): number {
  if (service.operator !== service.airline) return 2;
  return km > 4500 ? 0 : 1;
}
