import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { decimalString } from '#app/values/money.ts';
import { exportTable } from '../../invoices/staff/export-file.server.ts';
import { listLots } from './credit-desk-store.server.ts';
import { readCreditList } from './credit-list.ts';
import type { Route } from './+types/store-credit-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 10_000;

/** The filtered list of credit as text/csv: references and amounts, nobody's name. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readCreditList(url.searchParams), after: null };
  const { rows } = await listLots(platform.db, view, mostRows);
  return exportTable(platform, {
    name: 'store-credit',
    by: viewer.user.id,
    action: 'credit.exported',
    subject: 'credit_lots:list',
    detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['order', 'product', 'part', 'given', 'left', 'currency', 'made_utc', 'ends_on'],
      ...rows.map((row) => [
        row.reference,
        row.kind,
        row.part,
        decimalString(row.given),
        decimalString(row.left),
        row.given.currency,
        row.made,
        row.ends,
      ]),
    ],
  });
}
