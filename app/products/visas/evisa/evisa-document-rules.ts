import type { DocumentCode } from './evisa-offer.ts';

/*
 * What an uploaded paper is, read from its bytes: neither its name nor the browser is believed. Nothing is ever decoded,
 * so a picture that would fill the memory when opened costs nothing here.
 */

export const uploadTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type UploadType = (typeof uploadTypes)[number];
export const uploadEndings: Readonly<Record<UploadType, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' };
export const mostUploadBytes = 4 * 1024 * 1024;

export type UploadRefusal =
  | 'empty'
  | 'too-large'
  | 'other-type'
  | 'damaged'
  | 'active-content'
  | 'locked'
  | 'too-small'
  | 'too-wide'
  | 'not-portrait'
  | 'low-detail'
  | 'picture-needed';

export interface Upload {
  readonly type: UploadType;
  readonly bytes: number;
  /** Pixels; null for a PDF. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Pictures that are needed sharp: the longer and the shorter side, pixels. */
const leastSides: Partial<Readonly<Record<DocumentCode, readonly [longer: number, shorter: number]>>> = {
  'passport-page': [900, 600],
  photo: [450, 350],
};
const mostSide = 12_000;
/** Bytes for a thousand pixels; below it a picture holds next to no detail, because it is blurred, blank or blown up. */
const leastDetail = 18;

const startsWith = (content: Uint8Array, head: readonly number[]) => head.every((byte, at) => content[at] === byte);
const signature: Readonly<Record<UploadType, readonly number[]>> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** What a file is and whether it may stand for the asked paper. Warnings do not stop it: a person looks at it anyway. */
export function checkUpload(
  content: Uint8Array,
  asked: DocumentCode,
):
  | { readonly ok: true; readonly upload: Upload; readonly warnings: readonly UploadRefusal[] }
  | { readonly ok: false; readonly refused: UploadRefusal } {
  if (content.byteLength === 0) return { ok: false, refused: 'empty' };
  if (content.byteLength > mostUploadBytes) return { ok: false, refused: 'too-large' };
  const type = uploadTypes.find((each) => startsWith(content, signature[each]));
  if (!type) return { ok: false, refused: 'other-type' };
  if (type === 'application/pdf') {
    if (asked === 'photo') return { ok: false, refused: 'picture-needed' };
    const refused = checkPdf(content);
    return refused
      ? { ok: false, refused }
      : { ok: true, upload: { type, bytes: content.byteLength, width: null, height: null }, warnings: [] };
  }
  const size = type === 'image/png' ? sizeOfPng(content) : sizeOfJpeg(content);
  if (!size || size.width < 1 || size.height < 1) return { ok: false, refused: 'damaged' };
  const [longer, shorter] = [Math.max(size.width, size.height), Math.min(size.width, size.height)];
  if (longer > mostSide) return { ok: false, refused: 'too-wide' };
  const least = leastSides[asked];
  if (least && (longer < least[0] || shorter < least[1])) return { ok: false, refused: 'too-small' };
  if (asked === 'photo' && size.width > size.height) return { ok: false, refused: 'not-portrait' };
  const detail = (content.byteLength * 1000) / (size.width * size.height);
  return { ok: true, upload: { type, bytes: content.byteLength, ...size }, warnings: detail < leastDetail ? ['low-detail'] : [] };
}

/** A PDF that only shows pages: nothing in it runs, opens, is attached or is locked. */
function checkPdf(content: Uint8Array): UploadRefusal | null {
  // Names may be written with #xx in place of a letter, so they are read as a viewer would.
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    .toString('latin1')
    .replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (!/%%EOF\s*$/.test(text.slice(-1024))) return 'damaged';
  if (/\/Encrypt\b/.test(text)) return 'locked';
  if (/\/(?:JavaScript|JS|Launch|EmbeddedFiles?|OpenAction|AA|RichMedia|XFA|SubmitForm|ImportData|GoToR|GoToE)\b/.test(text))
    return 'active-content';
  return null;
}

function sizeOfPng(content: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  // The first chunk must be the header, thirteen bytes long, and the last one the end.
  if (content.byteLength < 45 || view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) return null;
  if (view.getUint32(content.byteLength - 8) !== 0x49454e44) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function sizeOfJpeg(content: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  let at = 2;
  while (at + 9 < content.byteLength) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xd9 || marker === 0xda) return null;
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}
