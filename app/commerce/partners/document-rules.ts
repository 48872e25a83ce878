/** What an application may carry. The type is read from the bytes: neither the name nor the browser is believed. */
export const mostDocuments = 3;
export const mostDocumentBytes = 4 * 1024 * 1024;
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type DocumentType = (typeof documentTypes)[number];

const heads: Readonly<Record<DocumentType, readonly number[]>> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

export const endings: Readonly<Record<DocumentType, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' };

/** What a file is by its first bytes; null for everything that we do not take. */
export function typeOfContent(content: Uint8Array): DocumentType | null {
  return documentTypes.find((type) => heads[type].every((byte, at) => content[at] === byte)) ?? null;
}

/** A name that can stand in a header and on any disk, with the ending of what the file really is. */
export function documentName(typed: string, type: DocumentType): string {
  const stem = typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .slice(0, 60);
  return `${stem || 'document'}.${endings[type]}`;
}
