import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { exportTable } from './export-file.server.ts';
import { findInvoiceRows, houseZone } from './invoice-desk-store.server.ts';
import { readInvoiceView } from './invoice-list-view.ts';
import type { Route } from './+types/invoices-export-api.ts';

const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list of documents as a text/csv file, amounts in AED. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readInvoiceView(url.searchParams), after: null };
  const rows = await findInvoiceRows(platform.db, platform.crypto, view, { now: platform.clock.now(), most: mostRows });
  const aed = (fils: number) => decimalString(money(fils, 'AED'));
  const head = 'number,series,kind,issued_on,supplied_on,customer,order,net,vat,gross,currency,paid,due,due_on,state,credit_notes';
  return exportTable(platform, {
    name: 'invoices',
    by: viewer.user.id,
    action: 'invoices.exported',
    subject: 'invoices:list',
    detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      head.split(','),
      ...rows.map((row) => [
        row.number,
        row.series,
        row.kind,
        dateIn(houseZone, instant(Date.parse(row.issuedAt))),
        row.supplyDate,
        row.buyer,
        row.orderReference,
        aed(row.net),
        aed(row.vat),
        aed(row.gross),
        row.currency,
        aed(row.standing.paid),
        aed(row.standing.due),
        row.standing.due > 0 ? (row.dueOn ?? '') : '',
        row.standing.state,
        String(row.creditNotes),
      ]),
    ],
  });
}
