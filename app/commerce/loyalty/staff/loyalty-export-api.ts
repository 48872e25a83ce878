import { exportTable } from '#app/commerce/invoices/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { readMemberView } from './member-list.ts';
import { membersToExport } from './open-members.server.ts';
import type { Route } from './+types/loyalty-export-api.ts';

const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The members as CSV, by their account and without name or address. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const rows = (await isLoyaltyOn(platform)) ? await membersToExport(platform, readMemberView(url.searchParams), mostRows) : [];
  return exportTable(platform, {
    name: 'points',
    by: viewer.user.id,
    action: 'loyalty.exported',
    subject: 'loyalty_members:list',
    detail: { rows: rows.length },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['member', 'tier', 'available', 'pending', 'ending_90_days', 'last_event', 'last_event_utc', 'joined_utc', 'held'],
      ...rows.map((row) => [
        row.id,
        row.tier,
        String(row.available),
        String(row.pending),
        String(row.ending),
        row.last ?? '',
        row.lastAt ?? '',
        row.joined,
        row.held ? 'yes' : 'no',
      ]),
    ],
  });
}
