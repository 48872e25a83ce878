import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import type { CalendarDate } from '#app/values/dates.ts';
import { plainEmail } from '#app/values/email.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { longestSummary, longestWords, type AskedCall, type ConsultationErrors, type ConsultationField } from './consultation-form.ts';
import {
  blockReasons,
  consultationChannels,
  consultationOutcomes,
  consultationTopics,
  nextSteps,
  type ConsultationTopic,
} from './consultation-kinds.ts';
import { readWishedDays } from './wait-rules.ts';

const schema = z.object({
  name: z.string().min(1, 'name-missing').max(80, 'name-long'),
  email: z.string().min(1, 'email-missing').max(254, 'email-wrong').toLowerCase().pipe(z.email('email-wrong')),
  /** Without a country code it is taken for a number of the Emirates. */
  phone: z.string().transform((typed, context) => {
    const number = parsePhoneNumberFromString(typed, 'AE');
    if (number?.isPossible()) return number.number as string;
    context.addIssue({ code: 'custom', message: typed === '' ? 'phone-missing' : 'phone-wrong' });
    return z.NEVER;
  }),
  channel: z.enum(consultationChannels, 'channel-missing'),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, 'country-wrong')
    .transform((code) => code || null),
  words: z.string().max(longestWords, 'words-long'),
});

/** What was typed, to be shown again after an error. */
export function typedCall(form: FormData): Record<ConsultationField, string> {
  const line = (field: ConsultationField, most: number) => plainLine(form.get(field), most);
  return {
    name: line('name', 80),
    email: plainEmail(form.get('email')),
    phone: line('phone', 40),
    channel: line('channel', 20),
    country: line('country', 2),
    firstDay: line('firstDay', 10),
    lastDay: line('lastDay', 10),
    words: plainText(form.get('words'), longestWords),
  };
}

/** `waits`: today where the visitor is, of whom no time was chosen; null with one. */
export function readCall(
  form: FormData,
  waits: CalendarDate | null,
): { readonly ok: true; readonly value: AskedCall } | { readonly ok: false; readonly errors: ConsultationErrors } {
  const typed = typedCall(form);
  const read = schema.safeParse(typed);
  const days = waits === null ? null : readWishedDays(typed, waits);
  if (!read.success || (days && !days.ok)) {
    const errors: ConsultationErrors = days && !days.ok ? { ...days.errors } : {};
    for (const issue of read.error?.issues ?? []) errors[issue.path[0] as ConsultationField] ??= issue.message;
    return { ok: false, errors };
  }
  const { name, email, phone, ...rest } = read.data;
  return { ok: true, value: { ...rest, days: days ? days.value : null, contact: { name, email, phone } } };
}

const completion = z.object({
  outcome: z.enum(consultationOutcomes),
  nextStep: z.enum(nextSteps),
  summary: z.string().min(20).max(longestSummary),
});

/** How a call ended; the names of the fields that are wrong. */
export function readCompletion(form: FormData) {
  const typed = {
    outcome: plainLine(form.get('outcome'), 20),
    nextStep: plainLine(form.get('nextStep'), 20),
    summary: plainText(form.get('summary'), longestSummary),
  };
  const read = completion.safeParse(typed);
  if (read.success) return { ok: true as const, value: read.data };
  return { ok: false as const, typed, wrong: [...new Set(read.error.issues.map((issue) => issue.path[0] as keyof typeof typed))] };
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

export interface TypedHours {
  readonly languages: readonly LanguageCode[];
  readonly topics: readonly ConsultationTopic[];
  readonly takes: boolean;
  readonly hours: readonly { readonly weekday: number; readonly from: string; readonly until: string }[];
}

/** Working hours: two spans a day at most, none that overlap; the weekdays on which something is wrong. */
export function readHours(
  form: FormData,
): { readonly ok: true; readonly value: TypedHours } | { readonly ok: false; readonly wrong: number[] } {
  const wrong: number[] = [];
  const hours: { weekday: number; from: string; until: string }[] = [];
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const spans = [0, 1].flatMap((span) => {
      const [from, until] = [plainLine(form.get(`from-${weekday}-${span}`), 5), plainLine(form.get(`until-${weekday}-${span}`), 5)];
      return from === '' && until === '' ? [] : [{ weekday, from, until }];
    });
    const [first, second] = spans;
    const sound = spans.every(({ from, until }) => clock.test(from) && clock.test(until) && from < until);
    if (!sound || (first && second && second.from < first.until)) wrong.push(weekday);
    hours.push(...spans);
  }
  if (wrong.length > 0) return { ok: false, wrong };
  return {
    ok: true,
    value: {
      languages: form.getAll('language').filter(isLanguageCode),
      topics: consultationTopics.filter((topic) => form.getAll('topic').includes(topic)),
      takes: form.get('takes') === 'yes',
      hours,
    },
  };
}

export const readBlockReason = (form: FormData) => blockReasons.find((reason) => reason === form.get('reason')) ?? null;
