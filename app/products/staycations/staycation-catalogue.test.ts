import { describe, expect, it } from 'vitest';
import { languageCodes } from '#app/values/preferences.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { readCatalogueStaycation } from './staycation-catalogue.ts';

const items = readCatalogueFiles('staycations');

describe('the house catalogue of stays', () => {
  it.each(items.map((item) => [item.id, item] as const))('has %s right in all five languages', (id, item) => {
    const { facts, words } = readCatalogueStaycation(id, item);
    expect(Object.keys(words).sort()).toEqual([...languageCodes].sort());
    expect(facts.zone).toMatch(/^Asia\//);
    // Words of another language would be the same: nobody translated them.
    expect(new Set(languageCodes.map((language) => words[language].summary)).size).toBe(languageCodes.length);
  });

  it('names one area alike everywhere', () => {
    const names = new Map<string, Set<string>>();
    for (const item of items) {
      const { facts, words } = readCatalogueStaycation(item.id, item);
      for (const language of languageCodes) {
        const key = `${facts.area} ${language}`;
        names.set(key, (names.get(key) ?? new Set()).add(words[language].area));
      }
    }
    expect([...names].filter(([, found]) => found.size > 1).map(([key, found]) => `${key}: ${[...found].join(' / ')}`)).toEqual([]);
  });
});

const sample = items[0]!;
type Files = { facts: Record<string, unknown>; words: Record<string, Record<string, unknown>> };
function faultOf(change: (files: Files) => void): string {
  const files = structuredClone({ facts: sample.facts, words: sample.words }) as Files;
  change(files);
  try {
    readCatalogueStaycation(sample.id, files);
    return 'none';
  } catch (fault) {
    return (fault as Error).message;
  }
}

describe('a file that is not right', () => {
  it('is refused with its fault in words', () => {
    expect(faultOf(() => undefined)).toBe('none');
    expect(faultOf((files) => void (files.facts['checkIn'] = '3 pm'))).toContain('checkIn');
    expect(faultOf((files) => void (files.facts['country'] = 'FR'))).toContain('country');
    expect(faultOf((files) => void (files.facts['rooms'] = []))).toContain('rooms');
    expect(faultOf((files) => void (files.facts['boards'] = ['room', 'room']))).toContain('board twice');
    expect(faultOf((files) => void (files.words['ar']!['rooms'] = {}))).toContain('ar.json tells the rooms');
    expect(faultOf((files) => void delete files.words['es'])).toContain('es.json');
    expect(faultOf((files) => void (files.facts['id'] = 'other'))).toContain('in the folder');
  });
});
