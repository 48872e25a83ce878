import { crc32 } from 'node:zlib';

export type PictureType = 'image/jpeg' | 'image/png';

/** What a file is by its first bytes; null for what is no picture that we take. */
export function pictureTypeOf(content: Uint8Array): PictureType | null {
  const begins = (...bytes: readonly number[]) => bytes.every((byte, at) => content[at] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'image/png' : null;
}

export interface CleanPicture {
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * A picture with nothing but its picture: where it was taken, what was written into it, what was hidden behind its end
 * and every packed text are gone; how it is turned stays. Null for one that is cut off or not built as its format
 * says. The picture itself is not decoded.
 */
export function cleanPicture(content: Uint8Array, type: PictureType): CleanPicture | null {
  return type === 'image/png' ? cleanPng(content) : cleanJpeg(content);
}

/** Chunks that make up what is seen (PNG, third edition, 11); colour profiles are packed texts and go too. */
const seenChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'cHRM', 'IDAT', 'IEND']);

function cleanPng(content: Uint8Array): CleanPicture | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const kept: Uint8Array[] = [content.subarray(0, 8)];
  let size: { width: number; height: number } | null = null;
  let pixels = false;
  for (let at = 8; at + 12 <= content.byteLength;) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > content.byteLength) return null;
    const name = String.fromCharCode(...content.subarray(at + 4, at + 8));
    if (crc32(content.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return null;
    // The header comes first, once, and is thirteen bytes long.
    if ((name === 'IHDR') !== (size === null) || (name === 'IHDR' && length !== 13)) return null;
    if (name === 'IHDR') size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (name === 'IDAT') pixels = true;
    if (seenChunks.has(name)) kept.push(content.subarray(at, end));
    // A chunk nobody may do without, and that we do not know, is nothing a scanner writes.
    else if (/^[A-Z]/.test(name)) return null;
    if (name === 'IEND') return size && pixels ? { content: joined(kept), ...size } : null;
    at = end;
  }
  return null;
}

/** More scans than a progressive picture has are only there to keep a decoder busy. */
const mostScans = 64;

function cleanJpeg(content: Uint8Array): CleanPicture | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const kept: Uint8Array[] = [content.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let turn = 1;
  let scans = 0;
  let at = 2;
  while (at + 4 <= content.byteLength) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd8 || marker === 0xd9 || marker === 0) return null;
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > content.byteLength) return null;
    const segment = content.subarray(at, end);
    if (isFrame(marker)) {
      if (size || segment.length < 11) return null;
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === 0xe1) turn = turnOf(segment) ?? turn;
    // Applications' own segments and comments go, but for the two that say how the colours are meant.
    if (!((marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe)) kept.push(segment);
    at = end;
    if (marker !== 0xda) continue;
    scans += 1;
    const after = endOfScan(content, at);
    if (!size || scans > mostScans || after === null) return null;
    kept.push(content.subarray(at, after));
    at = after;
    if (content[at + 1] !== 0xd9) continue;
    kept.push(content.subarray(at, at + 2));
    if (turn !== 1) kept.splice(1, 0, turned(turn));
    return { content: joined(kept), ...size };
  }
  return null;
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Where the next marker begins; null when the file ends first. */
function endOfScan(content: Uint8Array, from: number): number | null {
  for (let at = content.indexOf(0xff, from); at >= 0 && at + 1 < content.byteLength; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return null;
}

/** How a camera says the picture is to be turned (Exif 2.3, tag 0x0112): 1 to 8; null where it says nothing. */
function turnOf(segment: Uint8Array): number | null {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  if (segment.length < 20 || String.fromCharCode(...segment.subarray(4, 8)) !== 'Exif') return null;
  const little = view.getUint16(10) === 0x4949;
  const first = 10 + view.getUint32(14, little);
  if (first + 2 > segment.length) return null;
  const entries = view.getUint16(first, little);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12;
    if (at + 12 > segment.length) return null;
    const value = view.getUint16(at + 8, little);
    if (view.getUint16(at, little) === 0x0112) return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** A segment that says nothing but how the picture is turned. */
function turned(turn: number): Uint8Array {
  return Buffer.from(`ffe10022457869660000${'4d4d002a00000008'}${'0001'}${'0112000300000001'}000${turn}0000${'00000000'}`, 'hex');
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
