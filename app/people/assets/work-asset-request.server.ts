import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { assetRequestMachine, askedStates } from './asset-request-rules.ts';
import {
  changeRequest,
  insertAssetRequest,
  lockOpenRequestsOf,
  lockRequest,
  lockRequestOfApplication,
} from './asset-requests-store.server.ts';
import type { AssetRequest } from './asset-requests.tables.ts';
import { findAssetsOf } from './assets-store.server.ts';
import type { AssetKind } from './asset-kinds.ts';

export type RequestRefusal = MoveRefusal | 'not-there' | 'changed-meanwhile';

const subjectOf = (id: string) => `asset_requests:${id}`;
const taskOf = (id: string) => ({ kind: 'asset-request', subject: subjectOf(id) });

function openRequestTask(tx: Tx, now: Instant, { id, reference }: Pick<AssetRequest, 'id' | 'reference'>): Promise<void> {
  return openStaffTask(tx, now, { ...taskOf(id), textKey: 'tasks:asset-request', detail: { reference } });
}

/** Asks the asset desk for what somebody needs by a day. */
export async function openAssetRequest(
  tx: Tx,
  now: Instant,
  asked: Pick<AssetRequest, 'applicationId' | 'reference' | 'kinds' | 'neededBy' | 'askedBy'> & { readonly requestId: string },
): Promise<void> {
  const { requestId, ...request } = asked;
  const id = await insertAssetRequest(tx, now, request);
  await openRequestTask(tx, now, { id, reference: request.reference });
  const detail = { kinds: request.kinds, by: request.neededBy };
  await audit(tx, now, { actor: request.askedBy, action: 'asset-request.asked', subject: subjectOf(id), detail, requestId });
}

/** The request of an application is a colleague's from now on. */
export async function linkAssetRequest(
  tx: Tx,
  now: Instant,
  link: { readonly applicationId: string; readonly userId: string; readonly actor: string },
): Promise<void> {
  const request = await lockRequestOfApplication(tx, link.applicationId);
  if (!request || request.userId !== null) return;
  await changeRequest(tx, request, { userId: link.userId });
  await endCoveredRequests(tx, now, link);
}

/** Ends each open request of a colleague of which everything was signed for. Runs after the things were changed. */
export async function endCoveredRequests(
  tx: Tx,
  now: Instant,
  { userId, actor }: { readonly userId: string; readonly actor: string },
): Promise<void> {
  const requests = await lockOpenRequestsOf(tx, userId);
  if (requests.length === 0) return;
  const held = await findAssetsOf(tx, userId);
  for (const request of requests) {
    if (askedStates(request.kinds, held).some(({ state }) => state !== 'signed')) continue;
    await changeRequest(tx, request, { status: 'handed', decidedBy: actor, decidedAt: new Date(now) });
    await closeStaffTask(tx, now, { ...taskOf(request.id), by: actor });
    await audit(tx, now, { actor, action: 'asset-request.handed', subject: subjectOf(request.id) });
  }
}

/** Changes what is asked for or its day, does without it, or takes it up again. */
export async function workOnAssetRequest(
  platform: Pick<Platform, 'db' | 'clock'>,
  work: {
    readonly id: string;
    readonly version: number;
    readonly staffId: string;
    readonly requestId: string;
  } & (
    | { readonly event: 'change'; readonly kinds: readonly AssetKind[]; readonly neededBy: CalendarDate }
    | { readonly event: 'refuse'; readonly reason: string }
    | { readonly event: 'reopen' }
  ),
): Promise<Outcome<null, RequestRefusal>> {
  const actor = `staff:${work.staffId}`;
  const { event, requestId } = work;
  return transact(platform.db, async (tx): Promise<Outcome<null, RequestRefusal>> => {
    const now = platform.clock.now();
    const request = await lockRequest(tx, work.id);
    if (!request) return refuse('not-there');
    if (request.version !== work.version) return refuse('changed-meanwhile');
    const note = (detail: Readonly<Record<string, unknown>>, reason?: string) =>
      audit(tx, now, {
        actor,
        action: `asset-request.${event}`,
        subject: subjectOf(request.id),
        detail,
        requestId,
        ...(reason ? { reason } : {}),
      });
    if (event === 'change') {
      if (request.status !== 'asked') return refuse('not-possible-from-here');
      await changeRequest(tx, request, { kinds: [...work.kinds], neededBy: work.neededBy });
      await note({ before: request.kinds, kinds: work.kinds, by: work.neededBy });
    } else {
      const move = moveOn(assetRequestMachine, request.status, event, 'keeper');
      if (!move.ok) return move;
      if (event === 'refuse') {
        await changeRequest(tx, request, { status: move.to, reason: work.reason, decidedBy: actor, decidedAt: new Date(now) });
        await closeStaffTask(tx, now, { ...taskOf(request.id), by: actor });
        await note({}, work.reason);
      } else {
        await changeRequest(tx, request, { status: move.to, reason: null, decidedBy: null, decidedAt: null });
        await openRequestTask(tx, now, request);
        await note({});
      }
    }
    // What is left of it may lie with them already.
    if (request.userId) await endCoveredRequests(tx, now, { userId: request.userId, actor });
    return done(null);
  });
}

/** Nothing is laid out for somebody who does not come; what is a colleague's already goes on. */
export async function withdrawAssetRequest(tx: Tx, now: Instant, applicationId: string): Promise<void> {
  const request = await lockRequestOfApplication(tx, applicationId);
  if (request?.status !== 'asked' || request.userId !== null) return;
  await changeRequest(tx, request, { status: 'refused', decidedBy: 'system', decidedAt: new Date(now) });
  await closeStaffTask(tx, now, { ...taskOf(request.id), by: 'system' });
  await audit(tx, now, { actor: 'system', action: 'asset-request.refuse', subject: subjectOf(request.id) });
}
