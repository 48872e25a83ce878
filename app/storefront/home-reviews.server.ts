import { listPublishedReviews, summariseReviews } from '#app/commerce/reviews/reviews-store.server.ts';
import { showReview } from '#app/commerce/reviews/show-review.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

const shown = 2;

type HomeReviews = Awaited<ReturnType<typeof readHomeReviews>>;
/** As long as lists of catalogue cards: every home page that is not kept whole would ask five times. */
const kept = new KeptRead<HomeReviews>(30_000);

/** At most half a minute old. */
export function findHomeReviews({ db, clock }: Pick<Platform, 'db' | 'clock'>, language: LanguageCode): Promise<HomeReviews> {
  return kept.read(db, language, clock.now(), () => readHomeReviews(db, language));
}

/** The figures, and the newest reviews: those in the reader's language before all others, and never by their stars. */
async function readHomeReviews(db: Db, language: LanguageCode) {
  const first = { size: shown, number: 1 };
  const [summary, theirs, newest] = await Promise.all([
    summariseReviews(db),
    listPublishedReviews(db, { stars: null, language }, first),
    listPublishedReviews(db, { stars: null, language: null }, { ...first, size: 2 * shown }),
  ]);
  const known = new Set(theirs.rows.map((row) => row.id));
  const rows = [...theirs.rows, ...newest.rows.filter((row) => !known.has(row.id))].slice(0, shown);
  return { summary, reviews: rows.map((row) => showReview(row, language)) };
}
