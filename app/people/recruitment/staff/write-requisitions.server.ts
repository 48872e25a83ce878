import { pageAlong } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listRequisitions } from '../requisitions-store.server.ts';
import { readRequisitionsView, requisitionsQuery, type RequisitionsView } from '../requisitions-view.ts';

const head =
  'requisition,position,state,department,place,employment,positions,pay_from_aed,pay_to_aed,needed_by,hiring_manager,asked_by,decided_by,changed';
const whole = (fils: number | null) => (fils === null ? '' : String(Math.trunc(fils / 100)));

/** The requisitions as a table. */
export const requisitionsExport = {
  action: 'requisition.exported',
  subject: 'job_requisitions:list',
  head: head.split(','),
  told(query) {
    const view = { ...readRequisitionsView(query), after: null };
    return { filtered: requisitionsQuery({ ...view, find: '' }), searched: view.find !== '' };
  },
  pages: (platform, _viewer, { query }) => requisitionPages(platform, readRequisitionsView(query)),
} as const satisfies ExportWriter;

async function* requisitionPages({ db }: Platform, view: RequisitionsView) {
  const pages = pageAlong<Awaited<ReturnType<typeof listRequisitions>>['rows'][number], string>((after, most) =>
    listRequisitions(db, { ...view, after }, most),
  );
  for await (const rows of pages) {
    const names = await findStaffNames(db, [...new Set(rows.flatMap((row) => [row.askedBy, row.leadId ?? '', row.decidedBy ?? '']))]);
    yield rows.map((row) => [
      row.id,
      row.title,
      row.status,
      row.department,
      row.place,
      row.employment,
      String(row.positions),
      whole(row.salaryLeast),
      whole(row.salaryMost),
      row.neededBy ?? '',
      names.get(row.leadId ?? row.askedBy) ?? '',
      names.get(row.askedBy) ?? '',
      row.decidedBy ? (names.get(row.decidedBy) ?? '') : '',
      row.changedAt.toISOString(),
    ]);
  }
}
