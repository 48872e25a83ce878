import { listExport } from '#app/commerce/exports/list-export.ts';
import { listRequestsAsStaff } from '../privacy-requests-store.server.ts';
import { privacyList } from './privacy-list.ts';

/** The requests as text/csv, for whoever checks that the law's days are kept: nobody's address stands in it. */
export const privacyRequestsExport = listExport({
  subject: 'privacy-requests:list',
  action: 'privacy-requests.exported',
  list: privacyList,
  read: ({ db, crypto }, { view }, most) => listRequestsAsStaff(db, crypto, view, most),
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
