import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { policyDays, type RetentionPolicy } from '#app/platform/retention-rules.ts';
import { decideWish, getPolicy, insertWish, lockWaitingWish, setPolicy } from '#app/platform/retention-store.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { kindOfPolicy } from './kept-data.server.ts';

const formOf = (policy: RetentionPolicy) =>
  z.object({
    days: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(z.number().min(policyDays[policy].least).max(policyDays[policy].most)),
    reason: z.string().trim().min(3).max(200),
  });

export interface RetentionAsk {
  readonly days: number;
  readonly reason: string;
}
export const retentionFields = ['days', 'reason'] as const;
export type RetentionField = (typeof retentionFields)[number];

/** What was typed; the names of the fields that are wrong, in their order, otherwise. */
export function readRetentionAsk(
  policy: RetentionPolicy,
  typed: Readonly<Record<RetentionField, string>>,
): Outcome<RetentionAsk, 'invalid'> & { readonly faults: readonly RetentionField[] } {
  const read = formOf(policy).safeParse(typed);
  if (read.success) return { ...done(read.data), faults: [] };
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  return { ...refuse('invalid' as const), faults: retentionFields.filter((field) => wrong.has(field)) };
}

export type RetentionRefusal = 'permission' | 'changed-meanwhile' | 'waiting' | 'same' | 'own-wish';

const subjectOf = (id: string) => `retention_wishes:${id}`;
const taskKind = 'retention-approval';

/** Asks for another period, from the page as it stands. It counts when a second person has agreed. */
export async function askRetention(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: {
    readonly viewer: Viewer;
    readonly policy: RetentionPolicy;
    readonly wish: RetentionAsk;
    readonly version: number;
    readonly requestId: string;
  },
): Promise<Outcome<string, RetentionRefusal>> {
  const { viewer, policy, wish } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'settings:edit')) return refuse('permission');
  const by = viewer.user.id;
  return transact(db, async (tx): Promise<Outcome<string, RetentionRefusal>> => {
    const now = clock.now();
    const before = await getPolicy(tx, policy);
    if (before.version !== ask.version) return refuse('changed-meanwhile');
    if (before.days === wish.days) return refuse('same');
    const id = randomUUID();
    const asked = await insertWish(tx, {
      id,
      policy,
      base: before.version,
      daysBefore: before.days,
      days: wish.days,
      reason: wish.reason,
      askedBy: by,
      askedAt: new Date(now),
      status: 'waiting',
      decidedBy: null,
      decidedAt: null,
    });
    if (!asked) return refuse('waiting');
    await openStaffTask(tx, now, {
      kind: taskKind,
      subject: subjectOf(id),
      textKey: 'tasks:retention-approval',
      detail: { data: kindOfPolicy(policy), before: before.days, days: wish.days },
      askedBy: `staff:${by}`,
    });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: 'retention.asked',
      subject: subjectOf(id),
      reason: wish.reason,
      detail: { policy, days: [before.days, wish.days] },
      requestId: ask.requestId,
    });
    return done(id);
  });
}

export const retentionDecisions = ['approve', 'decline', 'withdraw'] as const;
export type RetentionDecision = (typeof retentionDecisions)[number];

/** A second person agrees or declines; whoever asked may take it back, and never agree to it. */
export async function decideRetention(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: {
    readonly viewer: Viewer;
    readonly policy: RetentionPolicy;
    readonly id: string;
    readonly decision: RetentionDecision;
    readonly requestId: string;
  },
): Promise<Outcome<null, RetentionRefusal>> {
  const { viewer, decision } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'settings:edit')) return refuse('permission');
  const by = viewer.user.id;
  return transact(db, async (tx): Promise<Outcome<null, RetentionRefusal>> => {
    const now = clock.now();
    const wish = await lockWaitingWish(tx, ask.id);
    if (wish?.policy !== ask.policy) return refuse('changed-meanwhile');
    if ((wish.askedBy === by) !== (decision === 'withdraw')) return refuse('own-wish');
    if (decision === 'approve') {
      const set = { code: wish.policy, days: wish.days, version: wish.base, by: `staff:${wish.askedBy}` };
      if (!(await setPolicy(tx, now, set))) return refuse('changed-meanwhile');
    }
    const status = ({ approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const)[decision];
    await decideWish(tx, now, wish.id, { status, by });
    await closeStaffTask(tx, now, { kind: taskKind, subject: subjectOf(wish.id), by: `staff:${by}` });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: `retention.${status}`,
      subject: subjectOf(wish.id),
      detail: { policy: wish.policy, days: [wish.daysBefore, wish.days], askedBy: wish.askedBy },
      requestId: ask.requestId,
    });
    return done(null);
  });
}
