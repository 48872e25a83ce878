import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { authorityList } from './authority-list.ts';
import { listAuthorities } from './list-authorities.server.ts';
import type { Route } from './+types/authorities-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** What authorities take and refuse as text/csv: numbers alone, nobody's case. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'authorities',
    action: 'visa-authorities.exported',
    list: authorityList,
    read: (platform, _viewer, language) => listAuthorities(platform, language),
    head: 'country,route,type,filed_today,limit_a_day,decided,refused,refused_percent,rising,reasons',
    line: (row) => [
      row.country,
      row.route,
      row.typeCode,
      String(row.filedToday),
      row.perDay === null ? '' : String(row.perDay),
      String(row.recent.decided),
      String(row.recent.refused),
      row.share === null ? '' : String(row.share),
      row.rising ? '1' : '0',
      row.reasons.map(({ reason, cases }) => `${reason ?? 'none'} ${cases}`).join(' + '),
    ],
  });
}
