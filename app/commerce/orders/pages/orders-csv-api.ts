import type { Route } from './+types/orders-csv-api.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { csvCell } from '#app/values/csv.ts';
import { decimalString } from '#app/values/money.ts';
import { productCountersContext } from '../../product-counter.ts';
import { listOrders } from '../list-orders.server.ts';
import { readOrderList } from '../order-list-form.ts';

/** The traveller's own list as it is filtered, for a spreadsheet. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const { orders } = await listOrders(
    context.get(platformContext),
    context.get(productCountersContext),
    context.get(viewerContext),
    readOrderList(url.searchParams),
    language,
  );
  const t = textsFor(language).of('orders');
  const columns = ['reference', 'state', 'from', 'to', 'departs', 'total', 'currency', 'placed'] as const;
  const rows = orders.map((order) => [
    order.reference,
    t([`${order.kind}.states.${order.shown}.title`, `states.${order.shown}.title`]),
    order.from,
    order.to,
    order.departs,
    decimalString(order.total),
    order.total.currency,
    order.placedAt,
  ]);
  const lines = [columns.map((column) => t(`list.csv.${column}`)), ...rows].map((row) => row.map(csvCell).join(','));
  // The mark tells spreadsheets that Arabic follows in UTF-8.
  return new Response(`\uFEFF${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="rihla-orders.csv"',
      'Cache-Control': 'private, no-store',
    },
  });
}
