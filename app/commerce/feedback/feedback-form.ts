import { z } from 'zod';
import { emailKey } from '#app/values/email.ts';
import { parseReference } from '#app/values/ids.ts';
import { feedbackFields, feedbackKinds, type FeedbackField, type FeedbackKind } from './feedback-kinds.ts';

export const longestWords = 4_000;

export interface Told {
  readonly kind: FeedbackKind;
  /** A path of this site without its query, or null. */
  readonly page: string | null;
  readonly orderReference: string | null;
  readonly rating: number | null;
  readonly words: string;
  readonly email: string | null;
}

/** Codes are keys of the catalogue: `feedback:error.<code>`. */
export type FeedbackErrors = Partial<Record<FeedbackField, string>>;

/** Controls, and signs that turn the direction of text around. */
const turning = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;
const address = z.email().max(254);

/** What was typed, to be shown again after an error. */
export function typedFeedback(form: FormData): Record<FeedbackField, string> {
  return Object.fromEntries(
    feedbackFields.map((field) => {
      const value = form.get(field);
      return [field, typeof value === 'string' ? value.slice(0, field === 'words' ? longestWords + 500 : 300) : ''];
    }),
  ) as Record<FeedbackField, string>;
}

export function readFeedback(
  form: FormData,
): { readonly ok: true; readonly value: Told } | { readonly ok: false; readonly errors: FeedbackErrors } {
  const typed = typedFeedback(form);
  const errors: FeedbackErrors = {};
  const kind = feedbackKinds.find((one) => one === typed.kind);
  if (!kind) errors.kind = 'kind';
  const words = typed.words.toWellFormed().normalize('NFC').replace(/\r\n?/g, '\n').replace(turning, '').trim();
  if (words.length < 10) errors.words = 'words-short';
  if (words.length > longestWords) errors.words = 'words-long';
  const orderReference = typed.order.trim() === '' ? null : parseReference(typed.order);
  if (typed.order.trim() !== '' && !orderReference) errors.order = 'order';
  const email = emailKey(typed.email);
  if (email !== '' && !address.safeParse(email).success) errors.email = 'email';
  if (email === '' && kind === 'complaint') errors.email = 'email-needed';
  if (!kind || Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: {
      kind,
      page: /^\/[\w/.-]{0,199}$/.test(typed.page) ? typed.page : null,
      orderReference,
      rating: /^[1-5]$/.test(typed.rating) ? Number(typed.rating) : null,
      words,
      email: email || null,
    },
  };
}
