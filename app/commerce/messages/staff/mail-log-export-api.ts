import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { mailsExport } from './write-mail-log.server.ts';
import type { Route } from './+types/mail-log-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered log as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('mails', mailsExport, request);
}
