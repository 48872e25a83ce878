import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { decimalString, money } from '#app/values/money.ts';
import { exportTable } from '../../exports/staff/export-file.server.ts';
import { findLineRows, openDetails } from '../bank-store.server.ts';
import { readBankView } from '../bank-view.ts';
import type { Route } from './+types/bank-lines-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 5_000;

/** The filtered list of lines as a text/csv file. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readBankView(url.searchParams), after: null };
  const rows = await findLineRows(platform.db, view, mostRows);
  return exportTable(platform, {
    name: 'bank-lines',
    by: viewer.user.id,
    action: 'bank-lines.exported',
    subject: 'bank_lines:list',
    detail: { rows: rows.length, queue: view.queue },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['account', 'booked_on', 'amount', 'currency', 'other_side', 'text', 'orders_named', 'state', 'note'],
      ...rows.map((row) => {
        const { party, text } = openDetails(platform.crypto, row);
        return [
          row.account,
          row.bookedOn,
          decimalString(money(row.amount, row.currency)),
          row.currency,
          party,
          text,
          row.named.join(' '),
          row.status,
          row.note ?? '',
        ];
      }),
    ],
  });
}
