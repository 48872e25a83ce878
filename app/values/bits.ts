/** A set of positions of a list, one bit each: cheap to join and to count. */
export type Bits = Uint32Array<ArrayBuffer>;

export function noBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5);
}

export function allBits(size: number): Bits {
  const bits = noBits(size).fill(0xffff_ffff);
  if (size & 31) bits[bits.length - 1] = 2 ** (size & 31) - 1;
  return bits;
}

export function setBit(bits: Bits, position: number): void {
  bits[position >>> 5]! |= 1 << (position & 31);
}

export function hasBit(bits: Bits, position: number): boolean {
  return ((bits[position >>> 5]! >>> (position & 31)) & 1) === 1;
}

/** The positions of a set, from the first to the last. */
export function eachBit(bits: Bits, visit: (position: number) => void): void {
  for (let at = 0; at < bits.length; at += 1)
    for (let left = bits[at]!; left !== 0; left &= left - 1) visit(at * 32 + 31 - Math.clz32(left & -left));
}

/** Keeps in `bits` only what is in `others` too. */
export function keepOnly(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at]! &= others[at]!;
}

export function addAll(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at]! |= others[at]!;
}

function ones(word: number): number {
  let left = word - ((word >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) count += ones(bits[at]!);
  return count;
}

/** How many are in both. */
export function countShared(bits: Bits, others: Bits): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) count += ones(bits[at]! & others[at]!);
  return count;
}
