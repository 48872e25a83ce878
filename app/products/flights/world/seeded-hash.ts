/** Deterministic chance for the world: the same text gives the same number on every machine (FNV-1a with a final mix). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixHash(hash, 0x9e3779b9);
}

/** Combines two 32-bit numbers into a well-spread unsigned one; allocates nothing. */
export function mixHash(first: number, second: number): number {
  let mixed = Math.imul(first ^ (second + 0x9e3779b9 + (first << 6) + (first >>> 2)), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A hash as a share, from 0 inclusive to 1 exclusive. */
export function shareOf(hash: number): number {
  return (hash >>> 0) / 0x100000000;
}
