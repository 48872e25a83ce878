import type { BankProfile, Curfew, FamousFlight, Service } from './seed-files.ts';

/**
 * What one end of a route asks of a flight's times: weights of the 96 quarter hours of the local day, zero inside
 * the curfew. Offsets are minutes east of UTC in January and July.
 */
export interface RouteEnd {
  readonly departures: Float64Array;
  readonly arrivals: Float64Array;
  readonly winterOffset: number;
  readonly summerOffset: number;
}

export interface Rotation {
  /** Local minutes after midnight at the base. */
  readonly depart: number;
  /** Local minutes after midnight at the other end. */
  readonly returnDepart: number;
  /** How many local days after the outbound's date the return leaves. */
  readonly returnDay: number;
}

/** One rotation: an outbound pattern from the base and its return. */
export interface PlannedRotation {
  readonly service: Service;
  readonly km: number;
  readonly days: number;
  readonly returnDays: number;
  readonly depart: number;
  readonly returnDepart: number;
  readonly block: number;
  readonly returnBlock: number;
  readonly equipment: number;
  readonly famous: FamousFlight | undefined;
}

const slots = 96;
const day = 1440;
// A flight may leave up to ten minutes after its quarter hour begins.
const latestJitter = 10;

/** Is a local time inside the curfew? Minutes may lie outside one day. */
export function inCurfew(curfew: Curfew | undefined, localMinutes: number): boolean {
  if (!curfew) return false;
  const minute = ((localMinutes % day) + day) % day;
  return curfew.from <= curfew.to ? minute >= curfew.from && minute < curfew.to : minute >= curfew.from || minute < curfew.to;
}

export function routeEndOf(bank: BankProfile, curfew: Curfew | undefined, winterOffset: number, summerOffset: number): RouteEnd {
  const departures = new Float64Array(slots);
  const arrivals = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot += 1) {
    if (inCurfew(curfew, slot * 15) || inCurfew(curfew, slot * 15 + 14)) continue;
    departures[slot] = bank.departures[slot >> 2]! + 0.001;
    arrivals[slot] = bank.arrivals[slot >> 2]! + 0.4;
  }
  return { departures, arrivals, winterOffset, summerOffset };
}

/** Running totals of the 96 departure weights of a route; the last is the total, zero if no time fits. */
export function departureWeights(base: RouteEnd, other: RouteEnd, block: number): Float64Array {
  const running = new Float64Array(slots);
  // Departures are whole quarter hours, so an arrival is a fixed number of quarter hours further round the clock.
  const winter = slotOf(block - base.winterOffset + other.winterOffset);
  const late = slotOf(block - base.winterOffset + other.winterOffset + latestJitter);
  const summer = slotOf(block - base.summerOffset + other.summerOffset);
  const summerLate = slotOf(block - base.summerOffset + other.summerOffset + latestJitter);
  const { departures } = base;
  const { arrivals } = other;
  let total = 0;
  for (let slot = 0; slot < slots; slot += 1) {
    const leaving = departures[slot]!;
    const landing = arrivals[(slot + winter) % slots]!;
    const open = arrivals[(slot + late) % slots]! * arrivals[(slot + summer) % slots]! * arrivals[(slot + summerLate) % slots]!;
    if (open > 0) total += leaving * landing;
    running[slot] = total;
  }
  return running;
}

/** Departure at a share (0 to 1) of the weights, moved by 0 to 2 times five minutes; noon where nothing fits. */
export function departureAt(running: Float64Array, share: number, jitter: number): number {
  const total = running[slots - 1]!;
  if (total === 0) return 720;
  const wanted = share * total;
  let slot = 0;
  while (slot < slots - 1 && running[slot]! <= wanted) slot += 1;
  return slot * 15 + jitter * 5;
}

/** The return after the turnaround, at a good hour for both ends; a long sector may wait for a night bank. */
export function planReturn(
  base: RouteEnd,
  other: RouteEnd,
  depart: number,
  block: number,
  returnBlock: number,
  turnaround: number,
): Rotation {
  const winter = depart - base.winterOffset + block + other.winterOffset;
  const summer = depart - base.summerOffset + block + other.summerOffset;
  const ready = Math.ceil((Math.max(winter, summer) + turnaround) / 5) * 5;
  const homeWinter = returnBlock - other.winterOffset + base.winterOffset;
  const homeSummer = returnBlock - other.summerOffset + base.summerOffset;
  const patience = block > 360 ? 900 : block > 180 ? 300 : 120;
  let best = -1;
  let bestWeight = 0;
  for (let wait = 0; wait < day; wait += 15) {
    if (wait > patience && best >= 0) break;
    const leave = ready + wait;
    const leaving = other.departures[slotOf(leave)]!;
    const landing = base.arrivals[slotOf(leave + homeWinter)]!;
    if (leaving === 0 || landing === 0 || base.arrivals[slotOf(leave + homeSummer)] === 0) continue;
    const weight = (leaving * landing + 0.2) / (1 + (3 * wait) / patience);
    if (weight > bestWeight) {
      bestWeight = weight;
      best = leave;
    }
  }
  const leave = best < 0 ? ready : best;
  return { depart, returnDepart: ((leave % day) + day) % day, returnDay: Math.floor(leave / day) };
}

function slotOf(localMinutes: number): number {
  return Math.floor((((localMinutes % day) + day) % day) / 15);
}
