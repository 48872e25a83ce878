import { paperEndings, type PaperType } from '#app/values/paper-types.ts';

/** What an application may carry. */
export const mostDocuments = 3;

/** A name that can stand in a header and on any disk, with the ending of what the file really is. */
export function documentName(typed: string, type: PaperType): string {
  const stem = typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .slice(0, 60);
  return `${stem || 'document'}.${paperEndings[type]}`;
}
