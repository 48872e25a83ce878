import { listPublishedReviews, summariseReviews } from '#app/commerce/reviews/reviews-store.server.ts';
import { showReview } from '#app/commerce/reviews/show-review.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

const shown = 2;
const all = { stars: null, language: null, kind: null, product: null };

/** The figures, and the newest reviews: those in the reader's language before all others, and never by their stars. */
export async function findHomeReviews({ db }: Pick<Platform, 'db'>, language: LanguageCode) {
  const first = { size: shown, number: 1 };
  const [summary, theirs, newest] = await Promise.all([
    summariseReviews(db),
    listPublishedReviews(db, { ...all, language }, first),
    listPublishedReviews(db, all, { ...first, size: 2 * shown }),
  ]);
  const known = new Set(theirs.rows.map((row) => row.id));
  const rows = [...theirs.rows, ...newest.rows.filter((row) => !known.has(row.id))].slice(0, shown);
  return { summary, reviews: rows.map((row) => showReview(row, language)) };
}
