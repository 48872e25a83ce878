/**
 * One-way itineraries as parallel arrays: found by the thousand, turned into offers only when shown.
 * Amounts are fils, times minutes since the epoch in UTC, days day numbers; leg arrays hold three per itinerary.
 */
export interface CandidateSet {
  readonly count: number;
  /** Position in the index, -1 for a leg that is not there. */
  readonly flights: Int32Array;
  readonly days: Int32Array;
  readonly stops: Uint8Array;
  readonly departs: Int32Array;
  readonly arrives: Int32Array;
  /** Base fare of one adult after the through discount. */
  readonly base: Int32Array;
  /** Fares and taxes of the whole party. */
  readonly price: Float64Array;
  /** The ranking figure; rows are sorted by it. */
  readonly score: Float64Array;
  /** Bits, see `flag`. */
  readonly flags: Uint8Array;
}

export const flag = { selfTransfer: 1, airportChange: 2, overnight: 4, tight: 8 } as const;

/** Room for candidates while a search runs; grows, is reused by the next search, and is never handed out. */
export class CandidatePool {
  capacity = 4096;
  count = 0;
  flights = new Int32Array(4096 * 3);
  days = new Int32Array(4096 * 3);
  departs = new Int32Array(4096);
  arrives = new Int32Array(4096);
  base = new Int32Array(4096);
  price = new Float64Array(4096);
  score = new Float64Array(4096);
  flags = new Uint8Array(4096);
  next = new Int32Array(4096);
  dead = new Uint8Array(4096);

  clear(): void {
    this.count = 0;
  }

  /** A fresh row; its arrays may be other ones afterwards. */
  add(): number {
    if (this.count === this.capacity) this.#grow();
    const row = this.count++;
    this.dead[row] = 0;
    return row;
  }

  #grow(): void {
    this.capacity *= 2;
    this.flights = grownInts(this.flights, this.capacity * 3);
    this.days = grownInts(this.days, this.capacity * 3);
    this.departs = grownInts(this.departs, this.capacity);
    this.arrives = grownInts(this.arrives, this.capacity);
    this.base = grownInts(this.base, this.capacity);
    this.next = grownInts(this.next, this.capacity);
    this.price = grownFloats(this.price, this.capacity);
    this.score = grownFloats(this.score, this.capacity);
    this.flags = grownBytes(this.flags, this.capacity);
    this.dead = grownBytes(this.dead, this.capacity);
  }

  /** The living rows, best score first; equal scores by earlier departure, then by flights, so the order is fixed. */
  take(): CandidateSet {
    const order: number[] = [];
    for (let row = 0; row < this.count; row++) if (this.dead[row] === 0) order.push(row);
    const { score, departs, flights } = this;
    order.sort(
      (a, b) =>
        score[a]! - score[b]! ||
        departs[a]! - departs[b]! ||
        flights[a * 3]! - flights[b * 3]! ||
        flights[a * 3 + 1]! - flights[b * 3 + 1]! ||
        flights[a * 3 + 2]! - flights[b * 3 + 2]!,
    );
    const count = order.length;
    const set = {
      count,
      flights: new Int32Array(count * 3),
      days: new Int32Array(count * 3),
      stops: new Uint8Array(count),
      departs: new Int32Array(count),
      arrives: new Int32Array(count),
      base: new Int32Array(count),
      price: new Float64Array(count),
      score: new Float64Array(count),
      flags: new Uint8Array(count),
    };
    order.forEach((row, at) => {
      for (let leg = 0; leg < 3; leg++) {
        set.flights[at * 3 + leg] = flights[row * 3 + leg]!;
        set.days[at * 3 + leg] = this.days[row * 3 + leg]!;
      }
      set.stops[at] = flights[row * 3 + 1]! < 0 ? 0 : flights[row * 3 + 2]! < 0 ? 1 : 2;
      set.departs[at] = departs[row]!;
      set.arrives[at] = this.arrives[row]!;
      set.base[at] = this.base[row]!;
      set.price[at] = this.price[row]!;
      set.score[at] = score[row]!;
      set.flags[at] = this.flags[row]!;
    });
    return set;
  }
}

function grownInts(from: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size);
  to.set(from);
  return to;
}

function grownFloats(from: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(size);
  to.set(from);
  return to;
}

function grownBytes(from: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(size);
  to.set(from);
  return to;
}
