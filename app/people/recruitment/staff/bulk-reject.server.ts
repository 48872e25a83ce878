import { randomUUID } from 'node:crypto';
import { findOpenThing, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { isOpenStage, rejectReasons, type ApplicationStatus, type RejectReason } from '../job-application-status.ts';
import { findApplicationAsSystem, findApplicationsById } from '../job-applications-store.server.ts';
import { rejectApplication, type MailWait } from './work-application.server.ts';

export const applicationBulkLine = jobKind<{ runId: string; position: number }>('applications.bulk-line');

export const bulkWaits: readonly MailWait[] = ['soon', 'day', 'none'];
/** What a colleague may give as a reason; that nobody looked at it for too long is for the clock to say. */
export const bulkReasons = rejectReasons.filter((one) => one !== 'lapsed');

interface TriedApplication {
  readonly id: string;
  readonly reference: string;
  readonly status: ApplicationStatus;
  /** Why it would be skipped; null: it would be rejected. */
  readonly locked: 'not-open' | null;
}

const lockedFor = (status: ApplicationStatus) => (isOpenStage(status) ? null : 'not-open');

/** What one press would do to each application; nothing is done. */
export async function tryRejections(platform: Pick<Platform, 'db'>, ids: readonly string[]): Promise<TriedApplication[]> {
  const rows = await findApplicationsById(platform.db, ids.slice(0, mostAtOnce));
  return rows.map(({ id, reference, status }) => ({ id, reference, status, locked: lockedFor(status) }));
}

/** Writes down what is to be done and leaves each application to a job of its own. The id of the run; null when none is left. */
export async function startRejections(
  platform: Platform,
  clerk: Clerk,
  ask: { readonly ids: readonly string[]; readonly reason: RejectReason; readonly wait: MailWait; readonly requestId: string },
  keep?: Keep<string>,
): Promise<string | null> {
  const rows = (await findApplicationsById(platform.db, ask.ids.slice(0, mostAtOnce))).filter(({ status }) => !lockedFor(status));
  if (rows.length === 0) return null;
  const id = randomUUID();
  const detail = { reason: ask.reason, mail: ask.wait };
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertBulkRun(
      tx,
      { id, action: 'reject', startedBy: clerk.user.id, startedAt: new Date(now), list: 'job-applications', detail },
      rows.map((row) => ({ orderId: null, reference: row.reference, subject: row.id, detail: { version: String(row.version) } })),
    );
    for (const position of rows.keys()) await platform.jobs.send(tx, applicationBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${clerk.user.id}`,
      action: 'job.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { action: 'reject', applications: rows.length, ...detail },
      requestId: ask.requestId,
    });
    await keep?.(tx, id);
  });
  return id;
}

/**
 * One application of a run, judged as if its clerk had pressed the button now: rights that were taken from them since count,
 * and one that somebody worked on since the press is left as it is. Each can be undone for half an hour.
 */
export async function workRejectionLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenThing(platform.db, at);
  if (!open) return;
  const { run, subject, line } = open;
  const finish = (ok: boolean, said: string) => finishLine(platform.db, platform.clock.now(), at, { ok, said });
  const staff = await findStaffMember(platform.db, run.startedBy);
  const clerk: Clerk | null = staff && { kind: 'staff', user: { id: run.startedBy }, staff };
  const reason = bulkReasons.find((one) => one === run.detail['reason']);
  const wait = bulkWaits.find((one) => one === run.detail['mail']);
  if (!clerk || !reason || !wait || !may(clerk, 'recruitment:work')) return finish(false, 'not-allowed');
  const application = await findApplicationAsSystem(platform.db, subject);
  if (!application) return finish(false, 'gone');
  // Cut off before its end was noted: the same press has done it.
  const version = Number(line.detail['version']);
  if (application.status === 'rejected' && application.rejectReason === reason && application.version === version + 1)
    return finish(true, 'rejected');
  if (!isOpenStage(application.status)) return finish(false, 'not-open');
  if (application.version !== version) return finish(false, 'changed-meanwhile');
  const requestId = `${run.id}-${line.position}`;
  const rejected = await rejectApplication(platform, { viewer: clerk, application, reason, wait, words: null, requestId });
  await finish(rejected.ok, rejected.ok ? 'rejected' : rejected.refused);
}
