import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { auditExport } from './write-audit.server.ts';
import type { Route } from './+types/audit-log-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The audit as filtered, as text/csv; taking it away is itself a row of it. */
export function action(request: Route.ActionArgs) {
  return answerExport('audit-log', auditExport, request);
}
