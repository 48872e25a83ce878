/* What may stand for a CV. A file is what its bytes say: neither its name nor the browser is believed. */

export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const cvTypes = ['application/pdf', docxType] as const;
export type CvType = (typeof cvTypes)[number];
export const cvEndings: Readonly<Record<CvType, string>> = { 'application/pdf': 'pdf', [docxType]: 'docx' };
export const mostCvBytes = 3 * 1024 * 1024;

export type CvRefusal = 'empty' | 'too-large' | 'other-type' | 'damaged' | 'locked' | 'active-content';

const startsWith = (content: Uint8Array, head: readonly number[]) => head.every((byte, at) => content[at] === byte);

/** What a file is by its first bytes. A ZIP archive is only a document once its parts were looked at. */
export function cvTypeOf(content: Uint8Array): CvType | null {
  if (startsWith(content, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'application/pdf';
  return startsWith(content, [0x50, 0x4b, 0x03, 0x04]) ? docxType : null;
}
