import { listExport } from '#app/commerce/exports/list-export.ts';
import { findSuppressedRows } from './read-mail-log.server.ts';
import { suppressionList } from './suppression-list.ts';

/** The addresses that get no mail as text/csv, masked as they stand on the page. */
export const suppressionsExport = listExport({
  subject: 'suppressions:list',
  action: 'suppressions.exported',
  list: suppressionList,
  read: (platform, { view }, most) => findSuppressedRows(platform, view, most),
  head: 'address,reason,note,by,since_utc',
  line: (row) => [row.address, row.reason, row.note, row.by ?? '', row.at],
});
