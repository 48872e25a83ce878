import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { listRequestsAsStaff } from '../privacy-requests-store.server.ts';
import { privacyList } from './privacy-list.ts';
import type { Route } from './+types/privacy-requests-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 20_000;

/** The requests as text/csv, for whoever checks that the law's days are kept: nobody's address stands in it. */
export function action(request: Route.ActionArgs) {
  return answerListExport(request, {
    name: 'privacy-requests',
    action: 'privacy-requests.exported',
    list: privacyList,
    read: async ({ db, crypto }, { view }) => (await listRequestsAsStaff(db, crypto, view, mostRows)).rows,
    head: 'id,kind,state,came_by,asked_utc,due_utc,closed_utc,reason',
    line: (row) => [
      row.id,
      row.kind,
      row.status,
      row.cameBy,
      row.askedAt.toISOString(),
      row.dueAt.toISOString(),
      row.closedAt?.toISOString() ?? '',
      row.reason ?? '',
    ],
  });
}
