import { describe, expect, it } from 'vitest';
import { languageCodes } from '#app/values/preferences.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { faultsOf, namedTwice } from '#tests/support/catalogue-faults.ts';
import { readCatalogueStaycation } from './staycation-catalogue.ts';

const items = readCatalogueFiles('staycations');

describe('the house catalogue of stays', () => {
  it.each(items.map((item) => [item.id, item] as const))('has %s right in all five languages', (id, item) => {
    const { facts, words } = readCatalogueStaycation(id, item);
    expect(Object.keys(words).sort()).toEqual([...languageCodes].sort());
    expect(facts.zone).toMatch(/^Asia\//);
    // Words of another language would be the same: nobody translated them.
    expect(new Set(languageCodes.map((language) => words[language]!.summary)).size).toBe(languageCodes.length);
  });

  it('names one area alike everywhere', () => {
    const named = items.flatMap((item) => {
      const { facts, words } = readCatalogueStaycation(item.id, item);
      return languageCodes.map((language) => [`${facts.area} ${language}`, words[language]!.area] as const);
    });
    expect(namedTwice(named)).toEqual([]);
  });
});

const faultOf = faultsOf(items[0]!, readCatalogueStaycation);

describe('a file that is not right', () => {
  it('is refused with its fault in words', () => {
    expect(faultOf(() => undefined)).toBe('none');
    expect(faultOf((files) => void (files.facts['checkIn'] = '3 pm'))).toContain('checkIn');
    expect(faultOf((files) => void Object.assign(files.facts, { depositPct: 30, freeCancelDays: null }))).toContain('asks a deposit');
    expect(faultOf((files) => void (files.facts['country'] = 'FR'))).toContain('country');
    expect(faultOf((files) => void (files.facts['rooms'] = []))).toContain('rooms');
    expect(faultOf((files) => void (files.facts['boards'] = ['room', 'room']))).toContain('board twice');
    expect(faultOf((files) => void (files.words['ar']!['rooms'] = {}))).toContain('ar.json tells the rooms');
    expect(faultOf((files) => void delete files.words['es'])).toContain('es.json');
    expect(faultOf((files) => void (files.facts['id'] = 'other'))).toContain('in the folder');
  });
});
