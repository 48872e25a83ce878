import { redirect } from 'react-router';
import { mostAtOnce } from '#app/commerce/exports/export-status.ts';
import { askForExport } from '#app/commerce/exports/write-exports.server.ts';
import { exportTable } from '#app/commerce/invoices/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { applicationsExport, countMatching } from '../write-applications.server.ts';
import { readApplicationView } from '../application-view.server.ts';
import type { Route } from './+types/applications-export-api.ts';

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list as text/csv; a list too long for one answer is written by a job, and its owner is told when it is there. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const view = readApplicationView(url.searchParams);
  if ((await countMatching(platform, viewer, view)) > mostAtOnce) {
    await askForExport(platform, {
      list: 'job-applications',
      query: url.searchParams.toString(),
      language,
      userId: viewer.user.id,
      requestId,
    });
    return redirect('/admin/exports?asked', 303);
  }
  const { action: what, subject, head, pages } = applicationsExport;
  const lines: (readonly string[])[] = [];
  for await (const page of pages(platform, viewer, { query: url.searchParams, language })) lines.push(...page);
  return exportTable(platform, {
    name: 'job-applications',
    by: viewer.user.id,
    action: what,
    subject,
    detail: { rows: lines.length, stage: view.stage, searched: view.find !== '' },
    requestId,
    lines: [head, ...lines],
  });
}
