import { exportTable } from '#app/commerce/invoices/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { listApplications } from '../job-applications-store.server.ts';
import { filterOf, nameOf, readApplicationView, readerOf } from './open-applications.server.ts';
import type { Route } from './+types/applications-export-api.ts';

const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list as text/csv: names where they are not covered, no addresses, no numbers and no scores. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const reader = readerOf(viewer);
  const view = readApplicationView(url.searchParams);
  const page = { size: mostRows, after: null, language };
  const rows = await listApplications(platform.db, platform.crypto, reader, filterOf(view, reader, platform.clock.now()), page);
  const head =
    'reference,candidate,position,stage,in_stage_since_utc,source,right_to_work,notice_weeks,answers_not_met,recruiter,sent_utc,kept_until';
  return exportTable(platform, {
    name: 'job-applications',
    by: viewer.user.id,
    action: 'job.exported',
    subject: 'job_applications:list',
    detail: { rows: rows.length, stage: view.stage, searched: view.find !== '' },
    requestId,
    lines: [
      head.split(','),
      ...rows.map((row) => [
        row.reference,
        nameOf(platform, row) ?? '',
        row.title ?? '',
        row.status,
        row.stageSince.toISOString(),
        row.source,
        row.visaStatus ?? '',
        row.noticeWeeks === null ? '' : String(row.noticeWeeks),
        String(row.knockOuts),
        row.ownerName ?? '',
        row.createdAt.toISOString(),
        row.keepUntil,
      ]),
    ],
  });
}
