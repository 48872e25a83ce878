import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { findSuppressedRows } from './read-mail-log.server.ts';
import { suppressionList } from './suppression-list.ts';
import type { Route } from './+types/suppressions-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 20_000;

/** The addresses that get no mail as text/csv, masked as they stand on the page. */
export function action(request: Route.ActionArgs) {
  return answerListExport(request, {
    name: 'suppressions',
    action: 'suppressions.exported',
    list: suppressionList,
    read: async (platform, { view }) => (await findSuppressedRows(platform, view, mostRows)).rows,
    head: 'address,reason,note,by,since_utc',
    line: (row) => [row.address, row.reason, row.note, row.by ?? '', row.at],
  });
}
