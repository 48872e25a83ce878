import { checkPdf } from '#app/platform/check-pdf.server.ts';
import { cleanPicture, type CleanPicture } from '#app/platform/clean-picture.server.ts';
import {
  hasGlare,
  hasLowDetail,
  isBlurred,
  mostUploadBytes,
  refusePicture,
  typeOf,
  type Upload,
  type UploadRefusal,
  type UploadType,
} from './evisa-document-rules.ts';
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
  if (content.byteLength === 0) return refuse('empty');
  if (content.byteLength > mostUploadBytes) return refuse('too-large');
  const type = typeOf(content);
  if (!type) return refuse('other-type');
  if (type === 'application/pdf') {
    if (asked === 'photo') return refuse('picture-needed');
    const refused = await checkPdf(content);
    return refused
      ? refuse(refused)
      : { ok: true, upload: { type, bytes: content.byteLength, width: null, height: null }, warnings: [], content };
  }
  const clean = cleanPicture(content, type);
  if (!clean) return refuse('damaged');
  const refused = refusePicture(clean, asked);
  if (refused) return refuse(refused);
  const { width, height } = clean;
  const bytes = clean.content.byteLength;
  return {
    ok: true,
    upload: { type, bytes, width, height },
    warnings: await warningsOf(clean, type, asked),
    content: clean.content,
  };
}

/** Out of focus, burnt out or cut off by its pixels; where those could not be measured, by how few bytes it has for them. */
async function warningsOf(
  clean: CleanPicture,
  type: Exclude<UploadType, 'application/pdf'>,
  asked: DocumentCode,
): Promise<readonly UploadRefusal[]> {
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
