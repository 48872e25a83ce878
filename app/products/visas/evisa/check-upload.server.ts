import { checkPaper } from '#app/platform/check-paper.server.ts';
import type { CleanPicture, PictureType } from '#app/platform/clean-picture.server.ts';
import { hasGlare, hasLowDetail, isBlurred, refusePicture, type Upload, type UploadRefusal } from './evisa-document-rules.ts';
import type { DocumentCode } from './evisa-offer.ts';
import { measurePicture } from './measure-picture.server.ts';

export type CheckedUpload =
  | {
      readonly ok: true;
      readonly upload: Upload;
      /** They do not stop it: a person looks at it anyway. */
      readonly warnings: readonly UploadRefusal[];
      /** What is kept: of a picture, only what is seen of it. */
      readonly content: Uint8Array;
    }
  | { readonly ok: false; readonly refused: UploadRefusal };

/** What a file is and whether it may stand for the asked paper. */
export async function checkUpload(content: Uint8Array, asked: DocumentCode): Promise<CheckedUpload> {
  const refuse = (refused: UploadRefusal) => ({ ok: false, refused }) as const;
  const paper = await checkPaper(content);
  if (!paper.ok) return paper;
  const { type } = paper;
  const bytes = paper.content.byteLength;
  if (!paper.size || type === 'application/pdf')
    return asked === 'photo'
      ? refuse('picture-needed')
      : { ok: true, upload: { type, bytes, width: null, height: null }, warnings: [], content: paper.content };
  const clean = { ...paper.size, content: paper.content };
  const refused = refusePicture(clean, asked);
  if (refused) return refuse(refused);
  return { ok: true, upload: { type, bytes, ...paper.size }, warnings: await warningsOf(clean, type, asked), content: paper.content };
}

/** Out of focus, burnt out or cut off by its pixels; where those could not be measured, by how few bytes it has for them. */
async function warningsOf(clean: CleanPicture, type: PictureType, asked: DocumentCode): Promise<readonly UploadRefusal[]> {
  const { content, width, height } = clean;
  if (hasLowDetail(clean, content.byteLength)) return ['low-detail'];
  const measures = await measurePicture(content, { type, width, height });
  if (!measures) return [];
  const { sharpness, glare, cut } = measures;
  return [
    ...(sharpness !== null && isBlurred(sharpness, asked) ? (['blurred'] as const) : []),
    ...(hasGlare(glare) ? (['glare'] as const) : []),
    ...(cut && asked === 'passport-page' ? (['cut'] as const) : []),
  ];
}
