import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { AgeBand, AgeBandName, Experience } from './experience.ts';
import { priceFrom, priceOfParty } from './experience-price.ts';
import { openDays } from './experience-rules.ts';
import { findExperience } from './experiences-store.server.ts';
import { nearbyExperiences, type ExperienceTile } from './open-experiences.server.ts';
import { readVisit, type Visit } from './visit-form.ts';

export interface ExperienceView {
  readonly experience: Experience;
  readonly country: string;
  readonly guides: readonly string[];
  /** The next days with an open start. */
  readonly days: readonly CalendarDate[];
  readonly visit: Visit;
  readonly bands: readonly AgeBand[];
  readonly from: Money;
  /** Null while the party cannot come. */
  readonly price: { readonly total: Money; readonly lines: readonly { band: AgeBandName; count: number; amount: Money }[] } | null;
  readonly near: readonly ExperienceTile[];
}

const daysShown = 8;
const nearShown = 3;

/** One experience with what a visit of this address costs; null when there is none of this id. */
export async function openExperience(
  platform: Platform,
  id: string,
  params: URLSearchParams,
  language: LanguageCode,
): Promise<ExperienceView | null> {
  const experience = await findExperience(platform.db, id, language);
  if (!experience) return null;
  const now = platform.clock.now();
  const at = new Date(now).toISOString();
  const rules = await getPricingRules(platform.db, now);
  const clock = localTimeIn(experience.zone, now);
  const visit = readVisit(params, experience, clock);
  const quote = visit.fault === null ? priceOfParty(experience, visit.party, rules, at) : null;
  return {
    experience,
    country: countryName(experience.country, language),
    guides: experience.languages.map((code) => languageName(code, language)),
    days: openDays(experience, clock, daysShown),
    visit,
    bands: experience.ageBands.toSorted((a, b) => b.price.amount - a.price.amount || b.from - a.from),
    from: priceFrom(experience, rules, at),
    price: quote && {
      total: quote.total,
      lines: quote.lines.map((line) => ({ band: line.code as AgeBandName, count: line.travellers.length, amount: line.amount })),
    },
    near: await nearbyExperiences(platform, language, experience, nearShown),
  };
}
