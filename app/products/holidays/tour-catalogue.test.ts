import { describe, expect, test } from 'vitest';
import { languageCodes } from '#app/values/preferences.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { readCatalogueTour } from './tour-catalogue.ts';

const items = readCatalogueFiles('tours');

describe('the house catalogue of tours', () => {
  test.each(items.map((item) => [item.id, item] as const))('has %s right in all five languages', (id, item) => {
    const tour = readCatalogueTour(id, item);
    expect(Object.keys(tour.words).sort()).toEqual([...languageCodes].sort());
    expect(tour.facts.price.amount).toBeGreaterThan(100_000);
    // Words of another language would be the same: nobody translated them.
    const titles = languageCodes.map((language) => tour.words[language]!.days[0]!.text);
    expect(new Set(titles).size).toBe(languageCodes.length);
  });
});

const [sample] = items;
const faultOf = (change: (files: { facts: Record<string, unknown>; words: Record<string, Record<string, unknown>> }) => void) => {
  const files = structuredClone({ facts: sample!.facts, words: sample!.words }) as Parameters<typeof change>[0];
  change(files);
  try {
    readCatalogueTour(sample!.id, files);
    return 'none';
  } catch (fault) {
    return (fault as Error).message;
  }
};

describe.runIf(sample)('a file that is not right', () => {
  test('is refused with its fault in words', () => {
    expect(faultOf(() => undefined)).toBe('none');
    expect(faultOf((files) => void (files.facts['priceAed'] = 99.5))).toContain('priceAed');
    expect(faultOf((files) => void (files.facts['region'] = 'antarctica'))).toContain('region');
    expect(faultOf((files) => void (files.facts['meals'] = ['B']))).toContain('1 meals for');
    expect(faultOf((files) => void (files.facts['colour'] = 'red'))).toContain('colour');
    expect(faultOf((files) => void (files.facts['id'] = 'other'))).toContain('in the folder');
    expect(faultOf((files) => void delete files.words['tl'])).toContain('tl.json');
    expect(faultOf((files) => void (files.words['ar']!['places'] = {}))).toContain('ar.json has no name for');
    expect(faultOf((files) => void (files.words['es']!['days'] = []))).toContain('es.json tells 0 of');
    expect(faultOf((files) => void (files.words['en']!['tagline'] = 'x'.repeat(91)))).toContain('tagline');
  });
});
