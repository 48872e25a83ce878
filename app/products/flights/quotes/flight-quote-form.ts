import { addDays, dateIn, instant, parseCalendarDate, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';

/** Where the days of a quote are reckoned: the house's desk. */
export const quoteZone = 'Asia/Dubai';
export const mostOptions = 4;
export const longestMessage = 1000;
/** How far ahead the last day of a quote may lie: fares of another fortnight are other fares. */
export const mostDays = 14;

/** Who is quoted to, as the clerk was told. */
export interface QuoteContact {
  readonly name: string;
  readonly email: string;
  /** E.164, or empty. */
  readonly phone: string;
}

export const quoteFields = ['name', 'email', 'phone', 'language', 'message', 'validUntil'] as const;
export type QuoteField = (typeof quoteFields)[number];
export type TypedQuote = Readonly<Record<QuoteField, string>>;

export type QuoteFault =
  | 'name-missing'
  | 'email-missing'
  | 'email-wrong'
  | 'phone-wrong'
  | 'language-unknown'
  | 'day-missing'
  | 'day-past'
  | 'day-too-far'
  | 'day-after-departure';

export interface ReadQuote {
  readonly contact: QuoteContact;
  readonly language: LanguageCode;
  readonly message: string;
  readonly expiresAt: Date;
}

/** What was typed, and either a quote's words or what is wrong beside which field. */
export function readQuoteForm(
  form: FormData,
  world: {
    readonly now: Instant;
    /** Local day of the earliest departure among the options; null without any. */
    readonly departsOn: CalendarDate | null;
    phone(typed: string): string | null;
  },
): {
  readonly typed: TypedQuote;
  readonly faults: readonly { readonly field: QuoteField; readonly fault: QuoteFault }[];
  readonly words: ReadQuote | null;
} {
  const typed: TypedQuote = {
    name: plainLine(form.get('name'), 120).slice(0, 120),
    email: plainEmail(form.get('email'), 100).slice(0, 100),
    phone: plainLine(form.get('phone'), 40).slice(0, 40),
    language: plainLine(form.get('language'), 5),
    message: plainText(form.get('message'), longestMessage).slice(0, longestMessage),
    validUntil: plainLine(form.get('validUntil'), 10),
  };
  const faults: { field: QuoteField; fault: QuoteFault }[] = [];
  const fault = (field: QuoteField, what: QuoteFault) => faults.push({ field, fault: what });
  if (typed.name === '') fault('name', 'name-missing');
  if (typed.email === '') fault('email', 'email-missing');
  else if (!looksLikeEmail(typed.email)) fault('email', 'email-wrong');
  const phone = typed.phone === '' ? '' : world.phone(typed.phone);
  if (phone === null) fault('phone', 'phone-wrong');
  const language = isLanguageCode(typed.language) ? typed.language : null;
  if (!language) fault('language', 'language-unknown');
  const day = parseCalendarDate(typed.validUntil);
  const today = dateIn(quoteZone, world.now);
  const wrong: QuoteFault | null = !day
    ? 'day-missing'
    : day < today
      ? 'day-past'
      : day > addDays(today, mostDays)
        ? 'day-too-far'
        : world.departsOn !== null && day >= world.departsOn
          ? 'day-after-departure'
          : null;
  if (wrong) fault('validUntil', wrong);
  if (faults.length > 0 || !day || !language || phone === null) return { typed, faults, words: null };
  return {
    typed,
    faults,
    words: { contact: { name: typed.name, email: typed.email, phone }, language, message: typed.message, expiresAt: endOfDay(day) },
  };
}

/** The first instant after a day at the house's desk. */
export function endOfDay(day: CalendarDate): Date {
  return new Date(instantOf(quoteZone, localTime(addDays(day, 1), '00:00')));
}

/** The last day of a quote, as its form has it. */
export function lastDayOf(expiresAt: Date): CalendarDate {
  return dateIn(quoteZone, instant(expiresAt.getTime() - 1));
}
