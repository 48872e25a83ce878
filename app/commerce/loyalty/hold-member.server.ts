import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { HoldRule } from './hold-rules.ts';
import type { Member } from './loyalty.tables.ts';
import { changeMember, lockMember } from './points-store.server.ts';
import { sealHold } from './programme-store.server.ts';

export type HoldRefusal = 'permission' | 'own-points' | 'own-hold' | 'not-a-member' | 'changed-meanwhile';

/** What colleagues find on their list until the hold is lifted. */
const heldTask = (userId: string) => ({ kind: 'points-held', subject: `loyalty_members:${userId}` });

/**
 * Stops points of a member from becoming available and from being used while somebody looks into them. Lifting it lets money
 * out, so that is for those who approve, and never for who placed the hold.
 */
export async function holdMember(
  platform: Platform,
  viewer: Clerk,
  ask: { readonly userId: string; readonly reason: string | null; readonly version: number },
): Promise<Outcome<null, HoldRefusal>> {
  const lifts = ask.reason === null;
  if (!may(viewer, lifts ? 'loyalty:approve' : 'loyalty:work')) return refuse('permission');
  const by = viewer.user.id;
  if (ask.userId === by) return refuse('own-points');
  return transact(platform.db, async (tx): Promise<Outcome<null, HoldRefusal>> => {
    const member = await lockMember(tx, ask.userId);
    if (!member) return refuse('not-a-member');
    if (member.version !== ask.version || (member.heldAt === null) === lifts) return refuse('changed-meanwhile');
    if (lifts && member.heldBy === by) return refuse('own-hold');
    const now = platform.clock.now();
    await changeMember(
      tx,
      now,
      ask.userId,
      lifts
        ? { heldAt: null, heldBy: null, holdReason: null, holdRule: null }
        : { heldAt: new Date(now), heldBy: by, holdReason: sealHold(platform.crypto, ask.userId, ask.reason!), holdRule: null },
    );
    if (lifts) await closeStaffTask(tx, now, { ...heldTask(ask.userId), by: `staff:${by}` });
    else await openStaffTask(tx, now, { ...heldTask(ask.userId), textKey: 'tasks:points-held', askedBy: `staff:${by}` });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: lifts ? 'loyalty.hold-lifted' : 'loyalty.held',
      subject: `loyalty_members:${ask.userId}`,
    });
    return done(null);
  });
}

/** The same by a rule, which has seen something that a person should look at; nothing for who is held already. The member is locked. */
export async function holdByRule(tx: Tx, now: Instant, member: Member, rule: HoldRule): Promise<void> {
  if (member.heldAt !== null) return;
  const { userId } = member;
  await changeMember(tx, now, userId, { heldAt: new Date(now), heldBy: null, holdReason: null, holdRule: rule });
  await openStaffTask(tx, now, { ...heldTask(userId), textKey: `tasks:points-held-${rule}` });
  await audit(tx, now, { actor: 'system', action: 'loyalty.held', subject: `loyalty_members:${userId}`, detail: { rule } });
}
