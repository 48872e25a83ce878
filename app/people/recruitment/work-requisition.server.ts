import { randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { JobRequisition } from './recruitment.tables.ts';
import type { RequisitionEvent } from './requisition-status.ts';
import { insertRequisition, moveRequisition, type RequisitionContent } from './requisitions-store.server.ts';

interface Ask {
  readonly viewer: Clerk;
  readonly requestId: string;
}
const taskOf = (id: string) => ({ kind: 'job-requisition', subject: `job_requisitions:${id}` });

/** Writes down a position that is wanted, once for its form. Nothing follows before it is asked for and approved. */
export async function writeRequisition(
  platform: Platform,
  ask: Ask & { readonly content: RequisitionContent; readonly keep?: Keep<Outcome<string, 'not-allowed'>> },
): Promise<Outcome<string, 'not-allowed'>> {
  const { viewer, content, requestId } = ask;
  if (!may(viewer, 'recruitment:work')) return refuse('not-allowed');
  const id = randomUUID();
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertRequisition(tx, now, { ...content, id, askedBy: viewer.user.id });
    await audit(tx, now, { actor: `staff:${viewer.user.id}`, action: 'requisition.written', subject: `job_requisitions:${id}`, requestId });
    await ask.keep?.(tx, done(id));
    return done(id);
  });
}

export type RequisitionRefusal = 'not-allowed' | 'same-person' | 'not-possible-from-here' | 'not-yours-to-do' | 'changed-meanwhile';

/** Moves a requisition. Whoever asked for a position cannot say yes to it, not even by asking others to press. */
export async function workRequisition(
  platform: Platform,
  ask: Ask & { readonly requisition: JobRequisition; readonly event: RequisitionEvent; readonly reason: string | null },
): Promise<Outcome<null, RequisitionRefusal>> {
  const { viewer, requisition, event, reason, requestId } = ask;
  if (!may(viewer, 'recruitment:work')) return refuse('not-allowed');
  if (event === 'approve' && requisition.askedBy === viewer.user.id) return refuse('same-person');
  const by = may(viewer, 'recruitment:publish') ? 'approver' : 'recruiter';
  return transact(platform.db, async (tx): Promise<Outcome<null, RequisitionRefusal>> => {
    const now = platform.clock.now();
    const staffId = viewer.user.id;
    const moved = await moveRequisition(tx, now, { requisition, event, by, staffId, reason });
    if (!moved.ok) return moved;
    if (event === 'ask')
      await openStaffTask(tx, now, {
        ...taskOf(requisition.id),
        textKey: 'tasks:job-requisition',
        detail: { title: requisition.title },
        askedBy: `staff:${staffId}`,
      });
    else await closeStaffTask(tx, now, { ...taskOf(requisition.id), by: `staff:${staffId}` });
    const subject = `job_requisitions:${requisition.id}`;
    await audit(tx, now, { actor: `staff:${staffId}`, action: `requisition.${event}`, subject, requestId, ...(reason && { reason }) });
    return done(null);
  });
}
