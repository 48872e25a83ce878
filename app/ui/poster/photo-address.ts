import type { Photo, PosterArt, PosterCrop } from './poster-names.ts';

/** Widths in pixels in which a photograph is kept, as far as it is that wide. */
export const photoWidths = [480, 800, 1200, 1800] as const;
export type PhotoType = 'avif' | 'webp';

/** The widths there are of a photograph, its own full one last. */
export function photoWidthsOf({ width }: Pick<Photo, 'width'>): number[] {
  return [...photoWidths.filter((one) => one < width), width];
}

export function photoAddress(hash: string, width: number, type: PhotoType): string {
  return `/photos/${hash}-${width}.${type}`;
}

export function photoSources(photo: Pick<Photo, 'hash' | 'width'>, type: PhotoType): string {
  return photoWidthsOf(photo)
    .map((width) => `${photoAddress(photo.hash, width, type)} ${width}w`)
    .join(', ');
}

/** How wide each crop is shown: the columns of lists, and the breadth of a page. */
export const photoSizes: Readonly<Record<PosterCrop, string>> = {
  portrait: '(width <= 700px) 46vw, 300px',
  landscape: '(width <= 700px) 92vw, 400px',
  wide: '(width <= 1240px) 94vw, 1180px',
};

/** Drawings of a place with the photographs there are in place of the first ones. */
export function withPhotos<Picture extends { readonly art: PosterArt }>(drawings: readonly Picture[], photos: readonly Photo[]): Picture[] {
  return drawings.map((picture, at) => {
    const photo = photos[at];
    return photo ? { ...picture, art: { ...picture.art, photo } } : picture;
  });
}
