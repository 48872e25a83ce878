import { audit } from '#app/platform/audit.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { dateIn } from '#app/values/dates.ts';
import { listConsultationsAsStaff, openContact } from '../consultations-store.server.ts';
import { officeZone } from '../slot-rules.ts';
import { findWaits } from '../waits-store.server.ts';
import { filterOf, readConsultationAddress } from './consultation-list.ts';
import type { Route } from './+types/consultations-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 5_000;

/** The filtered list as CSV: who, when and how it ended; no words, no telephone. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const now = clock.now();
  const filter = filterOf(readConsultationAddress(url.searchParams, dateIn(officeZone, now)), viewer.user.id);
  const { rows } = await listConsultationsAsStaff(db, crypto, now, filter, { size: mostRows, number: 1 });
  const names = await findStaffNames(db, [...new Set(rows.flatMap(({ officerId }) => officerId ?? []))]);
  const waits = await findWaits(
    db,
    rows.filter(({ status }) => status === 'requested').map(({ id }) => id),
  );
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'consultations.exported',
      subject: 'consultations:list',
      detail: { rows: rows.length, view: filter.view },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const head = [
    'reference',
    'name',
    'topic',
    'language',
    'starts_utc',
    'zone',
    'officer',
    'channel',
    'state',
    'outcome',
    'next_step',
    'asked_utc',
    'waits_from_utc',
    'waits_until_utc',
    'kept_until_utc',
  ];
  const lines = rows.map((call) => [
    call.reference,
    openContact(crypto, call).name,
    call.topic,
    call.callLanguage,
    call.startsAt?.toISOString() ?? '',
    call.zone,
    (call.officerId && names.get(call.officerId)) ?? '',
    call.channel,
    call.status,
    call.outcome ?? '',
    call.nextStep ?? '',
    call.createdAt.toISOString(),
    ...[waits.get(call.id)].flatMap((wait) => [wait?.wishedFrom, wait?.wishedUntil, wait?.heldUntil].map((at) => at?.toISOString() ?? '')),
  ]);
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="consultations-${new Date(now).toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
