import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { dateIn } from '#app/values/dates.ts';
import { csvLine } from '#app/values/csv.ts';
import { decimalString } from '#app/values/money.ts';
import { findSupplier } from '../supply/flight-suppliers-store.server.ts';
import { readStatement } from '../supply/supplier-statement-store.server.ts';
import { statementMonth } from '../supply/supplier-statement.ts';
import type { Route } from './+types/supplier-statement-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The statement of one supplier and month as CSV. */
export async function action({ context, params, url }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const supplier = await findSupplier(db, params.code);
  if (viewer.kind !== 'staff' || !supplier) throw new Response('Not found', { status: 404 });
  const now = clock.now();
  const month = statementMonth(url.searchParams.get('month'), dateIn('Asia/Dubai', now));
  const lines = await readStatement(db, supplier.code, month.from, month.until);
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'supplier.statement-exported',
      subject: `flight_suppliers:${supplier.code}`,
      detail: { month: month.month, lines: lines.length },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const file = [
    csvLine(['at_utc', 'reference', 'pnr', 'kind', 'currency', 'fares', 'taxes', 'extras', 'owed']),
    ...lines.map((line) =>
      csvLine([
        line.at,
        line.reference,
        line.locator ?? '',
        line.kind,
        line.owed.currency,
        decimalString(line.fares),
        decimalString(line.taxes),
        decimalString(line.extras),
        decimalString(line.owed),
      ]),
    ),
  ];
  return new Response(`\uFEFF${file.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="statement-${supplier.code}-${month.month}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
