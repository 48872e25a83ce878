import { plainText } from '#app/values/plain-text.ts';
import { answerKinds, type AnswerKind } from '../dispute-status.ts';

export type AnswerFault = 'words-missing' | 'words-long' | 'not-sure';
/** In the order they stand in the form. */
export interface FieldFault {
  readonly field: 'words' | 'why' | 'sure';
  readonly fault: AnswerFault;
}

/** As much as banks read of one answer. */
export const longestAnswer = 20_000;
const longestWhy = 1_000;
const shortest = 10;

/** What a colleague writes: the words for the bank, or why the loss is taken with a tick that it is meant. */
export function readAnswerForm(
  form: FormData,
):
  | { readonly ok: true; readonly kind: AnswerKind; readonly words: string }
  | { readonly ok: false; readonly faults: readonly FieldFault[] } {
  const kind = answerKinds.find((one) => one === form.get('intent')) ?? 'contest';
  const field = kind === 'contest' ? 'words' : 'why';
  const longest = kind === 'contest' ? longestAnswer : longestWhy;
  const words = plainText(form.get(field), longest).trim();
  const faults: FieldFault[] = [];
  if (words.length < shortest) faults.push({ field, fault: 'words-missing' });
  if (words.length > longest) faults.push({ field, fault: 'words-long' });
  if (kind === 'accept' && form.get('sure') !== 'yes') faults.push({ field: 'sure', fault: 'not-sure' });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, kind, words };
}
