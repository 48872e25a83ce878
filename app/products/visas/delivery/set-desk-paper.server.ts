import { toSVG } from 'bwip-js/node';
import { typeset } from '#app/platform/typesetting.server.ts';
import type { PaperBrand } from '#app/platform/branding.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Counter } from '../assisted/assisted-country.ts';
import type { PassportCondition } from '../assisted/custody-rules.ts';
import type { EvisaField } from '../evisa/evisa-form.ts';
import type { DocumentCode } from '../evisa/evisa-offer.ts';
import type { DeliveryAddress } from './delivery-address.ts';
import template from './desk-paper.typ?raw';

/*
 * Papers that go along with what is carried: signed by hand by whoever gives and takes, so each has lines for that and says
 * everything twice where two languages are read.
 */

export interface CourierSlip {
  readonly paper: 'slip';
  readonly reference: string;
  readonly address: DeliveryAddress;
  readonly phone: string;
  /** Sheets of printed visas; null for a passport. */
  readonly sheets: number | null;
  readonly seal: string | null;
  /** Fils of AED. */
  readonly insured: number | null;
  readonly waybill: string | null;
}

export interface RunnerLetter {
  readonly paper: 'letter';
  readonly reference: string;
  readonly runner: string;
  readonly applicant: string;
  readonly passport: string;
  /** ISO country code. */
  readonly nationality: string;
  readonly counter: Pick<Counter, 'kind' | 'city'>;
  /** What the centre or the mission calls the file; null before it has a name for it. */
  readonly theirs: string | null;
  readonly until: CalendarDate;
}

export interface PassportReceipt {
  readonly paper: 'receipt';
  readonly reference: string;
  readonly applicant: string;
  /** The last signs of the number: enough for its owner, too little for anybody else. */
  readonly passport: string;
  readonly seal: string | null;
  readonly condition: PassportCondition;
  readonly since: CalendarDate;
  readonly keeper: string;
}

/** What the traveller answered, to fill the form of a mission from, with the papers that lie behind it. */
export interface FileSheet {
  readonly paper: 'sheet';
  readonly reference: string;
  readonly applicant: string;
  readonly counter: Pick<Counter, 'kind' | 'city'>;
  readonly travels: CalendarDate;
  readonly answers: readonly { readonly field: EvisaField; readonly value: string }[];
  readonly papers: readonly { readonly code: DocumentCode; readonly there: boolean }[];
}

export type DeskPaper = CourierSlip | RunnerLetter | PassportReceipt | FileSheet;

const signers = {
  slip: ['courier', 'received'],
  letter: ['house', 'applicant', 'centre'],
  receipt: ['house', 'applicant'],
  sheet: ['house', 'applicant'],
} as const;

/** A slip and a letter are read at doors and counters here, a receipt by its owner, a sheet by whoever fills an English form. */
function firstOf({ paper }: DeskPaper, language: LanguageCode): LanguageCode {
  if (paper === 'sheet') return 'en';
  return paper === 'receipt' ? language : 'ar';
}

/** One paper as PDF, and below what its first language says the same in English. */
export function setDeskPaper(paper: DeskPaper, language: LanguageCode, brand: PaperBrand): Promise<Buffer> {
  const first = firstOf(paper, language);
  const languages: readonly LanguageCode[] = first === 'en' ? ['en'] : [first, 'en'];
  const t = textsFor(first).of('staff-delivery');
  return typeset(template, {
    brand,
    language: first,
    rtl: first === 'ar',
    title: `${t(`paper.${paper.paper}.heading`)} ${paper.reference}`,
    headline: textsFor(first).of('documents')('headline'),
    footer: `${brand.name} · ${paper.reference}`,
    reference: paper.reference,
    sections: languages.map((one, at) => sectionIn(one, paper, at === 0)),
    barcode:
      paper.paper === 'slip' && paper.waybill ? toSVG({ bcid: 'code128', text: paper.waybill, height: 12, barcolor: '1C1B2E' }) : null,
    signs: signers[paper.paper].map((one) => languages.map((each) => textsFor(each).of('staff-delivery')(`paper.sign.${one}`))),
  });
}

function sectionIn(language: LanguageCode, paper: DeskPaper, isFirst: boolean) {
  const texts = textsFor(language);
  const t = texts.of('staff-delivery');
  const of = (key: string, values: Record<string, string | number> = {}) => t(`paper.${paper.paper}.${key}`, values);
  const date = (day: CalendarDate) => formatDate(day, language, 'long');
  const fact = (name: string, value: string | null, strong = false) => (value ? [{ label: of(name), value, strong }] : []);
  const counterWords = ({ kind, city }: Pick<Counter, 'kind' | 'city'>) =>
    texts.of('assisted')(`counters.${kind}`, { city: texts.of('assisted')(`cities.${city}`) });
  const answers = texts.of('evisas');
  const facts =
    paper.paper === 'sheet'
      ? [
          ...fact('applicant', paper.applicant, true),
          ...fact('counter', counterWords(paper.counter)),
          ...fact('travels', date(paper.travels), true),
          ...paper.answers.map(({ field, value }) => ({ label: answers(`fields.${field}`), value, strong: false })),
        ]
      : paper.paper === 'slip'
        ? [
            ...fact('phone', paper.phone, true),
            ...fact('contents', paper.sheets === null ? of('passport') : of('copies', { count: paper.sheets })),
            ...fact('seal', paper.seal),
            ...fact('insured', paper.insured === null ? null : formatMoney(money(paper.insured, 'AED'), language)),
            ...fact('waybill', paper.waybill, true),
          ]
        : paper.paper === 'letter'
          ? [
              ...fact('applicant', paper.applicant, true),
              ...fact('passport', paper.passport, true),
              ...fact('nationality', countryName(paper.nationality, language)),
              ...fact('counter', counterWords(paper.counter)),
              ...fact('theirs', paper.theirs),
              ...fact('until', date(paper.until), true),
            ]
          : [
              ...fact('applicant', paper.applicant, true),
              ...fact('passport', paper.passport, true),
              ...fact('seal', paper.seal),
              ...fact('condition', texts.of('staff-assisted')(`condition.${paper.condition}`)),
              ...fact('since', date(paper.since)),
              ...fact('keeper', paper.keeper),
            ];
  const { address = null } = paper.paper === 'slip' ? paper : {};
  return {
    language,
    rtl: language === 'ar',
    about: of('about'),
    heading: of('heading'),
    orderLabel: t('paper.order'),
    statement: paper.paper === 'slip' ? '' : of('statement', { runner: paper.paper === 'letter' ? paper.runner : '' }),
    to: paper.paper === 'slip' ? of('to') : '',
    // A door stands there once: below, the other language says what to do.
    address:
      address && isFirst
        ? [address.name, address.street, address.city, texts.of('delivery')(`region.${address.region}`), address.note].filter(Boolean)
        : [],
    facts,
    rules:
      paper.paper === 'sheet'
        ? paper.papers.map(({ code, there }) => `${answers(`documents.${code}`)}: ${of(there ? 'there' : 'missing')}`)
        : (paper.paper === 'slip' ? ['1', '2', '3'] : ['1', '2']).map((number) => of(`rule.${number}`)),
  };
}
