import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { narrowed } from '#app/values/narrow-list.ts';
import { priceFrom } from './experience-price.ts';
import { listExperienceCards } from './experiences-store.server.ts';
import { dubai, experienceTests, inOrder, type ExperienceFilter, type PricedExperience } from './filter-experiences.ts';

/** Experiences on sale with their from-prices, nearest to Dubai first. */
export async function listExperiences(
  platform: Platform,
  language: LanguageCode,
  filter: ExperienceFilter = {},
): Promise<PricedExperience[]> {
  const now = platform.clock.now();
  const [cards, rules] = await Promise.all([listExperienceCards(platform, language), getPricingRules(platform.db, now)]);
  const at = new Date(now).toISOString();
  const priced = cards.map((card) => ({ ...card, price: priceFrom(card, rules, at), isHeard: true }));
  return inOrder(narrowed(experienceTests, priced, filter), 'near', dubai);
}
