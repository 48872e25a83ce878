import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { addDays, calendarDate, parseCalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { documentCodes, fieldCodes, rejectionCodes } from '../evisa-offer.ts';
import { typeWords } from '../evisa-words.server.ts';
import type { OfferChange, OfferPart, OfferValue } from '../offer-difference-rules.ts';

/** One thing of an offer in words; of a set each of its members, marked where only one side has it. */
export interface SaidChange {
  readonly key: string;
  readonly what: string;
  readonly before: readonly SaidValue[];
  readonly after: readonly SaidValue[];
}

export interface SaidValue {
  readonly words: string;
  readonly differs: boolean;
}

const orders: Partial<Readonly<Record<OfferPart, readonly string[]>>> = {
  documents: documentCodes,
  fields: fieldCodes,
  refusals: rejectionCodes,
};
/** Days of a week are counted from a Monday. */
const aMonday = calendarDate('2026-01-05');

/** What a draft changes, as whoever approves it reads it: names, days and money as the rest of the desk shows them. */
export function sayOfferChanges(changes: readonly OfferChange[], language: LanguageCode): SaidChange[] {
  const texts = textsFor(language);
  const t = texts.of('staff-evisa-offers');
  const words = texts.of('evisas');
  const fils = (amount: number) => formatMoney(money(amount, 'AED'), language);

  const one = (part: OfferPart, value: string | number | boolean): string => {
    const text = String(value);
    switch (part) {
      case 'documents':
      case 'fields':
        return words(`${part}.${text}`);
      case 'refusals':
        return words(`rejections.${text}.title`);
      case 'open':
      case 'closed':
      case 'residents':
        return text === 'all' ? t('change.everybody') : countryName(text, language);
      case 'weekend':
        return formatDate(addDays(aMonday, Number(value)), language, 'day').split(/[\s,،]/)[0]!;
      case 'holidays':
      case 'asOf':
        return parseCalendarDate(text) ? formatDate(text, language) : text;
      case 'shown':
      case 'ports':
        return t(`${part}.${text}`);
      case 'extendable':
        return t(value ? 'change.yes' : 'change.no');
      case 'governmentFee':
      case 'serviceFee':
      case 'governmentExtra':
      case 'serviceExtra':
        return fils(Number(value));
      case 'days':
        return words('speeds.days', { count: Number(value) });
      case 'passportMonths':
      case 'earliest':
      case 'rejectedService':
      case 'validity':
        return formatNumber(Number(value), language);
      default:
        return text;
    }
  };

  const all = (part: OfferPart, value: OfferValue, other: OfferValue): SaidValue[] => {
    if (value === null) return [];
    if (!Array.isArray(value)) return [{ words: one(part, value as string | number | boolean), differs: true }];
    const order = orders[part];
    const there = new Set<string | number>(Array.isArray(other) ? other : []);
    const sorted = [...new Set<string | number>(value)].toSorted((a, b) =>
      order ? order.indexOf(String(a)) - order.indexOf(String(b)) : String(a) < String(b) ? -1 : 1,
    );
    return sorted.map((each) => ({ words: one(part, each), differs: !there.has(each) }));
  };

  const what = ({ part, type, speed }: OfferChange): string => {
    if (!type) return t(`field.${part}`);
    const named = [t(`change.of.${part}`), ...(speed ? [words(`speeds.${speed}`)] : []), typeWords(type, language)];
    return named.join(comma(language));
  };

  return changes.map((change) => {
    const { part, type, speed, before, after } = change;
    return {
      key: [type?.code, speed, part].filter(Boolean).join('.'),
      what: what(change),
      before: all(part, before, after),
      after: all(part, after, before),
    };
  });
}
