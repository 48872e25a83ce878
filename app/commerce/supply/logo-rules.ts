import { photographType } from './photograph-rules.ts';

export const mostLogoBytes = 2 * 1024 * 1024;
/** A drawing is text that is read whole. */
export const mostDrawingBytes = 256 * 1024;
/** Decoded, a picture takes four bytes for each pixel. */
export const mostLogoPixels = 16_000_000;
/** Twice as large as pages show it, for screens with narrow pixels and for paper. */
export const drawnLogo = { width: 680, height: 136 } as const;
/** In pixels of the file: lower ones look coarse on paper. */
export const leastLogoHeight = 64;
/** Wider ones would be a line of letters as high as small print, taller ones a stamp. */
export const widestLogo = 8;
export const tallestLogo = 2;

export const logoFaults = ['logo-type', 'logo-large', 'logo-damaged', 'logo-small', 'logo-shape'] as const;
export type LogoFault = (typeof logoFaults)[number];

/**
 * What a file is by its content. A drawing may hold nothing that is run, or fetched from anywhere, or grows when it is read:
 * such a one is `unsafe` and is not opened. Null for what is no picture that we take.
 */
export function logoType(content: Uint8Array): 'pixels' | 'drawing' | 'unsafe' | null {
  if (photographType(content)) return 'pixels';
  if (content.byteLength > mostDrawingBytes) return null;
  const text = new TextDecoder().decode(content).replace(/^\uFEFF/, '');
  if (!/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(text))
    return /<!doctype/i.test(text) && /<svg[\s>]/i.test(text) ? 'unsafe' : null;
  const unsafe =
    /<!doctype|<!entity|<script|<foreignobject|<image|<use[^>]*href\s*=\s*["'](?!#)|\bon\w+\s*=|@import|url\(\s*["']?(?!#)/i.test(text);
  return unsafe ? 'unsafe' : 'drawing';
}
