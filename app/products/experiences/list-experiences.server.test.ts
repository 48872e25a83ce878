import { describe, expect, it } from 'vitest';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { experienceCharges, priceOfParty } from './experience-price.ts';
import { someFacts } from './experience-testing.ts';
import { findExperience } from './experiences-store.server.ts';
import { listExperiences } from './list-experiences.server.ts';
import { loadExperiences } from './load-experiences.server.ts';

const platform = await openTestPlatform();
const files = readCatalogueFiles('experiences').slice(0, 3);

describe('the catalogue in the database', () => {
  it('is loaded once, and again only when asked to replace', async () => {
    expect(await loadExperiences(platform, files, { replace: false })).toBe(3);
    expect(await loadExperiences(platform, files, { replace: false })).toBe(0);
    expect(await loadExperiences(platform, files, { replace: true })).toBe(3);
  });

  it('is listed in the words of each language, with the price of one grown-up', async () => {
    const english = await listExperiences(platform, 'en');
    const arabic = await listExperiences(platform, 'ar');
    expect(english).toHaveLength(3);
    for (const card of english) {
      expect(card.price).toEqual(card.ageBands.find((band) => band.band === 'adult')!.price);
      expect(arabic.find((other) => other.id === card.id)!.title).not.toBe(card.title);
    }
  });

  it('opens one with all its words, and none that is not there', async () => {
    const [first] = files;
    const found = await findExperience(platform.db, first!.id, 'pt');
    expect(found!.words).toEqual((first!.words as Record<string, unknown>)['pt']);
    expect(await findExperience(platform.db, 'no-such', 'pt')).toBeNull();
  });
});

describe('the price of a party', () => {
  it('charges each age band its price and adds up in the quote', async () => {
    const rules = await getPricingRules(platform.db, testNow);
    const quote = priceOfParty(someFacts(), { adult: 2, child: 1, infant: 1 }, rules, new Date(testNow).toISOString());
    expect(quote.total).toEqual({ amount: 2 * 24_500 + 18_000, currency: 'AED' });
    expect(quote.lines.map((line) => [line.code, line.amount.amount])).toEqual([
      ['adult', 49_000],
      ['child', 18_000],
    ]);
  });

  it('puts grown-ups first and leaves out bands that nobody is in', () => {
    expect(experienceCharges(someFacts(), { child: 1, adult: 1 }).travellers).toEqual(['adult', 'child']);
    expect(experienceCharges(someFacts(), {}).charges).toEqual([]);
  });
});
