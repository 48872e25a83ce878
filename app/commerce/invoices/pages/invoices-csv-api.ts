import type { Route } from './+types/invoices-csv-api.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { csvCell } from '#app/values/csv.ts';
import { decimalString } from '#app/values/money.ts';
import { readInvoiceList } from '../invoice-list-form.ts';
import { listInvoices } from '../list-invoices.server.ts';

/** The traveller's own documents as they are filtered, for a spreadsheet. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { invoices } = await listInvoices(platform, context.get(viewerContext), readInvoiceList(url.searchParams));
  const t = textsFor(context.get(requestContext).language).of('orders');
  const columns = ['number', 'kind', 'date', 'order', 'net', 'vat', 'gross', 'due'] as const;
  // Credit notes are negative; a minus before a figure is no formula.
  const rows = invoices.map((invoice) => [
    ...[invoice.number, t(`papers.${invoice.kind}`), invoice.issuedOn, invoice.orderReference].map(csvCell),
    ...[invoice.net, invoice.vat, invoice.gross, invoice.due].map(decimalString),
  ]);
  const lines = [columns.map((column) => csvCell(t(`invoices.csv.${column}`))), ...rows].map((row) => row.join(','));
  // The mark tells spreadsheets that Arabic follows in UTF-8.
  return new Response(`\uFEFF${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="rihla-invoices.csv"',
      'Cache-Control': 'private, no-store',
    },
  });
}
