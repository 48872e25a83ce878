import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dateIn, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { findLeftOut } from './left-out-of-batch.server.ts';
import { togetherMs, voucherColumns, type VoucherRefusal } from './give-voucher.server.ts';
import { voucherBatchMachine, type VoucherBatchEvent } from './loyalty-status.ts';
import type { VoucherBatch } from './loyalty.tables.ts';
import {
  changeBatch,
  findBatch,
  findBatchRows,
  givenAloneTo,
  insertBatch,
  leaveOutWaiting,
  lockBatch,
} from './voucher-batches-store.server.ts';
import type { VoucherValues } from './voucher-form.ts';
import { batchLimit, mostInBatch, voucherLimit } from './voucher-rules.ts';
import { voucherBatchWork } from './work-on-voucher-batch.server.ts';

export type BatchRefusal = VoucherRefusal | 'nobody' | 'too-many';

const subjectOf = (id: string) => `loyalty_voucher_batches:${id}`;
const taskOf = (id: string) => ({ kind: 'points-approval', subject: subjectOf(id) });

/**
 * Writes down for whom a voucher is meant and who of them is left out; nobody has one before it is issued. The same form
 * sent twice finds what the first one wrote.
 */
export async function draftBatch(
  platform: Platform,
  viewer: Clerk,
  ask: {
    readonly id: string;
    readonly campaign: string;
    readonly values: VoucherValues;
    readonly members: readonly string[];
    readonly unknownLines: readonly number[];
  },
): Promise<Outcome<string, BatchRefusal>> {
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  const { id, campaign, values, members, unknownLines } = ask;
  if (members.length === 0) return refuse('nobody');
  if (members.length > mostInBatch) return refuse('too-many');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<string, BatchRefusal>> => {
    const now = platform.clock.now();
    const without = await findLeftOut(tx, campaign, members, [by]);
    const made = await insertBatch(
      tx,
      {
        ...voucherColumns(values),
        id,
        campaign,
        reason: values.reason,
        unknownLines: [...unknownLines],
        status: 'draft',
        madeBy: by,
        madeAt: new Date(now),
        changedAt: new Date(now),
      },
      members.map((userId) => ({ userId, why: without.get(userId) ?? null })),
    );
    if (!made) return (await findBatch(tx, id))?.madeBy === by ? done(id) : refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: 'loyalty.vouchers-drafted',
      subject: subjectOf(id),
      detail: { members: members.length, leftOut: without.size, most: values.most },
    });
    return done(id);
  });
}

interface Seen {
  readonly id: string;
  readonly version: number;
}

async function lockSeen(tx: Tx, seen: Seen, event: VoucherBatchEvent): Promise<Outcome<VoucherBatch, BatchRefusal>> {
  const batch = await lockBatch(tx, seen.id);
  if (!batch || batch.version !== seen.version || !moveOn(voucherBatchMachine, batch.status, event, 'staff').ok)
    return refuse('changed-meanwhile');
  return done(batch);
}

async function waiting(db: Db, batchId: string): Promise<string[]> {
  return (await findBatchRows(db, batchId, 'waits', null, mostInBatch)).map(({ userId }) => userId);
}

/** What a batch costs at most, and why a second person agrees to it; null where whoever issues it does so alone. */
export async function reckonBatch(
  db: Db,
  now: Instant,
  batch: Pick<VoucherBatch, 'id' | 'most'>,
  by: string,
): Promise<{ readonly members: number; readonly total: number; readonly second: 'total' | 'member' | null }> {
  const members = await waiting(db, batch.id);
  const total = members.length * batch.most;
  const alone = await givenAloneTo(db, members, by, addMilliseconds(now, -togetherMs));
  const over = members.some((id) => batch.most + (alone.get(id) ?? 0) > voucherLimit);
  return { members: members.length, total, second: total > batchLimit ? 'total' : over ? 'member' : null };
}

/** Gives the vouchers of a draft: a job does so at once within the limits, else when a second person agreed. */
export async function issueBatch(platform: Platform, viewer: Clerk, seen: Seen): Promise<Outcome<'issuing' | 'asked', BatchRefusal>> {
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<'issuing' | 'asked', BatchRefusal>> => {
    const locked = await lockSeen(tx, seen, 'issue');
    if (!locked.ok) return locked;
    const batch = locked.value;
    const now = platform.clock.now();
    if (batch.validUntil < dateIn('Asia/Dubai', now)) return refuse('day-over');
    const { members, total, second } = await reckonBatch(tx, now, batch, by);
    if (members === 0) return refuse('nobody');
    const status = second ? 'asked' : 'issuing';
    await changeBatch(tx, now, batch.id, { status, askedBy: by });
    if (second)
      await openStaffTask(tx, now, {
        ...taskOf(batch.id),
        textKey: 'tasks:points-vouchers',
        detail: { count: members },
        askedBy: `staff:${by}`,
      });
    else await platform.jobs.send(tx, voucherBatchWork, { batchId: batch.id });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: second ? 'loyalty.vouchers-asked' : 'loyalty.vouchers-issued',
      subject: subjectOf(batch.id),
      detail: { members, total },
    });
    return done(status);
  });
}

/** The second person's word on a batch. Never of who wrote it or asked for it; declining asks for a reason. */
export async function decideBatch(
  platform: Platform,
  viewer: Clerk,
  seen: Seen,
  decided: { readonly agrees: true } | { readonly agrees: false; readonly why: string },
): Promise<Outcome<null, BatchRefusal>> {
  if (!may(viewer, 'loyalty:approve')) return refuse('permission');
  if (!decided.agrees && decided.why.length < 5) return refuse('no-reason');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<null, BatchRefusal>> => {
    const locked = await lockSeen(tx, seen, decided.agrees ? 'approve' : 'decline');
    if (!locked.ok) return locked;
    const { id, madeBy, askedBy, validUntil } = locked.value;
    if (decided.agrees && (madeBy === by || askedBy === by)) return refuse('own-request');
    const now = platform.clock.now();
    if (decided.agrees) {
      if (validUntil < dateIn('Asia/Dubai', now)) return refuse('day-over');
      await changeBatch(tx, now, id, { status: 'issuing', approvedBy: by });
      await platform.jobs.send(tx, voucherBatchWork, { batchId: id });
    } else {
      await changeBatch(tx, now, id, { status: 'withdrawn', withdrawnBy: by, withdrawnWhy: decided.why });
      await leaveOutWaiting(tx, id);
    }
    await closeStaffTask(tx, now, { ...taskOf(id), by: `staff:${by}` });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: decided.agrees ? 'loyalty.vouchers-issued' : 'loyalty.vouchers-declined',
      subject: subjectOf(id),
    });
    return done(null);
  });
}

/** Calls back what of a batch nobody used yet, or throws a draft away. What was used stays used. */
export async function withdrawBatch(
  platform: Platform,
  viewer: Clerk,
  seen: Seen,
  withdrawn: { readonly event: 'withdraw' | 'throw-away'; readonly why: string },
): Promise<Outcome<null, BatchRefusal>> {
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  if (withdrawn.event === 'withdraw' && withdrawn.why.length < 5) return refuse('no-reason');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<null, BatchRefusal>> => {
    const locked = await lockSeen(tx, seen, withdrawn.event);
    if (!locked.ok) return locked;
    const now = platform.clock.now();
    await changeBatch(tx, now, seen.id, { status: 'withdrawn', withdrawnBy: by, withdrawnWhy: withdrawn.why || null });
    await leaveOutWaiting(tx, seen.id);
    if (withdrawn.event === 'withdraw') await platform.jobs.send(tx, voucherBatchWork, { batchId: seen.id });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: withdrawn.event === 'withdraw' ? 'loyalty.vouchers-withdrawn' : 'loyalty.vouchers-thrown-away',
      subject: subjectOf(seen.id),
    });
    return done(null);
  });
}
