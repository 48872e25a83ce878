import { checkGivenNames, checkName } from '#app/commerce/customers/name-rules.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { titles } from '../booking/booking-draft.ts';
import type { Named } from './name-correction-rules.ts';
import type { PassengerType } from '../offer.ts';
import { titlesFor, type FieldProblem } from '../booking/passenger-form.ts';
import { longestPart, overTogether } from '../tickets/ticket-name.ts';
import type { NameRules } from '../world/name-rules.ts';

/*
 * The form in which a name is written as it should be: what it accepts, and what is wrong with it. What was typed is given back
 * as typed.
 */

export const nameFields = ['traveller', 'title', 'given', 'surname'] as const;
export type NameField = (typeof nameFields)[number];

export type NameTyped = Readonly<Record<NameField | 'single', string>>;

export interface NameProblem {
  readonly field: NameField;
  readonly problem: FieldProblem | 'traveller-missing';
  /** A better spelling, or how many letters the airline takes. */
  readonly suggestion: string;
}

export function typedName(form: FormData): NameTyped {
  const text = (name: string) => plainLine(form.get(name), 120).slice(0, 120);
  return {
    traveller: text('traveller'),
    title: text('title'),
    given: text('given'),
    surname: text('surname'),
    single: form.get('single') === 'on' ? 'on' : '',
  };
}

/** The name as it should stand on the ticket, with what is wrong with it. `issuers`: rules of whoever writes its tickets. */
export function checkNameForm(
  typed: NameTyped,
  types: readonly PassengerType[],
  issuers: readonly NameRules[],
): { readonly traveller: number; readonly wanted: Named; readonly problems: readonly NameProblem[] } {
  const problems: NameProblem[] = [];
  const fault = (field: NameField, problem: NameProblem['problem'], suggestion: string | null = null) =>
    problems.push({ field, problem, suggestion: suggestion ?? '' });
  const traveller = /^\d{1,2}$/.test(typed.traveller) ? Number(typed.traveller) : -1;
  const type = types[traveller];
  if (!type) fault('traveller', 'traveller-missing');
  const title = titles.find((each) => each === typed.title) ?? null;
  if (!title) fault('title', 'title-missing');
  else if (type && !titlesFor[type].includes(title)) fault('title', type === 'adult' ? 'title-for-adults' : 'title-missing');
  const singleName = typed.single === 'on';
  const longest = longestPart(issuers);
  const given = singleName ? null : checkGivenNames(typed.given, longest);
  if (given?.problem) fault('given', given.problem, given.suggestion);
  const surname = checkName(typed.surname, longest);
  if (surname.problem) fault('surname', surname.problem, surname.suggestion);
  const wanted: Named = { title, surname: surname.latin, givenNames: given?.latin ?? '', singleName };
  const over = problems.length === 0 ? overTogether(wanted, issuers) : null;
  if (over !== null) fault('given', 'names-together', String(over));
  return { traveller, wanted, problems };
}
