import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { AgeBand, ExperienceFacts } from './experience.ts';
import type { ExperienceFilter } from './filter-experiences.ts';
import type { ExperiencesView } from './open-experiences.server.ts';

/** Sentences of the catalogue `experiences` that several pages say. */

export function durationWords(t: Translate, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('duration.minutes', { count: minutes });
  return rest === 0 ? t('duration.hours', { count: hours }) : t('duration.both', { hours, minutes: rest });
}

/** "Wed 25 Nov, 15:00", by the clocks of the place. */
export function momentWords(t: Translate, time: LocalTime, language: LanguageCode): string {
  return t('moment', { date: formatDate(time, language, 'day'), time: time.slice(11, 16) });
}

/** How late cancelling is free, as a rule: without a day there is no moment to name. */
export function cancelRuleWords(t: Translate, { freeCancelHours }: Pick<ExperienceFacts, 'freeCancelHours'>): string {
  if (freeCancelHours === null) return t('cancel.never');
  return freeCancelHours === 0 ? t('cancel.untilStart') : t('cancel.hours', { count: freeCancelHours });
}

export function agesWords(t: Translate, { from, to }: Pick<AgeBand, 'from' | 'to'>): string {
  return to === null ? t('ages.from', { from }) : t('ages.range', { from, to });
}

/** A filter that is set, in few words. */
export function filterWords(
  t: Translate,
  { key, value }: { key: keyof ExperienceFilter; value: string },
  { places, guides }: Pick<ExperiencesView, 'places' | 'guides'>,
  language: LanguageCode,
): string {
  switch (key) {
    case 'words':
      return t('chosen.words', { words: value });
    case 'city':
      return places.flatMap(({ cities }) => cities).find(({ code }) => code === value)?.name ?? value;
    case 'date':
      return formatDate(value, language, 'day');
    case 'parts':
      return t(`part.${value}`);
    case 'categories':
      return t(`category.${value}`);
    case 'lasts':
      return t(`lasts.${value}`);
    case 'guides':
      return t('chosen.guide', { language: guides[value] ?? value });
    case 'maxPrice':
      return t('filter.upTo', { amount: formatNumber(Number(value) / 100, language) });
    default:
      return t(`flag.${key}`);
  }
}

/** A filter in words where its value is not at hand. */
export function filterName(t: Translate, key: keyof ExperienceFilter): string {
  return t([`filterName.${key}`, `flag.${key}`]);
}
