import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { requisitionsExport } from './write-requisitions.server.ts';
import type { Route } from './+types/requisitions-export-api.ts';

/** The requisitions as they are filtered, text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('requisitions', requisitionsExport, request);
}
