import { randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import type { ProductKind } from '../product-contract.ts';
import { draftForAnother, putDraftToWork, type AgreedKind, type RuleRefusal } from './agree-on-points.server.ts';
import { adjustmentMachine } from './loyalty-status.ts';
import type { Member } from './loyalty.tables.ts';
import { postings } from './points-postings.ts';
import { adjustLimit, mostAdjusted } from './points-rules.ts';
import { insertLot, lockMember, postPoints } from './points-store.server.ts';
import {
  adjustedAlone,
  decideAdjustmentRow,
  insertAdjustment,
  lockAdjustment,
  lockRule,
  putRuleToWork,
  retireRule,
  saveDraftRule,
} from './programme-store.server.ts';
import { endFrom, takeAvailable } from './take-points.server.ts';

/** What one colleague moves of one member's points alone counts together for so long. */
const togetherMs = 30 * dayMs;

const rules: AgreedKind = {
  table: 'loyalty_rules',
  task: 'tasks:points-rule',
  drafted: 'loyalty.rule-drafted',
  live: 'loyalty.rule-live',
};

/** Writes what a product shall earn; it stands when somebody else puts it to work. */
export async function draftRule(
  platform: Platform,
  viewer: Clerk,
  rule: { readonly kind: ProductKind; readonly points: number },
): Promise<Outcome<null, RuleRefusal>> {
  return draftForAnother(platform, viewer, rules, {
    detail: rule,
    save: (tx, now, made) => saveDraftRule(tx, now, { ...rule, ...made }),
  });
}

/** Puts a rule to work, as it was looked at; the one before it is retired. Never by who wrote it. */
export async function approveRule(
  platform: Platform,
  viewer: Clerk,
  seen: { readonly id: string; readonly version: number },
): Promise<Outcome<null, RuleRefusal>> {
  return putDraftToWork(platform, viewer, rules, seen, {
    lock: lockRule,
    async put(tx, now, { id, kind, points }, by) {
      await retireRule(tx, now, kind);
      await putRuleToWork(tx, now, id, by);
      return { kind, points };
    },
  });
}

export type AdjustRefusal =
  | 'permission'
  | 'not-a-member'
  | 'held'
  | 'too-few'
  | 'out-of-range'
  | 'own-request'
  | 'own-points'
  | 'changed-meanwhile';

/** Moves points of a member by hand, inside the caller's transaction; the member is locked. */
async function applyAdjustment(tx: Tx, platform: Platform, id: string, member: Member, points: number): Promise<AdjustRefusal | null> {
  const now = platform.clock.now();
  if (points > 0 && member.heldAt !== null) return 'held';
  if (points < 0 && -points > member.available) return 'too-few';
  const entries = points > 0 ? postings.give(points) : postings.takeBack(-points);
  const { userId } = member;
  const transferId = await postPoints(tx, now, { key: `adjust:${id}`, kind: 'adjust', userId, orderId: null, entries });
  if (transferId === null) return 'changed-meanwhile';
  if (points > 0) await insertLot(tx, { transferId, userId, points, expiresOn: endFrom(now) });
  else await takeAvailable(tx, userId, -points);
  return null;
}

/** Gives or takes points with a reason: at once up to the limit, else when a second person agrees. */
export async function adjustPoints(
  platform: Platform,
  viewer: Clerk,
  ask: { readonly userId: string; readonly points: number; readonly reason: string },
  keep?: Keep<Outcome<'done' | 'asked', never>>,
): Promise<Outcome<'done' | 'asked', AdjustRefusal>> {
  const { userId, points, reason } = ask;
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  if (userId === viewer.user.id) return refuse('own-points');
  if (!Number.isSafeInteger(points) || points === 0 || Math.abs(points) > mostAdjusted) return refuse('out-of-range');
  const by = viewer.user.id;
  const id = randomUUID();
  return transact(platform.db, async (tx): Promise<Outcome<'done' | 'asked', AdjustRefusal>> => {
    const member = await lockMember(tx, userId);
    if (!member) return refuse('not-a-member');
    const now = platform.clock.now();
    const alone = Math.abs(points) + (await adjustedAlone(tx, userId, by, addMilliseconds(now, -togetherMs)));
    const asks = alone > adjustLimit;
    if (!asks) {
      const refused = await applyAdjustment(tx, platform, id, member, points);
      if (refused) return refuse(refused);
    }
    const at = new Date(now);
    await insertAdjustment(tx, platform.crypto, {
      id,
      userId,
      points,
      reason,
      status: asks ? 'asked' : 'done',
      askedBy: by,
      askedAt: at,
      decidedBy: asks ? null : by,
      decidedAt: asks ? null : at,
    });
    if (asks)
      await openStaffTask(tx, now, {
        kind: 'points-approval',
        subject: `loyalty_adjustments:${id}`,
        textKey: 'tasks:points-adjustment',
        detail: { points },
        askedBy: `staff:${by}`,
      });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: asks ? 'loyalty.adjustment-asked' : 'loyalty.adjusted',
      subject: `loyalty_members:${userId}`,
      detail: { points, adjustment: id },
    });
    const adjusted = done<'done' | 'asked'>(asks ? 'asked' : 'done');
    await keep?.(tx, adjusted);
    return adjusted;
  });
}

/** The second person's word on an adjustment. */
export async function decideAdjustment(
  platform: Platform,
  viewer: Clerk,
  decided: { readonly id: string; readonly agrees: boolean },
): Promise<Outcome<null, AdjustRefusal>> {
  if (!may(viewer, 'loyalty:approve')) return refuse('permission');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<null, AdjustRefusal>> => {
    const seen = await lockAdjustment(tx, decided.id);
    const event = decided.agrees ? 'approve' : 'decline';
    const move = seen && moveOn(adjustmentMachine, seen.status, event, 'staff');
    if (!seen || !move?.ok) return refuse('changed-meanwhile');
    if (seen.askedBy === by && decided.agrees) return refuse('own-request');
    if (seen.userId === by) return refuse('own-points');
    const member = await lockMember(tx, seen.userId);
    if (!member) return refuse('not-a-member');
    const why = decided.agrees ? await applyAdjustment(tx, platform, seen.id, member, seen.points) : null;
    if (why) return refuse(why);
    const now = platform.clock.now();
    await decideAdjustmentRow(tx, now, { id: seen.id, status: move.to, by });
    await closeStaffTask(tx, now, { kind: 'points-approval', subject: `loyalty_adjustments:${seen.id}`, by: `staff:${by}` });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: decided.agrees ? 'loyalty.adjusted' : 'loyalty.adjustment-declined',
      subject: `loyalty_members:${seen.userId}`,
      detail: { points: seen.points, adjustment: seen.id },
    });
    return done(null);
  });
}
