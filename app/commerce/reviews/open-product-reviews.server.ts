import type { Db } from '#app/platform/database.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ReviewedKind } from './review-kinds.ts';
import { findReviewsOfProduct } from './reviews-store.server.ts';
import { showReview, type ReviewView } from './show-review.server.ts';

const mostShown = 3;

export interface ReviewedProduct {
  readonly kind: Exclude<ReviewedKind, 'flight' | 'tailor-made'>;
  readonly id: string;
}

export interface ProductReviews {
  readonly product: ReviewedProduct;
  readonly count: number;
  /** Mean of the stars, exact; null without a review. */
  readonly average: number | null;
  /** The latest few. */
  readonly reviews: readonly ReviewView[];
}

/** What holders of completed bookings say of one thing that is sold, for its own page. */
export async function openProductReviews(db: Db, product: ReviewedProduct, language: LanguageCode): Promise<ProductReviews> {
  const { rows, count, average } = await findReviewsOfProduct(db, product, mostShown);
  return { product, count, average, reviews: rows.map((review) => showReview(review, language)) };
}
