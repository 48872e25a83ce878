import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { addDays, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { emailKey } from '#app/values/email.ts';
import { foldText } from '#app/values/fold-text.ts';
import { parseReference } from '#app/values/ids.ts';
import { money, type Money } from '#app/values/money.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import { asksFor, type InquiryKind } from './inquiry-kinds.ts';
import { inquiryCabins, inquiryPurposes, type InquiryCabin, type VisaNeeds } from './inquiry-needs.ts';

export const longestMessage = 4_000;
const mostAdults = 200;
const mostChildren = 100;
const mostInfants = 50;
/** Of one request, children among them: more are several groups, each with flights of its own. */
const mostPeople = 200;
const mostBudget = 1_000_000;
const daysAhead = 730;

export const inquiryFields = [
  'name',
  'email',
  'phone',
  'from',
  'to',
  'nationality',
  'residence',
  'destination',
  'purpose',
  'refused',
  'startsOn',
  'endsOn',
  'adults',
  'children',
  'infants',
  'cabin',
  'budget',
  'order',
  'message',
] as const;
export type InquiryField = (typeof inquiryFields)[number];

/** What a visitor asked, read and cleaned. */
export interface Asked {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
  readonly message: string;
  readonly startsOn: CalendarDate | null;
  readonly endsOn: CalendarDate | null;
  readonly adults: number | null;
  readonly children: number | null;
  /** On a lap. */
  readonly infants: number | null;
  readonly cabin: InquiryCabin | null;
  readonly budget: Money | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly orderReference: string | null;
  /** What a visa is asked for by; all null for other kinds. */
  readonly visa: VisaNeeds;
}

/** Codes are keys of the catalogue: `inquiries:error.<code>`. */
export type InquiryErrors = Partial<Record<InquiryField, string>>;
export type ReadInquiry = { readonly ok: true; readonly value: Asked } | { readonly ok: false; readonly errors: InquiryErrors };

/** Signs that turn the direction of text around, and control characters: never part of what people mean to say. */
const turning = /(?![\n\r\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;
const cleaned = (text: string) => text.toWellFormed().normalize('NFC').replace(/\r\n?/g, '\n').replace(turning, '');
const oneLine = (text: string) => cleaned(text).replace(/\s+/g, ' ').trim();

/** Digits of Arabic keyboards as Western ones, without marks between thousands. */
function plainNumber(text: string): string {
  return plainDigits(oneLine(text))
    .replace(/(?<=\d)[\s,.'٬](?=\d{3}\b)/g, '')
    .replace(/^AED\s*/i, '');
}

const words = (code: string, most: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, `${code}-missing`).max(most, `${code}-long`));
const spare = (code: string, most: number) =>
  z
    .string()
    .transform((text) => oneLine(text) || null)
    .pipe(z.string().max(most, `${code}-long`).nullable());

const email = z
  .string()
  .transform(emailKey)
  .pipe(z.string().min(1, 'email-missing').max(254, 'email-wrong').pipe(z.email('email-wrong')));

/** Without a country code it is taken for a number of the Emirates. */
const phone = z.string().transform((typed, context) => {
  const text = oneLine(typed).slice(0, 60);
  if (text === '') return null;
  const number = parsePhoneNumberFromString(text, 'AE');
  if (number?.isPossible()) return number.number as string;
  context.addIssue({ code: 'custom', message: 'phone-wrong' });
  return z.NEVER;
});

const whole = (code: string, least: number, most: number) =>
  z.string().transform((typed, context) => {
    const text = plainNumber(typed);
    if (text === '') return null;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    context.addIssue({ code: 'custom', message: `${code}-wrong` });
    return z.NEVER;
  });

const day = (today: CalendarDate) =>
  z.string().transform((typed, context) => {
    const text = plainNumber(typed);
    if (text === '') return null;
    const date = parseCalendarDate(text);
    const fault = date === null ? 'date-wrong' : date < today ? 'date-past' : date > addDays(today, daysAhead) ? 'date-far' : null;
    if (fault === null) return date;
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });

const order = z.string().transform((typed, context) => {
  const text = oneLine(typed).slice(0, 60);
  if (text === '') return null;
  const reference = parseReference(text);
  if (reference) return reference;
  context.addIssue({ code: 'custom', message: 'order-wrong' });
  return z.NEVER;
});

/** Codes of lists that only a changed page could miss: what is none of them was not told. */
const country = z.string().transform((typed) => (isSupportedCountry(typed) ? (typed as string) : null));
const purpose = z.string().transform((typed) => inquiryPurposes.find((one) => one === typed) ?? null);
const cabin = z.string().transform((typed) => inquiryCabins.find((one) => one === typed) ?? null);
const refused = z.string().transform((typed) => (typed === 'yes' ? true : typed === 'no' ? false : null));

function schemaFor(today: CalendarDate) {
  return z
    .object({
      name: words('name', 80),
      email,
      phone,
      from: spare('place', 80),
      to: spare('place', 80),
      nationality: country,
      residence: country,
      destination: country,
      purpose,
      refused,
      startsOn: day(today),
      endsOn: day(today),
      adults: whole('adults', 1, mostAdults),
      children: whole('children', 0, mostChildren),
      infants: whole('infants', 0, mostInfants),
      cabin,
      budget: whole('budget', 1, mostBudget),
      order,
      message: z
        .string()
        .transform((text) =>
          cleaned(text)
            .replace(/\n{3,}/g, '\n\n')
            .trim(),
        )
        .pipe(z.string().min(1, 'message-missing').min(10, 'message-short').max(longestMessage, 'message-long')),
    })
    .superRefine((value, context) => {
      if (value.startsOn && value.endsOn && value.endsOn < value.startsOn)
        context.addIssue({ code: 'custom', path: ['endsOn'], message: 'end-before-start' });
      if (value.from && value.to && foldText(value.from) === foldText(value.to))
        context.addIssue({ code: 'custom', path: ['to'], message: 'place-same' });
      if ((value.adults ?? 0) + (value.children ?? 0) + (value.infants ?? 0) > mostPeople)
        context.addIssue({ code: 'custom', path: ['children'], message: 'people-many' });
      // Each is held by somebody; a party that does not say how many grown-ups it has is asked for them later.
      if (value.adults !== null && (value.infants ?? 0) > value.adults)
        context.addIssue({ code: 'custom', path: ['infants'], message: 'infants-many' });
    });
}

/** What was typed, to be shown again after an error. */
export function typedInquiry(form: FormData): Record<InquiryField, string> {
  return Object.fromEntries(
    inquiryFields.map((field) => {
      const value = form.get(field);
      return [field, typeof value === 'string' ? value.slice(0, field === 'message' ? longestMessage + 1_000 : 300) : ''];
    }),
  ) as Record<InquiryField, string>;
}

/** Reads the form of a kind; what that kind does not ask for is left out, whatever was sent. */
export function readInquiry(kind: InquiryKind, form: FormData, today: CalendarDate): ReadInquiry {
  const typed = typedInquiry(form);
  const leave = (asked: boolean, ...fields: InquiryField[]) => {
    if (!asked) for (const field of fields) typed[field] = '';
  };
  leave(asksFor(kind, 'places'), 'from', 'to');
  leave(asksFor(kind, 'visa'), 'nationality', 'residence', 'destination', 'purpose');
  leave(asksFor(kind, 'refused'), 'refused');
  leave(asksFor(kind, 'startsOn'), 'startsOn');
  leave(asksFor(kind, 'endsOn'), 'endsOn');
  leave(asksFor(kind, 'travellers'), 'adults', 'children');
  leave(asksFor(kind, 'infants'), 'infants');
  leave(asksFor(kind, 'cabin'), 'cabin');
  leave(asksFor(kind, 'budget'), 'budget');
  leave(asksFor(kind, 'order'), 'order');
  const result = schemaFor(today).safeParse(typed);
  if (!result.success) {
    const errors: InquiryErrors = {};
    for (const issue of result.error.issues) errors[issue.path[0] as InquiryField] ??= issue.message;
    return { ok: false, errors };
  }
  const { nationality, residence, destination, purpose, refused, order: orderReference, budget, ...same } = result.data;
  return {
    ok: true,
    value: {
      ...same,
      orderReference,
      budget: budget === null ? null : money(budget * 100, 'AED'),
      visa: { nationality, residence, destination, purpose, refusedBefore: refused },
    },
  };
}
