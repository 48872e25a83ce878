import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { reviewsExport } from './write-reviews.server.ts';
import type { Route } from './+types/reviews-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The whole filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('reviews', reviewsExport, request);
}
