import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { disruptionsExport } from './write-disruptions.server.ts';
import type { Route } from './+types/disruptions-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** What was said of flights as text/csv, with how many orders it touched. */
export function action(request: Route.ActionArgs) {
  return answerExport('disruptions', disruptionsExport, request);
}
