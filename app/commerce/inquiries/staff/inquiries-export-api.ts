import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { inquiriesExport } from './open-inquiry-list.server.ts';
import type { Route } from './+types/inquiries-export-api.ts';

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('inquiries', inquiriesExport, request);
}
