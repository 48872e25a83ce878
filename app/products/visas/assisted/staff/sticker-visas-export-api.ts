import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { findStickersAsStaff, stickerName } from './assisted-desk-store.server.ts';
import { readStickerView } from './sticker-view.ts';
import type { Route } from './+types/sticker-visas-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 5_000;

/** The filtered list as CSV: names and states, no passport numbers. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readStickerView(url.searchParams), after: null };
  const now = clock.now();
  const rows = await findStickersAsStaff(db, crypto, view, { me: viewer.user.id, now, most: mostRows });
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'assisted.exported',
      subject: 'assisted_cases:list',
      detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const head = [
    'due',
    'reference',
    'traveller',
    'name',
    'country',
    'counter',
    'package',
    'state',
    'appointment',
    'lodged',
    'passport',
    'travel',
  ];
  const lines = rows.map((row) => [
    row.dueAt.toISOString(),
    row.reference,
    String(row.position + 1),
    stickerName(crypto, row),
    row.country,
    row.place,
    row.package,
    row.status,
    row.appointmentAt?.toISOString() ?? '',
    row.lodgedReference ?? '',
    row.passport,
    row.travelsOn,
  ]);
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="assisted-visas-${new Date(now).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
