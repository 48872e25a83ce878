import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { ExperienceFacts } from './experience.ts';
import { dayPartOf, type DayPart } from './experience-rules.ts';

const light: Readonly<Record<DayPart, PosterArt['palette']>> = { morning: 'dawn', afternoon: 'gold', evening: 'dusk', night: 'night' };
const others: readonly PosterArt['palette'][] = ['dusk', 'dawn', 'day', 'night', 'mist'];

/** Three pictures of a place: its own, and the same country in the light of its hours. */
export function galleryOf({
  id,
  poster,
  startTimes,
}: Pick<ExperienceFacts, 'id' | 'poster' | 'startTimes'>): { place: string; art: PosterArt }[] {
  const palettes = [...new Set([...startTimes.map((start) => light[dayPartOf(start)]), ...others])].filter(
    (palette) => palette !== poster.palette,
  );
  return [
    { place: id, art: poster },
    { place: `${id}-2`, art: { ...poster, palette: palettes[0]!, landmark: null } },
    { place: `${id}-3`, art: { ...poster, palette: palettes[1]!, landmark: null } },
  ];
}
