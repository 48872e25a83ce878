import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { decimalString } from '#app/values/money.ts';
import { deskAddress, readDeskView } from './desk-address.ts';
import { findFlightOrdersAsStaff } from './flight-desk-store.server.ts';
import type { Route } from './+types/flight-orders-export-api.ts';

/** More rows than this are not for a spreadsheet; the file says so in its last line. */
const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The whole filtered list as CSV, for those who may take it out of the house. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readDeskView(url.searchParams), after: null };
  const { rows, next } = await findFlightOrdersAsStaff(db, crypto, view, { most: mostRows, me: viewer.user.id });
  const now = clock.now();
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'flight-orders.exported',
      subject: 'flight_orders:list',
      detail: { rows: rows.length, queue: view.queue, filtered: deskAddress({ ...view, find: '' }), searched: view.find !== '' },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const lines = [
    csvLine([
      'limit_utc',
      'reference',
      'state',
      'lead_passenger',
      'passengers',
      'from',
      'to',
      'departs_local',
      'airline',
      'pnr',
      'supplier',
      'total',
      'currency',
      'paid',
      'owner',
      'placed_utc',
    ]),
    ...rows.map((row) =>
      csvLine([
        row.limit ?? '',
        row.reference,
        row.status,
        row.lead?.name ?? '',
        String((row.lead?.others ?? 0) + 1),
        row.origin,
        row.destination,
        row.departsLocal,
        row.airline,
        row.locators.join(' '),
        row.supplier,
        decimalString(row.total),
        row.total.currency,
        row.paid,
        row.owner?.name ?? '',
        row.created,
      ]),
    ),
    ...(next ? [csvLine(['More rows match'])] : []),
  ];
  return new Response(`\uFEFF${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="flight-orders-${new Date(now).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
