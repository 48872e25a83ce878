import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { listChanges } from '../rate-changes-store.server.ts';
import { ratesQuery, readRatesView } from './rates-list.ts';
import type { Route } from './+types/rates-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 20_000;

/** Every rate that was asked for, as filtered. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readRatesView(url.searchParams);
  const { rows } = await listChanges(db, view, { size: mostRows, number: 1 });
  const now = clock.now();
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'rates.exported',
      subject: 'rate_changes:list',
      detail: { rows: rows.length, filtered: ratesQuery({ ...view, page: 1 }) },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const head = [
    'base',
    'target',
    'rate',
    'spread_percent',
    'moved_percent',
    'source',
    'state',
    'reason',
    'proposed_utc',
    'decided_utc',
    'ends_utc',
  ];
  const lines = rows.map((row) => [
    'AED',
    row.target,
    row.rate,
    (row.spread / 100).toFixed(2),
    (row.moved / 100).toFixed(2),
    row.source,
    row.status,
    row.reason,
    row.proposedAt.toISOString(),
    row.decidedAt?.toISOString() ?? '',
    row.endsAt?.toISOString() ?? '',
  ]);
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="exchange-rates-${new Date(now).toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
