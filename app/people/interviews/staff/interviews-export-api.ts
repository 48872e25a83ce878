import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { interviewsExport } from './write-interviews.server.ts';
import type { Route } from './+types/interviews-export-api.ts';

/** The interviews as they are filtered, text/csv: who talks to whom and when, no addresses and no verdicts. */
export function action(request: Route.ActionArgs) {
  return answerExport('interviews', interviewsExport, request);
}
