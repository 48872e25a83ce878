import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { consultationsExport } from './write-consultations.server.ts';
import type { Route } from './+types/consultations-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv: who, when and how it ended; no words, no telephone. */
export function action(request: Route.ActionArgs) {
  return answerExport('consultations', consultationsExport, request);
}
