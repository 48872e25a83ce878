import { emailKey } from '#app/values/email.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { longestSection } from './cv-fields-rules.ts';
import {
  applicationFields,
  applicationSources,
  equalityAnswers,
  equalityQuestions,
  keepChoices,
  visaStatuses,
  type ApplicationField,
  type ApplicationSource,
  type EqualityQuestion,
  type KeepMonths,
  type TypedApplication,
  type VisaStatus,
} from './job-application-kinds.ts';
import type { QuestionKind } from './job-posting-kinds.ts';

/** What somebody tells of themselves besides how to reach them. */
export interface ApplicantProfile {
  readonly headline: string;
  readonly experience: string;
  readonly education: string;
  readonly skills: string;
  readonly languages: string;
  readonly letter: string;
}

/** By field, or `q-<id>` of a question; keys of the catalogue `job-apply:error.<code>`. */
export type ApplicationErrors = Readonly<Record<string, string>>;

export interface AskedQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly required: boolean;
  readonly wanted: string | null;
}

export interface ReadApplication {
  readonly contact: { readonly name: string; readonly email: string; readonly phone: string | null };
  readonly profile: ApplicantProfile;
  readonly noticeWeeks: number | null;
  readonly visaStatus: VisaStatus | null;
  readonly source: ApplicationSource;
  readonly keepMonths: KeepMonths;
  readonly answers: Readonly<Record<string, string>>;
  /** Answers that are not what is asked for; they are shown to whoever reads, and decide nothing. */
  readonly knockOuts: number;
  readonly equality: Partial<Record<EqualityQuestion, string>>;
}

const long: readonly ApplicationField[] = ['experience', 'education', 'skills', 'languages', 'letter'];

/** What was typed, to be shown again. */
export function typedApplication(form: FormData): TypedApplication {
  return Object.fromEntries(
    applicationFields.map((field) => [
      field,
      long.includes(field) ? plainText(form.get(field), longestSection) : plainLine(form.get(field), 254),
    ]),
  ) as TypedApplication;
}

/** Whether an answer is what is asked for; nothing was asked for is always met. */
export function meets(question: Pick<AskedQuestion, 'kind' | 'wanted'>, answer: string): boolean {
  if (question.wanted === null || answer === '') return true;
  return question.kind === 'number' ? Number(answer) >= Number(question.wanted) : answer === question.wanted;
}

const address = z.email().max(254);

/** Reads a sent application. Errors are keys of the catalogue `job-apply`. */
export function readApplication(
  form: FormData,
  questions: readonly AskedQuestion[],
): { readonly ok: true; readonly value: ReadApplication } | { readonly ok: false; readonly errors: ApplicationErrors } {
  const typed = typedApplication(form);
  const errors: Record<string, string> = {};
  if (typed.name === '') errors['name'] = 'name-missing';
  else if (typed.name.length > 80) errors['name'] = 'name-long';
  const email = emailKey(typed.email);
  if (!address.safeParse(email).success) errors['email'] = 'email-wrong';
  const number = typed.phone === '' ? null : parsePhoneNumberFromString(plainDigits(typed.phone), 'AE');
  if (typed.phone !== '' && !number?.isPossible()) errors['phone'] = 'phone-wrong';
  for (const field of long) if (typed[field].length > longestSection) errors[field] = 'long';
  if (typed.headline.length > 120) errors['headline'] = 'long';
  if (typed.experience === '' && typed.letter === '') errors['experience'] = 'experience-missing';
  const notice = plainDigits(typed.notice);
  if (notice !== '' && !(/^\d{1,2}$/.test(notice) && Number(notice) <= 52)) errors['notice'] = 'notice-wrong';
  const keep = keepChoices.find((one) => String(one) === typed.keep);
  if (!keep) errors['keep'] = 'keep-missing';
  if (typed.agree !== 'yes') errors['agree'] = 'agree-missing';
  const answers: Record<string, string> = {};
  let knockOuts = 0;
  for (const question of questions) {
    const name = `q-${question.id}`;
    const answer = question.kind === 'text' ? plainText(form.get(name), 1_000) : plainDigits(plainLine(form.get(name), 40));
    if (answer === '') {
      if (question.required) errors[name] = 'answer-missing';
      continue;
    }
    if (question.kind === 'yes-no' && answer !== 'yes' && answer !== 'no') errors[name] = 'answer-missing';
    if (question.kind === 'number' && !/^\d{1,4}$/.test(answer)) errors[name] = 'answer-number';
    if (question.kind === 'text' && answer.length > 1_000) errors[name] = 'long';
    answers[question.id] = answer;
    if (!meets(question, answer)) knockOuts += 1;
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const { headline, experience, education, skills, languages, letter } = typed;
  const equality: Partial<Record<EqualityQuestion, string>> = {};
  for (const question of equalityQuestions) {
    const said = (equalityAnswers[question] as readonly string[]).find((one) => one === form.get(question));
    if (said) equality[question] = said;
  }
  return {
    ok: true,
    value: {
      contact: { name: typed.name, email, phone: number ? (number.number as string) : null },
      profile: { headline, experience, education, skills, languages, letter },
      noticeWeeks: notice === '' ? null : Number(notice),
      visaStatus: visaStatuses.find((one) => one === typed.visa) ?? null,
      source: applicationSources.find((one) => one === typed.source && one !== 'desk') ?? 'site',
      keepMonths: keep!,
      answers,
      knockOuts,
      equality,
    },
  };
}
