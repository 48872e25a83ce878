import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { handChannels, ticketPriorities, type TicketPriority } from './ticket-kinds.ts';

export const longestTicketWords = 8_000;
export const longestTicketSubject = 120;

const field = (form: FormData, name: string, most: number): string => {
  const value = form.get(name);
  return typeof value === 'string'
    ? value
        .toWellFormed()
        .replace(/\r\n?/g, '\n')
        .trim()
        .slice(0, most + 1)
    : '';
};

export const ticketFields = ['name', 'email', 'phone', 'subject', 'words', 'order', 'channel', 'language', 'priority', 'message'] as const;
type TicketField = (typeof ticketFields)[number];
export type TypedTicket = Readonly<Record<TicketField, string>>;
export type TicketErrors = Partial<Readonly<Record<TicketField, string>>>;

export function typedTicket(form: FormData): TypedTicket {
  const typed = ticketFields.map((name) => [name, field(form, name, name === 'words' ? longestTicketWords : 254)] as const);
  return { ...(Object.fromEntries(typed) as TypedTicket), email: plainEmail(form.get('email')) };
}

export interface HandTicket {
  readonly contact: { readonly name: string; readonly email: string | null; readonly phone: string | null };
  readonly subject: string;
  readonly words: string;
  readonly order: string | null;
  readonly channel: (typeof handChannels)[number];
  readonly language: LanguageCode;
  readonly priority: TicketPriority;
}

type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly errors: TicketErrors };

/** What a colleague typed for somebody; an error is the end of a key in `staff-tickets:wrong`. */
export function readHandTicket(typed: TypedTicket): Read<HandTicket> {
  const errors: { -readonly [name in TicketField]?: string } = {};
  if (typed.name === '' || typed.name.length > 120) errors.name = 'name';
  if (typed.email === '' ? typed.phone === '' : !looksLikeEmail(typed.email)) errors.email = 'email';
  if (typed.phone.length > 40) errors.phone = 'phone';
  if (typed.subject === '' || typed.subject.length > longestTicketSubject) errors.subject = 'subject';
  if (typed.words === '') errors.words = 'empty';
  if (typed.words.length > longestTicketWords) errors.words = 'long';
  const channel = handChannels.find((one) => one === typed.channel);
  const priority = ticketPriorities.find((one) => one === typed.priority);
  if (Object.keys(errors).length > 0 || !channel || !priority || !isLanguageCode(typed.language)) return { ok: false, errors };
  const { name, email, phone, subject, words, order, language } = typed;
  return {
    ok: true,
    value: {
      contact: { name, email: email.toLowerCase() || null, phone: phone || null },
      subject,
      words,
      order: order || null,
      channel,
      language,
      priority,
    },
  };
}

/** What a traveller typed; an error is the end of a key in `tickets:wrong`. */
export function readOwnTicket(
  typed: TypedTicket,
): Read<{ readonly subject: string; readonly words: string; readonly order: string | null }> {
  const errors: { -readonly [name in TicketField]?: string } = {};
  if (typed.subject === '' || typed.subject.length > longestTicketSubject) errors.subject = 'subject';
  if (typed.words === '') errors.words = 'empty';
  if (typed.words.length > longestTicketWords) errors.words = 'long';
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { subject: typed.subject, words: typed.words, order: typed.order || null } };
}
