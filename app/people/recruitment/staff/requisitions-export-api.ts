import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { readRequisitionsView, requisitionsQuery } from '../requisitions-view.ts';
import { listRequisitions } from '../requisitions-store.server.ts';
import type { Route } from './+types/requisitions-export-api.ts';

const most = 5_000;
const whole = (fils: number | null) => (fils === null ? '' : String(Math.trunc(fils / 100)));

/** The requisitions as they are filtered, text/csv. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readRequisitionsView(url.searchParams), after: null };
  const { rows } = await listRequisitions(platform.db, view, most);
  const names = await findStaffNames(platform.db, [
    ...new Set(rows.flatMap((row) => [row.askedBy, row.leadId ?? '', row.decidedBy ?? ''])),
  ]);
  return exportTable(platform, {
    name: 'requisitions',
    by: viewer.user.id,
    action: 'requisition.exported',
    subject: 'job_requisitions:list',
    detail: { rows: rows.length, filtered: requisitionsQuery({ ...view, find: '' }), searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      [
        'requisition',
        'position',
        'state',
        'department',
        'place',
        'employment',
        'positions',
        'pay_from_aed',
        'pay_to_aed',
        'needed_by',
        'hiring_manager',
        'asked_by',
        'decided_by',
        'changed',
      ],
      ...rows.map((row) => [
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
      ]),
    ],
  });
}
