import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { findPhotos } from '#app/commerce/supply/photographs-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import { addedLines, type AddedKind } from '#app/commerce/pricing/quote-summary.ts';
import type { PriceLine } from '#app/commerce/pricing/quote.ts';
import type { Photo } from '#app/ui/poster/poster-names.ts';
import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { AgeBand, AgeBandName, Experience } from './experience.ts';
import { priceFrom, priceOfParty } from './experience-price.ts';
import { daysAhead } from './experience-rules.ts';
import { findExperience } from './experiences-store.server.ts';
import { nearbyExperiences, type ExperienceTile } from './open-experiences.server.ts';
import { findOptions, findSlotChanges, findSlotsTaken } from './slots-store.server.ts';
import { readVisit, visitParams, type Stock, type Visit } from './visit-form.ts';

export interface ExperienceView {
  readonly experience: Experience;
  readonly country: string;
  readonly guides: readonly string[];
  readonly visit: Visit;
  readonly options: readonly { readonly key: string; readonly groupSize: number | null; readonly from: Money; readonly to: string }[];
  readonly bands: readonly AgeBand[];
  readonly from: Money;
  /** Null while the party cannot come. */
  readonly price: { readonly total: Money; readonly lines: readonly VisitLine[] } | null;
  /** On a full day, the ways to take part that can still be had then. */
  readonly otherWays: readonly { readonly key: string; readonly to: string }[];
  /** Where this very visit is booked; null while it cannot be. */
  readonly book: string | null;
  readonly near: readonly ExperienceTile[];
  readonly photos: readonly Photo[];
}

/** `band` is null for a group of one's own. */
export interface VisitLine {
  /** What is no place but a rule of ours; null for a place. */
  readonly added: AddedKind | null;
  readonly mark: string | null;
  readonly band: AgeBandName | null;
  readonly count: number;
  readonly amount: Money;
}

const nearShown = 3;

/** What of an experience can be had now: its options, and what differs and is taken within a year. */
export async function readStock(platform: Pick<Platform, 'db' | 'clock'>, experience: Pick<Experience, 'id' | 'zone'>): Promise<Stock> {
  const { db } = platform;
  const now = platform.clock.now();
  const today = localTimeIn(experience.zone, now).slice(0, 10) as CalendarDate;
  const [options, changes, taken] = await Promise.all([
    findOptions(db, experience.id),
    findSlotChanges(db, experience.id, today, addDays(today, daysAhead)),
    findSlotsTaken(db, now, experience.id),
  ]);
  return { options, changes, taken };
}

export function visitLines(lines: readonly PriceLine[]): VisitLine[] {
  const places = lines.filter(({ facts }) => facts['phase'] === undefined);
  return [
    ...places.map((line) => ({
      added: null,
      mark: null,
      band: line.facts['traveller'] === 'group' ? null : (line.code as AgeBandName),
      count: line.travellers.length,
      amount: line.amount,
    })),
    ...addedLines(lines).map((line) => ({ ...line, band: null, count: 1 })),
  ];
}

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
  const [rules, stock] = await Promise.all([getPricingRules(platform.db, now), readStock(platform, experience)]);
  if (stock.options.length === 0) return null;
  const visit = readVisit(params, experience, localTimeIn(experience.zone, now), stock);
  const share = { option: visit.option, slotPercent: visit.session?.pricePercent ?? 100 };
  const known = { travel: visit.session?.date ?? null, language };
  const quote = visit.fault === null ? priceOfParty(experience, visit.party, rules, at, share, at, known) : null;
  const adult = experience.ageBands.find(({ band }) => band === 'adult') ?? experience.ageBands[0]!;
  return {
    experience,
    country: countryName(experience.country, language),
    guides: experience.languages.map((code) => languageName(code, language)),
    visit,
    options: stock.options.map((option) => ({
      key: option.key,
      groupSize: option.groupSize,
      from: priceOfParty(experience, { [adult.band]: 1 }, rules, at, { option, slotPercent: 100 }).total,
      to: `/experience/${id}?${visitParams({ ...visit, option })}`,
    })),
    bands: experience.ageBands.toSorted((a, b) => b.price.amount - a.price.amount || b.from - a.from),
    from: priceFrom(experience, rules, at),
    price: quote && { total: quote.total, lines: visitLines(quote.lines) },
    otherWays: visit.otherWays.map((option) => ({ key: option.key, to: `/experience/${id}?${visitParams({ ...visit, option })}` })),
    book: quote && visit.session ? `/experience/${id}/book?${visitParams(visit)}` : null,
    near: await nearbyExperiences(platform, language, experience, nearShown),
    photos: await findPhotos(platform.db, 'experience', id, language),
  };
}
