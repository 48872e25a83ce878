import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { dateIn } from '#app/values/dates.ts';
import { openTyped } from '../evisa-applications-store.server.ts';
import { findCasesAsStaff } from './evisa-desk-store.server.ts';
import { readCaseView } from './evisa-desk-view.ts';
import { findRefusedHere } from '../visa-passports-store.server.ts';
import { readCaseFlags } from './read-case-flags.server.ts';
import type { Route } from './+types/evisa-orders-export-api.ts';

const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list as CSV: names and states, no passport numbers. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readCaseView(url.searchParams), after: null };
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const rows = await findCasesAsStaff(db, crypto, view, { me: viewer.user.id, today, most: mostRows });
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'evisas.exported',
      subject: 'evisa_applications:list',
      detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const head = [
    'deliver_by',
    'reference',
    'traveller',
    'surname',
    'given_names',
    'nationality',
    'country',
    'type',
    'speed',
    'arrival',
    'state',
    'authority_reference',
    'flags',
  ];
  const refused = await findRefusedHere(
    db,
    rows.map(({ id }) => id),
  );
  const lines = rows.map((row) => {
    const typed = openTyped(crypto, row);
    return [
      row.deliverBy ?? '',
      row.reference,
      String(row.position + 1),
      typed.surname ?? '',
      typed.givenNames ?? '',
      typed.nationality ?? '',
      row.country,
      row.typeCode,
      row.speed,
      row.arrival,
      row.status,
      row.authorityReference ?? '',
      readCaseFlags(row, typed, refused, today).join(' '),
    ];
  });
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="e-visas-${new Date(now).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
