import { describe, expect, it } from 'vitest';
import { versionOfDrawings } from '../../../scripts/draw-posters.ts';
import { drawPoster } from './draw-poster.server.ts';
import { posterAddress, readPosterFile, seedOf, type PosterName } from './poster-address.ts';
import { posterCrops, posterLandmarks, posterPalettes, posterScenes, type PosterCrop } from './poster-names.ts';
import { posterVersion } from './poster-version.ts';

const crops = Object.keys(posterCrops) as PosterCrop[];
const most = 15 * 1024;
const lisbon: PosterName = { scene: 'old-town', palette: 'day', landmark: 'tram-28', crop: 'portrait', seed: '07' };

describe('a poster', () => {
  it('is the same bytes for the same name, and others for another variation', () => {
    expect(drawPoster(lisbon)).toBe(drawPoster({ ...lisbon }));
    expect(drawPoster({ ...lisbon, seed: '08' })).not.toBe(drawPoster(lisbon));
  });

  it.each(posterScenes)('of %s is well-formed and at most 15 KB in every palette, crop and several variations', (scene) => {
    for (const palette of posterPalettes)
      for (const crop of crops)
        for (const seed of ['00', '0b', '1f', '3e']) {
          const svg = drawPoster({ scene, palette, landmark: null, crop, seed });
          expect(svg.length, `${scene} ${palette} ${crop} ${seed}`).toBeLessThanOrEqual(most);
          expect(svg).not.toMatch(/NaN|undefined|Infinity|e-\d/);
        }
  });

  it.each(posterLandmarks)('with %s is at most 15 KB in every scene and crop', (landmark) => {
    for (const scene of posterScenes)
      for (const crop of crops) {
        const svg = drawPoster({ scene, palette: 'dusk', landmark, crop, seed: '15' });
        expect(svg.length, `${scene} ${crop}`).toBeLessThanOrEqual(most);
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      }
  });

  it('draws no attribute twice and closes every group', () => {
    for (const scene of posterScenes) {
      const svg = drawPoster({ scene, palette: 'mist', landmark: null, crop: 'wide', seed: '21' });
      for (const [tag] of svg.matchAll(/<\w+ [^>]*>/g)) {
        const names = [...tag.matchAll(/ ([\w-]+)="/g)].map((match) => match[1]);
        expect(new Set(names).size, tag).toBe(names.length);
      }
      expect(svg.split('<g').length, scene).toBe(svg.split('</g>').length);
    }
  });

  it('shows a landmark only where one is asked for', () => {
    expect(drawPoster({ ...lisbon, landmark: 'eiffel' })).not.toBe(drawPoster({ ...lisbon, landmark: null }));
  });
});

describe('the address of a poster', () => {
  it('leads back to the poster it names', () => {
    for (const scene of posterScenes)
      for (const landmark of [null, ...posterLandmarks]) {
        const art = { scene, palette: 'rose', landmark, crop: 'wide' } as const;
        const file = posterAddress({ place: 'são-paulo', ...art }).replace('/posters/', '');
        expect(readPosterFile(file)).toEqual({ poster: { ...art, seed: seedOf('são-paulo') }, version: posterVersion });
      }
  });

  it.each([
    'beach-tropic-none-portrait-07-0000000.svg',
    'beach-tropic-none-portrait-40-00000000.svg',
    'beach-tropic-none-square-07-00000000.svg',
    'beach-neon-none-portrait-07-00000000.svg',
    'swamp-day-none-portrait-07-00000000.svg',
    'beach-day-atlantis-portrait-07-00000000.svg',
    'beach-day-none-portrait-07-00000000.svg/../x',
    'beach-day-none-portrait-07-00000000.svg\n',
    '',
  ])('refuses %j', (file) => {
    expect(readPosterFile(file)).toBeNull();
  });

  it('falls on the same variation for a place in any writing of its case, and spreads places over all of them', () => {
    expect(seedOf('Lisbon')).toBe(seedOf('lisbon'));
    const seeds = new Set(Array.from({ length: 640 }, (_, at) => seedOf(`place-${at}`)));
    expect(seeds.size).toBeGreaterThan(56);
    for (const seed of seeds) expect(seed).toMatch(/^[0-3][0-9a-f]$/);
  });

  it('names a new version when a drawing changed (npm run posters:sheet writes it)', () => {
    expect(posterVersion).toBe(versionOfDrawings());
  });
});
