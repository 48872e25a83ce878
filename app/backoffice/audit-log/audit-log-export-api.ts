import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { auditExport } from './write-audit.server.ts';
import type { Route } from './+types/audit-log-export-api.ts';

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The audit as filtered, as text/csv; taking it away is itself a row of it. */
export function action(request: Route.ActionArgs) {
  return answerExport('audit-log', auditExport, request);
}
