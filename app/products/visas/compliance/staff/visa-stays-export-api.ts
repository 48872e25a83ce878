import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { dateIn } from '#app/values/dates.ts';
import { daysLeft } from '../visa-stay-rules.ts';
import { findStaysAsStaff } from './visa-stay-desk-store.server.ts';
import { readStayView } from './visa-stay-view.ts';
import type { Route } from './+types/visa-stays-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 5_000;

/** The filtered list as CSV: names, days and states, no numbers of visas or passports. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readStayView(url.searchParams), after: null };
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const rows = await findStaysAsStaff(db, crypto, view, { today, most: mostRows });
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'visa-stay.exported',
      subject: 'visa_stays:list',
      detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const head = [
    'reference',
    'traveller',
    'name',
    'country',
    'route',
    'issued',
    'enter_by',
    'entries',
    'entries_used',
    'arrived',
    'stay_until',
    'left',
    'exited',
    'state',
  ];
  const lines = rows.map(({ stay, reference, position, name }) => [
    reference,
    String(position + 1),
    name,
    stay.country,
    stay.route,
    stay.issuedOn,
    stay.enterBy,
    stay.entries,
    String(stay.entriesUsed),
    stay.enteredOn ?? '',
    stay.stayUntil ?? '',
    String(daysLeft(stay, today) ?? ''),
    stay.exitedOn ?? '',
    stay.status,
  ]);
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="visa-stays-${new Date(now).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
