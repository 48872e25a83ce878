import { checkPdf } from './check-pdf.server.ts';
import { cleanPicture } from './clean-picture.server.ts';
import { mostPaperBytes, paperTypeOf, type PaperRefusal, type PaperType } from '#app/values/paper-types.ts';

export type CheckedPaper =
  | {
      readonly ok: true;
      readonly type: PaperType;
      /** What is kept: of a picture, only what is seen of it. */
      readonly content: Uint8Array;
      /** Pixels; null for a PDF. */
      readonly size: { readonly width: number; readonly height: number } | null;
    }
  | { readonly ok: false; readonly refused: PaperRefusal };

/**
 * Whether a file of a stranger may be kept: a PDF that only shows pages, or a whole picture. Nothing is decoded here, so a
 * picture that would fill the memory when opened costs nothing.
 */
export async function checkPaper(content: Uint8Array): Promise<CheckedPaper> {
  const refuse = (refused: PaperRefusal) => ({ ok: false, refused }) as const;
  if (content.byteLength === 0) return refuse('empty');
  if (content.byteLength > mostPaperBytes) return refuse('too-large');
  const type = paperTypeOf(content);
  if (!type) return refuse('other-type');
  if (type === 'application/pdf') {
    const refused = await checkPdf(content);
    return refused ? refuse(refused) : { ok: true, type, content, size: null };
  }
  const clean = cleanPicture(content, type);
  return clean ? { ok: true, type, content: clean.content, size: { width: clean.width, height: clean.height } } : refuse('damaged');
}
