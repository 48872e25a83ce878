import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';

/** What photographs may be of. */
export const photographKinds = ['tour', 'experience', 'stay'] as const;
export type PhotographKind = (typeof photographKinds)[number];

export const mostPhotographBytes = 12 * 1024 * 1024;
/** Decoded, a picture takes four bytes for each pixel. */
export const mostPixels = 40_000_000;
/** Narrower ones look coarse across a page. */
export const leastWidth = 800;
/** The first is shown wide, the others beside it. */
export const mostOfOneThing = 3;

export type PhotographRefusal =
  | 'empty'
  | 'too-large'
  | 'other-type'
  | 'damaged'
  | 'too-small'
  | 'too-many'
  | 'alt'
  | 'focus'
  | 'not-found'
  | 'changed-meanwhile';

/** JPEG, PNG or WebP by their first bytes (RFC 9649 for WebP); anything else is not opened at all. */
export function photographType(content: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const letters = (from: number, to: number) => String.fromCharCode(...content.subarray(from, to));
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'jpeg';
  if (letters(0, 8) === '\u0089PNG\r\n\u001a\n') return 'png';
  return letters(0, 4) === 'RIFF' && letters(8, 12) === 'WEBP' ? 'webp' : null;
}

/** Where one width of a photograph lies among the files of the house. */
export function storedPhotograph(hash: string, width: number, type: 'avif' | 'webp'): string {
  return `photo-${hash}-${width}.${type}`;
}

export type Alts = Readonly<Record<LanguageCode, string>>;

/** What a photograph shows, in every language; null while one of them is missing. */
export function readAlts(said: (language: LanguageCode) => string): Alts | null {
  const alts = Object.fromEntries(languageCodes.map((language) => [language, said(language).trim().slice(0, 200)]));
  return languageCodes.every((language) => (alts[language] ?? '').length >= 3) ? (alts as Alts) : null;
}

/** The middles of the five columns and rows in which the point to keep visible is chosen, in hundredths. */
export const focusSteps = [10, 30, 50, 70, 90] as const;

/** A point as the form sends it, "30,50"; null for what is none. */
export function readFocus(typed: string): { readonly x: number; readonly y: number } | null {
  const [, x, y] = /^(\d{1,3}),(\d{1,3})$/.exec(typed) ?? [];
  return x !== undefined && Number(x) <= 100 && Number(y) <= 100 ? { x: Number(x), y: Number(y) } : null;
}
