import { productCountersContext } from '#app/commerce/product-counter.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { decimalString } from '#app/values/money.ts';
import { findBookingsAsStaff } from './booking-desk-store.server.ts';
import { readBookingView } from './booking-desk-view.ts';
import { kindOfPath } from './booking-lists.ts';
import { readBookingRows } from './open-booking-list.server.ts';
import type { Route } from './+types/booking-orders-export-api.ts';

/** More rows than this are not for a spreadsheet. */
const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The whole filtered list of a kind as CSV. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const view = { ...readBookingView(kindOfPath(url.pathname), url.searchParams), after: null };
  const found = await findBookingsAsStaff(platform.db, platform.crypto, view, { me: viewer.user.id, most: mostRows });
  const rows = await readBookingRows(platform, context.get(productCountersContext), view, found, language);
  const now = platform.clock.now();
  await transact(platform.db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'bookings.exported',
      subject: `bookings:${view.kind}`,
      detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
      requestId,
    }),
  );
  const head = [
    'starts_local',
    'ends_local',
    'reference',
    'title',
    'lead',
    'travellers',
    'places',
    'state',
    'due_on',
    'operator',
    'total',
    'currency',
    'owner',
    'placed_utc',
  ];
  const lines = rows.map((row) => [
    row.starts,
    row.ends,
    row.reference,
    row.title,
    row.lead?.name ?? '',
    String((row.lead?.others ?? 0) + 1),
    String(row.places),
    row.status,
    row.dueOn ?? '',
    row.operator,
    decimalString(row.total),
    row.total.currency,
    row.owner?.name ?? '',
    row.placed,
  ]);
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${view.kind}-orders-${new Date(now).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
