import { expect, it } from 'vitest';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { languageCodes } from '#app/values/preferences.ts';

it.each(languageCodes)('every scene, palette and landmark of a poster has a name of its own in %s', (language) => {
  const t = textsFor(language).of('staff-posters');
  for (const [group, names] of [
    ['scenes', posterScenes],
    ['palettes', posterPalettes],
    ['landmarks', posterLandmarks],
  ] as const) {
    const told = names.map((name) => t(`${group}.${name}`, { defaultValue: '' }));
    expect(names.filter((name, at) => told[at] === '' || told[at] === name)).toEqual([]);
    expect(new Set(told).size).toBe(names.length);
  }
});
