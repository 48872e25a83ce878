import { exportTable } from '../../invoices/staff/export-file.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findMailRows } from './read-mail-log.server.ts';
import { isFiltered, readMailView } from './mail-desk-view.ts';
import type { Route } from './+types/mail-log-export-api.ts';

const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered log as a text/csv file, addresses masked. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readMailView(url.searchParams), after: null };
  const rows = await findMailRows(platform.db, { crypto: platform.crypto, judges: may(viewer, 'applications:view') }, view, mostRows);
  return exportTable(platform, {
    name: 'mails',
    by: viewer.user.id,
    action: 'mail-log.exported',
    subject: 'mail_log:list',
    detail: { rows: rows.length, filtered: isFiltered(view) },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['mail', 'kind', 'language', 'to', 'order', 'state', 'cause', 'tries', 'queued_at_utc', 'changed_at_utc'],
      ...rows.map((row) => [
        row.id,
        row.kind,
        row.language,
        row.to,
        row.order ?? '',
        row.status,
        row.cause ?? '',
        String(row.tries),
        row.queuedAt,
        row.changedAt,
      ]),
    ],
  });
}
