import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { auditQuery, readAuditView } from './audit-view.ts';
import { filterOf, readAudit } from './read-audit.server.ts';
import type { Route } from './+types/audit-log-export-api.ts';

const mostRows = 20_000;

export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The audit as filtered, newest first; taking it away is itself a row of it. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readAuditView(url.searchParams);
  const filter = await filterOf(db, view);
  const rows = filter ? await readAudit(db, filter, mostRows) : [];
  const now = clock.now();
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'audit.exported',
      subject: 'audit_events:list',
      detail: { rows: rows.length, filtered: auditQuery(view) },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const head = ['row', 'at_utc', 'who', 'name', 'action', 'record', 'order', 'reason', 'detail'];
  const lines = rows.map((row) => [
    String(row.sequence),
    row.at,
    row.actor,
    row.who.kind === 'staff' ? row.who.name : '',
    row.action,
    row.subject,
    row.reference ?? '',
    row.reason ?? '',
    row.detail.map(([key, value]) => `${key}: ${value}`).join('; '),
  ]);
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="audit-${new Date(now).toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
