import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { readTemplates } from './read-templates.server.ts';
import { templateList } from './template-list.ts';
import type { Route } from './+types/templates-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The kinds of mail as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'mail-templates',
    action: 'templates.exported',
    list: templateList,
    read: readTemplates,
    head: 'kind,subject,family,transactional,languages,live_version,open_version,open_state,sent_7_days,failed_7_days,phone',
    line: (row) => [
      row.kind,
      row.subject,
      row.family,
      row.transactional ? '1' : '0',
      row.languages.join(' '),
      row.live === null ? '' : String(row.live),
      row.open ? String(row.open.number) : '',
      row.open?.status ?? '',
      String(row.sent),
      String(row.failed),
      row.phone ?? '',
    ],
  });
}
