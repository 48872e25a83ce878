import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { EvisaGroup } from '../evisa/evisa.tables.ts';
import type { AssistedOffer, AssistedTerms } from './assisted-country.ts';
import { caseRefundTable } from './assisted-refund.ts';

/** The offer a party was begun under. Only for groups of the assisted route. */
export const offerOf = (group: Pick<EvisaGroup, 'offer'>): AssistedOffer => group.offer as AssistedOffer;

export function assistedTitle(country: string, language: LanguageCode): string {
  return textsFor(language).of('assisted')('orderTitle', { country: countryName(country, language) });
}

/** "Tourist visa, full service, counter in Dubai". */
export function termsWords(terms: Pick<AssistedTerms, 'purpose' | 'package' | 'counter'>, language: LanguageCode): string {
  const t = textsFor(language).of('assisted');
  return t('termsLine', {
    purpose: t(`purposes.${terms.purpose}`),
    package: t(`packages.${terms.package}.name`),
    city: t(`cities.${terms.counter.city}`),
  });
}

/** The heads and rows of THE refund table in words: for the page, the order and its mails alike. */
export function caseRefundColumns(language: LanguageCode): string[] {
  const t = textsFor(language).of('assisted');
  return [t('refund.stage'), t('refund.government'), t('refund.centre'), t('refund.service'), t('refund.courier')];
}

export function caseRefundRows(offer: { readonly rejectedService: number }, language: LanguageCode): string[][] {
  const t = textsFor(language).of('assisted');
  return caseRefundTable(offer).map((row) => [
    t(`refund.stages.${row.stage}`),
    ...[row.government, row.centre, row.service, row.courier].map((share) => t('refund.share', { share })),
  ]);
}
