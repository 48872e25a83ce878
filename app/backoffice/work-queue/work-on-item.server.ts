import type { TakeOutcome } from '#app/commerce/due-work.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { wakesAt, type Snooze } from '../task-rules.ts';
import { workTask } from '../work-task.server.ts';
import { findWork } from './list-work.server.ts';
import { keepPutOff } from './put-off-store.server.ts';
import { outcomeOfTask, workSources } from './work-sources.server.ts';
import type { WorkKind } from './work-view.ts';

export const workMoves = ['take', 'put-back', 'put-off', 'wake'] as const;
export type WorkMove = (typeof workMoves)[number];

export type WorkOutcome = TakeOutcome | 'not-yours';

export interface WorkThing {
  readonly kind: WorkKind;
  readonly id: string;
  /** Whose it was on the page; a user's id or null. */
  readonly from: string | null;
}

/**
 * Takes something of the queue on, puts it back, or puts it off. Taking on is what its own page does, with the same rights and
 * the same trace; only what one has in hand is put off, and what has escalated is put off no more.
 */
export async function workOnItem(
  platform: Platform,
  viewer: Clerk,
  { kind, id, from }: WorkThing,
  ask: { readonly move: WorkMove; readonly snooze: Snooze; readonly requestId: string },
): Promise<WorkOutcome> {
  const { move, snooze, requestId } = ask;
  const me = viewer.user.id;
  const source = workSources(viewer).find((one) => one.kind === kind);
  if (!source || !may(viewer, source.work)) return 'permission';
  if (move === 'take' || move === 'put-back') {
    if (move === 'put-back' && !source.putsBack) return 'not-possible';
    return source.take(platform, viewer, { id, from, to: move === 'take' ? me : null, requestId });
  }
  if (kind === 'task') {
    const put = await workTask(platform, viewer, { id, move: move === 'wake' ? 'wake' : 'snooze', from: null, snooze, requestId });
    return outcomeOfTask(put);
  }
  const now = platform.clock.now();
  const row = await findWork(platform.db, viewer, { kind, id }, now);
  if (!row) return 'changed-meanwhile';
  if (row.ownerId !== me) return 'not-yours';
  if (move === 'put-off' && row.escalated) return 'escalated';
  const until = move === 'wake' ? now : wakesAt(snooze, now);
  await transact(platform.db, async (tx) => {
    await keepPutOff(tx, now, { kind, subject: id, by: me, until });
    await audit(tx, now, {
      actor: `staff:${me}`,
      action: `work.${move}`,
      subject: `work:${kind}-${id}`,
      detail: { reference: row.reference, ...(move === 'put-off' ? { until: new Date(until).toISOString() } : {}) },
      requestId,
    });
  });
  return 'done';
}
