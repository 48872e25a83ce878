import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { decimalString } from '#app/values/money.ts';
import { exportTable } from '../../invoices/staff/export-file.server.ts';
import { findRefundRows } from './refund-desk-store.server.ts';
import { readRefundListView } from './refund-list-view.ts';
import type { Route } from './+types/refund-cases-export-api.ts';

const mostRows = 10_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list of refunds as text/csv: references and amounts, nobody's name but the owner's. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readRefundListView(url.searchParams), after: null };
  const { rows } = await findRefundRows(platform.db, view, { now: platform.clock.now(), me: viewer.user.id, most: mostRows });
  const names = await findStaffNames(platform.db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]);
  return exportTable(platform, {
    name: 'refunds',
    by: viewer.user.id,
    action: 'refunds.exported',
    subject: 'refunds:list',
    detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      [
        'order',
        'product',
        'state',
        'amount',
        'currency',
        'part',
        'reason',
        'asked_utc',
        'days',
        'sent_utc',
        'expected_by',
        'settled_utc',
        'owner',
      ],
      ...rows.map((row) => [
        row.reference,
        row.kind,
        row.state,
        decimalString(row.amount),
        row.amount.currency,
        row.part === null ? '' : String(row.part),
        row.reason,
        row.asked,
        String(row.days),
        row.sent ?? '',
        row.expectedBy ?? '',
        row.settled ?? '',
        row.ownerId ? (names.get(row.ownerId) ?? '') : '',
      ]),
    ],
  });
}
