import { formatNumber } from '#app/ui/number-format.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Figure } from './figure-view.ts';
import { measureOf, type MeasureName } from './measure-rules.ts';

/** A value with its unit in words; a dash where there is none. Money is said in whole dirhams. */
export function sayValue(t: Translate, language: LanguageCode, measure: MeasureName, value: number | null): string {
  if (value === null) return '–';
  switch (measureOf(measure).unit) {
    case 'count':
      return formatNumber(value, language);
    case 'aed':
      return t('unit.aed', { n: formatNumber(Math.round(value / 100), language) });
    case 'percent':
      return t('unit.percent', { n: formatNumber(value, language, value > 0 && value < 10 ? 1 : value >= 99 && value < 100 ? 1 : 0) });
    case 'ratio':
      return t('unit.ratio', { n: formatNumber(value, language, value < 10 ? 1 : 0) });
    case 'minutes':
      return value >= 120
        ? t('unit.hours', { n: formatNumber(value / 60, language, value < 600 ? 1 : 0) })
        : t('unit.minutes', { n: formatNumber(value, language, value < 10 ? 1 : 0) });
    case 'days':
      return t('unit.days', { count: value, n: formatNumber(value, language, 1) });
  }
}

/** +9.2 % or −0.6 points; empty where nothing can be compared. */
export function sayChange(t: Translate, language: LanguageCode, { measure, change }: Pick<Figure, 'measure' | 'change'>): string {
  if (change === null) return '';
  const points = measureOf(measure).unit === 'percent';
  const size = formatNumber(Math.abs(change), language, Math.abs(change) < 100 ? 1 : 0);
  const sign = Math.abs(change) < 0.05 ? '±' : change > 0 ? '+' : '−';
  return t(points ? 'change.points' : 'change.percent', { n: `${sign}${size}` });
}
