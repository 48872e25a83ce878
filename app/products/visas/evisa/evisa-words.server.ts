import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { VisaCountry, VisaType } from './evisa-offer.ts';
import { refundTable } from './evisa-refund.ts';

/** "Tourist, 30 days, single entry" in the reader's language. */
export function typeWords(type: Pick<VisaType, 'purpose' | 'stay' | 'entries'>, language: LanguageCode): string {
  const t = textsFor(language).of('evisas');
  return t('types.line', {
    purpose: t(`types.purpose.${type.purpose}`),
    stay: t('types.stay', { count: type.stay }),
    entries: t(`types.entries.${type.entries}`),
  });
}

export function evisaTitle(country: string, language: LanguageCode): string {
  return textsFor(language).of('evisas')('orderTitle', { country: countryName(country, language) });
}

/** The heads and rows of THE refund table in words: for the page, the order and its mails alike. */
export function refundColumns(language: LanguageCode): string[] {
  const t = textsFor(language).of('evisas');
  return [t('refund.stage'), t('refund.government'), t('refund.service'), t('refund.courier')];
}

export function refundRows(offer: Pick<VisaCountry, 'rejectedService'>, language: LanguageCode): string[][] {
  const t = textsFor(language).of('evisas');
  return refundTable(offer).map((row) => [
    t(`refund.stages.${row.stage}`),
    ...[row.government, row.service, row.courier].map((share) => t('refund.share', { share })),
  ]);
}
