import { listExport } from '#app/commerce/exports/list-export.ts';
import { listLeadsAsStaff } from '../partners-store.server.ts';
import { partnerList } from './partner-list.ts';

/** The applications as text/csv: companies and their licences, without whom to write to. */
export const partnersExport = listExport({
  subject: 'partners:list',
  action: 'partners.exported',
  list: partnerList,
  read: ({ db }, { view, viewer }, most) => listLeadsAsStaff(db, view, { me: viewer.user.id, most }),
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
