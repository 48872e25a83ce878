import { plainLine, plainText } from '#app/values/plain-text.ts';
import { questionsOf, rejectReasons, reportReasons, reviewLanguages } from './review-kinds.ts';
import type { RejectReason, ReportReason, ReviewLanguage, ScoreName, Scores } from './review-kinds.ts';

export const longestTitle = 100;
export const longestWords = 3_000;
const shortestWords = 30;
export const longestReply = 2_000;
export const longestReport = 500;

/** A review as it was written; plain text without signs that turn it around. */
export interface WrittenReview {
  readonly stars: number;
  readonly scores: Scores;
  readonly title: string;
  readonly words: string;
  readonly language: ReviewLanguage;
  /** Null: without a name. */
  readonly displayName: string | null;
  /** ISO 3166 alpha-2, only beside a name. */
  readonly country: string | null;
}

export const reviewFields = ['stars', 'title', 'words', 'language', 'sign', 'name', 'country'] as const;
export type ReviewField = (typeof reviewFields)[number];
/** Codes are keys of the catalogue: `reviews:error.<code>`. */
export type ReviewErrors = Partial<Record<ReviewField, string>>;
export type TypedReview = Readonly<Record<ReviewField | ScoreName, string>>;

const starsIn = (typed: FormDataEntryValue | null) => (typeof typed === 'string' && /^[1-5]$/.test(typed) ? Number(typed) : null);

/** What was typed, to be shown again after an error. */
export function typedReview(form: FormData, kind: string): TypedReview {
  const names: readonly (ReviewField | ScoreName)[] = [...reviewFields, ...questionsOf(kind)];
  return Object.fromEntries(
    names.map((name) => [name, plainText(form.get(name), name === 'words' ? longestWords : 200)]),
  ) as unknown as TypedReview;
}

/** `isCountry` knows the codes of countries. */
export function readReview(
  form: FormData,
  kind: string,
  isCountry: (code: string) => boolean,
): { readonly ok: true; readonly value: WrittenReview } | { readonly ok: false; readonly errors: ReviewErrors } {
  const errors: ReviewErrors = {};
  const stars = starsIn(form.get('stars'));
  if (stars === null) errors.stars = 'stars';
  const title = plainLine(form.get('title'), longestTitle);
  if (title.length < 3) errors.title = 'title-short';
  if (title.length > longestTitle) errors.title = 'title-long';
  const words = plainText(form.get('words'), longestWords);
  if (words.length < shortestWords) errors.words = 'words-short';
  if (words.length > longestWords) errors.words = 'words-long';
  const language = reviewLanguages.find((one) => one === form.get('language'));
  if (!language) errors.language = 'language';
  const sign = form.get('sign');
  if (sign !== 'name' && sign !== 'nobody') errors.sign = 'sign';
  const name = sign === 'name' ? plainLine(form.get('name'), 40) : '';
  // A first name: letters with the signs that stand in names. No link, no handle, no second line.
  if (sign === 'name' && !/^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u.test(name)) errors.name = 'name';
  const country = sign === 'name' ? plainLine(form.get('country'), 2) : '';
  if (country !== '' && !isCountry(country)) errors.country = 'country';
  if (stars === null || !language || Object.keys(errors).length > 0) return { ok: false, errors };
  const scores = Object.fromEntries(
    questionsOf(kind).flatMap((question) => {
      const given = starsIn(form.get(question));
      return given === null ? [] : [[question, given]];
    }),
  ) as Scores;
  return { ok: true, value: { stars, scores, title, words, language, displayName: name || null, country: country || null } };
}

export interface Report {
  readonly reason: ReportReason;
  readonly words: string;
}

export function readReport(form: FormData): Report | null {
  const reason = reportReasons.find((one) => one === form.get('reason'));
  return reason ? { reason, words: plainText(form.get('words'), longestReport).slice(0, longestReport) } : null;
}

export function readRejection(form: FormData): { readonly reason: RejectReason; readonly note: string } | null {
  const reason = rejectReasons.find((one) => one === form.get('reason'));
  return reason ? { reason, note: plainText(form.get('note'), longestReply).slice(0, longestReply) } : null;
}
