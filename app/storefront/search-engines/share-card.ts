import { posterAddress } from '#app/ui/poster/poster-address.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';

/** What a page may give for its card: the art of its place, and the name that chooses the variation. */
export interface Share {
  readonly place: string;
  readonly art: PosterArt;
}

export const cardSize = { width: 1200, height: 630 } as const;

const ours: Share = { place: 'rihla', art: { scene: 'desert', palette: 'dusk', landmark: null } };

/** Address of the picture that stands beside a shared link. It names all that is drawn, so it may be kept for ever. */
export function cardAddress(share: Share | null): string {
  const { place, art } = share ?? ours;
  return posterAddress({ place, ...art, crop: 'landscape' })
    .replace('/posters/', '/share-cards/')
    .replace(/svg$/, 'png');
}
