import { describe, expect, it } from 'vitest';
import { languageCodes } from '#app/values/preferences.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { faultsOf, namedTwice } from '#tests/support/catalogue-faults.ts';
import { readCatalogueExperience } from './experience-catalogue.ts';

const items = readCatalogueFiles('experiences');

describe('the house catalogue of experiences', () => {
  it.each(items.map((item) => [item.id, item] as const))('has %s right in all five languages', (id, item) => {
    const { facts, words } = readCatalogueExperience(id, item);
    expect(Object.keys(words).sort()).toEqual([...languageCodes].sort());
    expect(facts.ageBands.some((band) => band.price.amount > 0)).toBe(true);
    // Words of another language would be the same: nobody translated them.
    expect(new Set(languageCodes.map((language) => words[language]!.summary)).size).toBe(languageCodes.length);
    expect(new Set(languageCodes.map((language) => words[language]!.meeting)).size).toBe(languageCodes.length);
  });

  it('names one city alike everywhere', () => {
    const named = items.flatMap((item) => {
      const { facts, words } = readCatalogueExperience(item.id, item);
      return languageCodes.map((language) => [`${facts.city} ${language}`, words[language]!.city] as const);
    });
    expect(namedTwice(named)).toEqual([]);
  });
});

const faultOf = faultsOf(items[0]!, readCatalogueExperience);

describe('a file that is not right', () => {
  it('is refused with its fault in words', () => {
    expect(faultOf(() => undefined)).toBe('none');
    expect(faultOf((files) => void (files.facts['startTimes'] = ['24:00']))).toContain('startTimes.0');
    expect(faultOf((files) => void (files.facts['weekdays'] = [1, 1]))).toContain('weekdays twice');
    expect(faultOf((files) => void (files.facts['country'] = 'XX'))).toContain('no time zone is known');
    expect(faultOf((files) => void (files.facts['colour'] = 'red'))).toContain('colour');
    expect(faultOf((files) => void (files.facts['id'] = 'other'))).toContain('in the folder');
    expect(faultOf((files) => void delete files.words['tl'])).toContain('tl.json');
    expect(faultOf((files) => void (files.words['ar']!['plan'] as unknown[]).pop())).toContain('steps');
    expect(faultOf((files) => void (files.words['en']!['tagline'] = 'x'.repeat(91)))).toContain('tagline');
    const bands = [
      { band: 'child', from: 4, to: 11, priceAed: 10 },
      { band: 'infant', from: 0, to: 4, priceAed: 0 },
    ];
    expect(faultOf((files) => void (files.facts['ageBands'] = bands))).toContain('overlap');
  });
});
