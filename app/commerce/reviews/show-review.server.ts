import { countryName } from '#app/ui/country-name.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ReviewLanguage, Scores } from './review-kinds.ts';
import type { Review } from './reviews.tables.ts';

/** A published review as its readers see it; plain data for the browser. */
export interface ReviewView {
  readonly reference: string;
  readonly stars: number;
  readonly scores: Scores;
  readonly title: string;
  readonly words: string;
  readonly language: ReviewLanguage;
  /** What language it is in, in the reader's words; null when it is theirs or none that we know. */
  readonly writtenIn: string | null;
  readonly name: string | null;
  readonly country: string | null;
  readonly subject: string;
  readonly kind: string;
  /** Calendar date of the end of the trip. */
  readonly completedOn: string;
  readonly publishedAt: string;
  readonly reply: string | null;
}

/** `publishedAt` is the last change where it is not published. */
export function showReview(review: Review, language: LanguageCode): ReviewView {
  const { reference, stars, scores, title, words, kind, completedOn, reply } = review;
  return {
    reference,
    stars,
    scores,
    title,
    words,
    kind,
    completedOn,
    reply,
    language: review.language,
    writtenIn: review.language === 'und' || review.language === language ? null : languageName(review.language, language),
    name: review.displayName,
    country: review.country && countryName(review.country, language),
    subject: review.subject[language],
    publishedAt: (review.publishedAt ?? review.changedAt).toISOString(),
  };
}
