import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { listLeadsAsStaff } from '../partners-store.server.ts';
import { partnerList } from './partner-list.ts';
import type { Route } from './+types/partners-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 20_000;

/** The applications as text/csv: companies and their licences, without whom to write to. */
export function action(request: Route.ActionArgs) {
  return answerListExport(request, {
    name: 'partners',
    action: 'partners.exported',
    list: partnerList,
    read: async ({ db }, { view, viewer }) => (await listLeadsAsStaff(db, view, { me: viewer.user.id, most: mostRows })).rows,
    head: 'reference,company,kind,state,country,licence,trn,website,came_utc,changed_utc',
    line: (row) => [
      row.reference,
      row.company,
      row.kind,
      row.status,
      row.country,
      row.licence,
      row.trn ?? '',
      row.website ?? '',
      row.createdAt.toISOString(),
      row.changedAt.toISOString(),
    ],
  });
}
