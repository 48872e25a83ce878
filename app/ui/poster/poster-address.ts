import { posterCrops, posterLandmarks, posterPalettes, posterScenes, type PosterArt, type PosterCrop } from './poster-names.ts';
import { posterVersion } from './poster-version.ts';

/** One poster, as its file name says it. */
export interface PosterName extends PosterArt {
  readonly crop: PosterCrop;
  /** Which of the 64 variations: two hexadecimal digits. */
  readonly seed: string;
}

const variations = 64;

/** A place always falls on the same variation. Give it a name that no language changes: a slug or a code. */
export function seedOf(place: string): string {
  let mixed = 0x811c9dc5;
  for (const letter of place.toLowerCase()) mixed = Math.imul(mixed ^ letter.codePointAt(0)!, 0x01000193);
  return ((mixed ^ (mixed >>> 15)) & (variations - 1)).toString(16).padStart(2, '0');
}

/** The address of a poster's file. It names the drawing's version, so the file may be kept for ever. */
export function posterAddress({ place, scene, palette, landmark, crop }: PosterArt & { place: string; crop: PosterCrop }): string {
  return `/posters/${scene}-${palette}-${landmark ?? 'none'}-${crop}-${seedOf(place)}-${posterVersion}.svg`;
}

const oneOf = (names: readonly string[]) => `(${names.join('|')})`;
const fileName = new RegExp(
  `^${oneOf(posterScenes)}-${oneOf(posterPalettes)}-${oneOf(['none', ...posterLandmarks])}-${oneOf(Object.keys(posterCrops))}-([0-3][0-9a-f])-([0-9a-f]{8})\\.svg$`,
);

/** Which poster a file name asks for, and of which version; null for a name that is not ours. */
export function readPosterFile(file: string): { readonly poster: PosterName; readonly version: string } | null {
  const match = fileName.exec(file);
  if (!match) return null;
  const [, scene, palette, landmark, crop, seed, version] = match as unknown as string[];
  const poster = { scene, palette, landmark: landmark === 'none' ? null : landmark, crop, seed } as PosterName;
  return { poster, version: version! };
}
