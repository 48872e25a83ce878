/*
 * Papers that strangers send. A file is what its bytes say: neither its name nor the browser is believed.
 */

export const paperTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type PaperType = (typeof paperTypes)[number];
export const paperEndings: Readonly<Record<PaperType, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' };
/** Why a file is not taken. */
export type PaperRefusal = 'empty' | 'too-large' | 'other-type' | 'damaged' | 'locked' | 'active-content';
export const mostPaperBytes = 4 * 1024 * 1024;

const heads: Readonly<Record<PaperType, readonly number[]>> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** What a file is by its first bytes; null for everything that is not taken. */
export function paperTypeOf(content: Uint8Array): PaperType | null {
  return paperTypes.find((type) => heads[type].every((byte, at) => content[at] === byte)) ?? null;
}
