import { redirect } from 'react-router';
import { mostAtOnce } from '#app/commerce/exports/export-status.ts';
import { askForExport } from '#app/commerce/exports/write-exports.server.ts';
import { exportTable } from '#app/commerce/invoices/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { auditQuery, readAuditView } from './audit-view.ts';
import { auditExport, linesAtOnce } from './write-audit.server.ts';
import type { Route } from './+types/audit-log-export-api.ts';

export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The audit as filtered; taking it away is itself a row of it. More than one answer carries is written by a job. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const view = readAuditView(url.searchParams);
  const query = auditQuery({ ...view, before: null });
  const lines = await linesAtOnce(platform, view, mostAtOnce);
  if (!lines) {
    await askForExport(platform, { list: 'audit-log', query: query.slice(1), language, userId: viewer.user.id, requestId });
    return redirect('/admin/exports?asked', 303);
  }
  const { action: what, subject, head } = auditExport;
  return exportTable(platform, {
    name: 'audit',
    by: viewer.user.id,
    action: what,
    subject,
    detail: { rows: lines.length, filtered: query },
    requestId,
    lines: [head, ...lines],
  });
}
