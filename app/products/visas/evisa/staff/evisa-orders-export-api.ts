import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { evisasExport } from './write-evisas.server.ts';
import type { Route } from './+types/evisa-orders-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('evisa-orders', evisasExport, request);
}
