import { randomUUID } from 'node:crypto';
import { findOpenLine, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { permissionsOf } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { refuse } from '#app/values/outcome.ts';
import { tellVisaStay } from '../tell-visa-stay.server.ts';
import { stayBulkLine } from '../visa-stay-jobs.server.ts';
import { remindLock } from '../visa-stay-rules.ts';
import { findStay, findStayEvents, findStays } from '../visa-stays-store.server.ts';
import type { VisaStay } from '../visa-stays.tables.ts';

/** What can be done with many stays in one go. */
export const stayBulkActions = ['remind'] as const;
export type StayBulkAction = (typeof stayBulkActions)[number];

/** Why a stay of a run would be skipped; null: it would be done. */
export async function lockedStays(
  platform: Pick<Platform, 'clock'>,
  stays: readonly VisaStay[],
): Promise<ReadonlyMap<string, string | null>> {
  const today = dateIn('Asia/Dubai', platform.clock.now());
  return new Map(stays.map((stay) => [stay.id, remindLock(stay, today)]));
}

/**
 * Writes down what is to be done and leaves each stay to a job of its own, in one transaction. Each line names the version
 * of its stay: what somebody else does meanwhile is not overwritten. The id of the run; null when nothing is left to do.
 */
export async function startStays(
  platform: Platform,
  ask: { readonly action: StayBulkAction; readonly ids: readonly string[]; readonly staffId: string; readonly requestId: string },
  keep?: Keep<string>,
): Promise<string | null> {
  const stays = (await findStays(platform.db, [...new Set(ask.ids)].slice(0, mostAtOnce))).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (stays.length === 0) return null;
  const id = randomUUID();
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertBulkRun(
      tx,
      { id, action: ask.action, startedBy: ask.staffId, startedAt: new Date(now), list: 'visa-stays', detail: {} },
      stays.map((stay) => ({ orderId: stay.orderId, reference: stay.id, subject: stay.id, detail: { version: String(stay.version) } })),
    );
    for (const position of stays.keys()) await platform.jobs.send(tx, stayBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${ask.staffId}`,
      action: 'visa-stay.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { action: ask.action, stays: stays.length },
      requestId: ask.requestId,
    });
    await keep?.(tx, id);
  });
  return id;
}

/** One stay of a run, done as if its clerk had pressed the button now: rights that were taken from them since count. */
export async function workStayLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenLine(platform.db, at);
  if (!open?.line.subject) return;
  const { run, line } = open;
  const staff = await findStaffMember(platform.db, run.startedBy);
  const action = stayBulkActions.find((one) => one === run.action);
  const version = Number(line.detail['version']);
  const who = `staff:${run.startedBy}`;
  const stayId = line.subject!;
  const worked =
    staff && action && permissionsOf(staff.roles).has('visas:decide')
      ? await tellVisaStay(platform, { stayId, version, by: 'staff', who, requestId: `${run.id}-${line.position}`, told: { do: action } })
      : refuse('permission' as const);
  // A job that was cut off before it could say so finds its own step in the history.
  const step = worked.ok ? null : (await findStayEvents(platform.db, stayId)).find((one) => one.version === version + 1);
  const done = worked.ok || step?.actor === who;
  const said = done ? (await findStay(platform.db, stayId))!.status : worked.ok ? '' : worked.refused;
  await finishLine(platform.db, platform.clock.now(), at, { ok: done, said });
}
