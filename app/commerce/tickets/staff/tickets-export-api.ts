import { exportTable } from '#app/commerce/invoices/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import { ticketsToExport } from './open-ticket-list.server.ts';
import { readTicketView } from './ticket-list.ts';
import type { Route } from './+types/tickets-export-api.ts';

const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list as CSV: what waits for whom and how it went; no words, no address, no name. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const on = await isHelpdeskOn(platform);
  const rows = on ? await ticketsToExport(platform, viewer, readTicketView(url.searchParams), mostRows) : [];
  return exportTable(platform, {
    name: 'tickets',
    by: viewer.user.id,
    action: 'tickets.exported',
    subject: 'tickets:list',
    detail: { rows: rows.length },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['number', 'state', 'priority', 'channel', 'language', 'order', 'created_utc', 'due_utc', 'assignee', 'rating'],
      ...rows.map((row) => [
        row.reference,
        row.status,
        row.priority,
        row.channel,
        row.language,
        row.order ?? '',
        row.created,
        row.due ?? '',
        row.assignee ?? '',
        row.rating === null ? '' : String(row.rating),
      ]),
    ],
  });
}
