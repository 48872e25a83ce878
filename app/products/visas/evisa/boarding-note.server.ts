import { typeset } from '#app/platform/typesetting.server.ts';
import type { PaperBrand } from '#app/platform/branding.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { IssuedVisa } from './evisa-applications-store.server.ts';
import type { EvisaGroup } from './evisa.tables.ts';
import template from './boarding-note.typ?raw';

/**
 * A note for the desk at which somebody with an e-visa checks in, as PDF: what the visa says, who issued it and where
 * that can be asked. In the traveller's language and below it in English, which every desk reads. It is no visa, and
 * says so.
 */
export function setBoardingNote(
  group: Pick<EvisaGroup, 'country' | 'offer'>,
  issued: IssuedVisa,
  paper: { readonly reference: string; readonly released: CalendarDate; readonly language: LanguageCode; readonly brand: PaperBrand },
): Promise<Buffer> {
  const { language, reference } = paper;
  const t = textsFor(language).of('documents');
  return typeset(template, {
    brand: paper.brand,
    language,
    rtl: language === 'ar',
    title: `${t('boarding.heading')} ${reference}`,
    headline: t('headline'),
    footer: t('boarding.footer', { reference }),
    reference,
    sections: (language === 'en' ? ['en' as const] : [language, 'en' as const]).map((one) => sectionIn(one, group, issued, paper.released)),
  });
}

function sectionIn(
  language: LanguageCode,
  { country, offer }: Pick<EvisaGroup, 'country' | 'offer'>,
  issued: IssuedVisa,
  released: CalendarDate,
) {
  const texts = textsFor(language);
  const t = texts.of('documents');
  const date = (day: CalendarDate) => formatDate(day, language, 'long');
  const authority = offer.authority;
  const fact = (name: string, value: string, strong = false) => ({ label: t(`boarding.${name}`), value, strong });
  return {
    language,
    rtl: language === 'ar',
    about: t('boarding.about'),
    heading: t('boarding.heading'),
    orderLabel: t('boarding.order'),
    statement: t('boarding.statement', { country: countryName(country, language), authority, date: date(released) }),
    facts: [
      fact('name', [issued.surname, issued.givenNames].filter(Boolean).join(' / '), true),
      fact('passport', issued.passport, true),
      fact('number', issued.number, true),
      fact('from', date(issued.validFrom)),
      fact('until', date(issued.validUntil)),
      fact('stay', t('boarding.days', { count: issued.stay })),
      ...(issued.entries ? [fact('entries', texts.of('evisas')(`types.entries.${issued.entries}`))] : []),
      fact('authority', authority),
      fact('ask', new URL(offer.site).hostname),
    ],
    paragraphs: [t(`boarding.shown.${offer.shown}`), t('boarding.otb'), t('boarding.noVisa')],
  };
}
