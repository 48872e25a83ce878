import { exportTable } from '#app/commerce/invoices/staff/export-file.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findScheduleRows } from './schedule-list-store.server.ts';
import { readScheduleListView } from './schedule-list-view.ts';
import type { Route } from './+types/schedules-export-api.ts';

const mostRows = 10_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list of changed schedules as text/csv: flights and times, nobody's name but the owner's. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readScheduleListView(url.searchParams), after: null };
  const { rows } = await findScheduleRows(platform.db, view, { now: platform.clock.now(), most: mostRows });
  const names = await findStaffNames(platform.db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]);
  return exportTable(platform, {
    name: 'schedule-changes',
    by: viewer.user.id,
    action: 'schedule-changes.exported',
    subject: 'schedule_changes:list',
    detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      [
        'answer_by_utc',
        'order',
        'locator',
        'airline',
        'seats',
        'state',
        'severity',
        'kinds',
        'broken_connections',
        'flights_before',
        'departs_before_local',
        'flights_now',
        'departs_now_local',
        'received_utc',
        'told_utc',
        'answer',
        'answered_utc',
        'owner',
      ],
      ...rows.map((row) => [
        row.answerBy ?? '',
        row.reference,
        row.locator,
        row.airline,
        String(row.seats),
        row.status,
        row.severity,
        row.kinds.join(' '),
        String(row.broken),
        row.was.flights,
        row.was.departs,
        row.now?.flights ?? '',
        row.now?.departs ?? '',
        row.received,
        row.told ?? '',
        row.answer ?? '',
        row.answered ?? '',
        row.ownerId ? (names.get(row.ownerId) ?? '') : '',
      ]),
    ],
  });
}
