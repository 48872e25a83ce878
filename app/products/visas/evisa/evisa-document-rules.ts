import type { PaperRefusal, PaperType } from '#app/values/paper-types.ts';
import type { DocumentCode } from './evisa-offer.ts';

/*
 * What may stand for a paper of an application, beyond what every paper of a stranger is held to.
 */

export type UploadRefusal =
  | PaperRefusal
  | 'too-small'
  | 'too-wide'
  | 'not-portrait'
  | 'low-detail'
  | 'blurred'
  | 'glare'
  | 'cut'
  | 'picture-needed';

export interface Upload {
  readonly type: PaperType;
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

/** Pixels of both sides together; a telephone makes fewer, and a viewer needs four bytes for each. */
const mostPixels = 48_000_000;

/** Whether a picture of this size may stand for the asked paper. */
export function refusePicture(
  { width, height }: { readonly width: number; readonly height: number },
  asked: DocumentCode,
): UploadRefusal | null {
  if (width < 1 || height < 1) return 'damaged';
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  if (longer > mostSide || width * height > mostPixels) return 'too-wide';
  const least = leastSides[asked];
  if (least && (longer < least[0] || shorter < least[1])) return 'too-small';
  return asked === 'photo' && width > height ? 'not-portrait' : null;
}

/**
 * Whether whoever an application belongs to may fetch a paper of it by its address. An issued visa is fetched from the
 * order once it was released; a receipt of the authority, while an officer shows it.
 */
export function isShownToTraveller(paper: {
  readonly kind: string;
  readonly sharedAt: Date | null;
  readonly replacedAt: Date | null;
}): boolean {
  if (paper.kind === 'receipt') return paper.sharedAt !== null && paper.replacedAt === null;
  return paper.kind !== 'issued';
}

/** Whether a picture holds so few bytes for its pixels that it is blurred, blank or blown up. */
export function hasLowDetail({ width, height }: { readonly width: number; readonly height: number }, bytes: number): boolean {
  return (bytes * 1000) / (width * height) < leastDetail;
}

/** Sharpness below which a picture is out of focus: of a face, and of whatever has print on it. Calibrated on drawn pages. */
const leastSharp = { photo: 0.004, print: 0.05 } as const;

/** Whether a picture is out of focus by the measure of `sharpnessOf`. */
export function isBlurred(sharpness: number, asked: DocumentCode): boolean {
  return sharpness < (asked === 'photo' ? leastSharp.photo : leastSharp.print);
}

/** Share of a picture from which a burnt-out patch hides what is printed there: about the size of one line of a name. */
const leastGlare = 0.006;

/** Whether light has burnt a patch out of a picture, by the measure of `glareOf`. */
export function hasGlare(glare: number): boolean {
  return glare >= leastGlare;
}
