import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { StaycationFacts } from './staycation.ts';

/** Morning, evening and night, the hours of a stay. */
const light: readonly PosterArt['palette'][] = ['dawn', 'dusk', 'night'];

/** Three pictures of a place: its own, and the same country in the light of other hours. */
export function galleryOf({ id, poster }: Pick<StaycationFacts, 'id' | 'poster'>): { place: string; art: PosterArt }[] {
  const [first, second] = light.filter((palette) => palette !== poster.palette);
  return [
    { place: id, art: poster },
    { place: `${id}-2`, art: { ...poster, palette: first!, landmark: null } },
    { place: `${id}-3`, art: { ...poster, palette: second!, landmark: null } },
  ];
}
