import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { StayFilter } from './filter-staycations.ts';
import type { StayParty } from './occupancy-rules.ts';
import type { StaycationsView } from './open-staycations.server.ts';
import type { StaycationFacts } from './staycation.ts';

/** Sentences of the catalogue `staycations` that several pages say. */

/** "Mon 7 Dec, 15:00", by the clocks of the place. */
export function momentWords(t: Translate, time: LocalTime, language: LanguageCode): string {
  return t('moment', { date: formatDate(time, language, 'day'), time: time.slice(11, 16) });
}

/** How late cancelling is free, as a rule: without an arrival there is no moment to name. */
export function cancelRuleWords(t: Translate, { freeCancelDays }: Pick<StaycationFacts, 'freeCancelDays'>): string {
  if (freeCancelDays === null) return t('cancel.never');
  return freeCancelDays === 0 ? t('cancel.untilArrival') : t('cancel.days', { count: freeCancelDays });
}

/** The same for an arrival: until which moment it is free, or that it is no longer. */
export function freeWords(
  t: Translate,
  facts: Pick<StaycationFacts, 'freeCancelDays'>,
  dated: boolean,
  until: LocalTime | null,
  language: LanguageCode,
): string {
  if (!dated || facts.freeCancelDays === null) return cancelRuleWords(t, facts);
  return until ? t('cancel.until', { moment: momentWords(t, until, language) }) : t('cancel.noLonger');
}

/** Who comes, in the middle of a sentence; as `guests` it stands alone, which Arabic writes otherwise. */
export function partyWords(t: Translate, { adults, childAges }: StayParty, as: 'party' | 'guests' = 'party'): string {
  const grown = t(`${as}.adults`, { count: adults });
  return childAges.length === 0 ? grown : t('party.both', { adults: grown, children: t(`${as}.children`, { count: childAges.length }) });
}

/** A filter that is set, in few words. */
export function filterWords(
  t: Translate,
  { key, value }: { key: keyof StayFilter; value: string },
  { places }: Pick<StaycationsView, 'places'>,
  language: LanguageCode,
): string {
  switch (key) {
    case 'words':
      return t('chosen.words', { words: value });
    case 'country':
      return places.find(({ code }) => code === value)?.country ?? value;
    case 'area':
      return places.flatMap(({ areas }) => areas).find(({ code }) => code === value)?.name ?? value;
    case 'kinds':
      return t(`kind.${value}`);
    case 'boards':
      return t(`board.${value}`);
    case 'maxNight':
      return t('filter.upTo', { amount: formatNumber(Number(value) / 100, language) });
    default:
      return t(`flag.${key}`);
  }
}

/** A filter in words where its value is not at hand. */
export function filterName(t: Translate, key: keyof StayFilter): string {
  return t([`filterName.${key}`, `flag.${key}`]);
}
