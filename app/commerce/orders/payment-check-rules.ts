import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { hourMs } from '#app/values/dates.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';

/*
 * Whether somebody looks at a paid order before anything is bought for it, and what its buyer is asked then. Nothing is
 * taken from a card meanwhile: money is reserved until there is a ticket.
 */

/** Why an order is held back; each has words in the staff catalogue. `colleague`: somebody of ours wants it looked at. */
export const checkCauses = ['known-risk', 'lost-dispute', 'many-declines', 'new-and-soon', 'colleague'] as const;
export type CheckCause = (typeof checkCauses)[number];

/** So many refused attempts before one card worked are not a slip of the finger. */
export const manyDeclines = 4;
/** What is dear, leaves soon and is bought by nobody we know cannot be had back by the time a bank complains. */
export const soonMs = 24 * hourMs;
export const dearFils = 20_000_00;

export interface PayerFacts {
  /** What colleagues say of this customer. */
  readonly risk: 'none' | 'watch' | 'high';
  /** They took back what they had paid before, and their bank agreed. */
  readonly lostDispute: boolean;
  /** Attempts to pay this order that a bank refused. */
  readonly declines: number;
  /** They were delivered something before. */
  readonly known: boolean;
  /** Of the order, in AED. */
  readonly fils: number;
  readonly startsInMs: number;
}

export function causesToCheck(facts: PayerFacts): CheckCause[] {
  return [
    ...(facts.risk === 'high' ? (['known-risk'] as const) : []),
    ...(facts.lostDispute ? (['lost-dispute'] as const) : []),
    ...(facts.declines >= manyDeclines ? (['many-declines'] as const) : []),
    ...(!facts.known && facts.fils >= dearFils && facts.startsInMs < soonMs ? (['new-and-soon'] as const) : []),
  ];
}

export const relations = ['myself', 'family', 'employer', 'other'] as const;
export type Relation = (typeof relations)[number];

/** What a buyer says of the payment. */
export interface CheckAnswer {
  readonly cardholder: string;
  /** What the cardholder is to those who travel. */
  readonly relation: Relation;
  /** E.164. */
  readonly phone: string;
  readonly words: string;
}

export const checkFields = ['cardholder', 'relation', 'phone', 'words'] as const;
export type CheckField = (typeof checkFields)[number];
/** Codes are keys of the catalogue: `payment-check:error.<code>`. */
export type CheckErrors = Partial<Record<CheckField, string>>;

export const longestAnswer = 1_000;

/** What was typed, to be shown again after an error. */
export function typedAnswer(form: FormData): Record<CheckField, string> {
  const text = (name: CheckField) => (name === 'words' ? plainText(form.get(name), longestAnswer) : plainLine(form.get(name), 120));
  return { cardholder: text('cardholder'), relation: text('relation'), phone: text('phone'), words: text('words') };
}

export function readAnswer(
  typed: Readonly<Record<CheckField, string>>,
): { readonly ok: true; readonly value: CheckAnswer } | { readonly ok: false; readonly errors: CheckErrors } {
  const errors: CheckErrors = {};
  const relation = relations.find((one) => one === typed.relation);
  const phone = parsePhoneNumberFromString(typed.phone, 'AE');
  if (typed.cardholder.length < 2) errors.cardholder = 'cardholder';
  // A whole card number is nothing that we want to have.
  if (/(?:\d[ -]?){12,}/.test(typed.cardholder)) errors.cardholder = 'card-number';
  if (!relation) errors.relation = 'relation';
  if (!phone?.isPossible()) errors.phone = 'phone';
  if (typed.words.length > longestAnswer) errors.words = 'words-long';
  else if (/(?:\d[ -]?){12,}/.test(typed.words)) errors.words = 'card-number';
  else if (relation === 'other' && typed.words === '') errors.words = 'words';
  if (!relation || !phone || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { cardholder: typed.cardholder, relation, phone: phone.number, words: typed.words } };
}
