import { randomInt, randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { voucherMachine, type VoucherEvent } from './loyalty-status.ts';
import type { Voucher } from './loyalty.tables.ts';
import { voucherMail } from './mail-vouchers.server.ts';
import { findMember, lockMember } from './points-store.server.ts';
import { voucherLimit } from './voucher-rules.ts';
import type { VoucherValues } from './voucher-form.ts';
import { changeVoucher, givenAlone, insertVoucher, lockVoucher, sealReason, sealWhy } from './vouchers-store.server.ts';

/** What one colleague gives one member alone counts together for so long. */
export const togetherMs = 30 * dayMs;

/** Without what is read as something else. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const newVoucherCode = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');

export type VoucherRefusal =
  | 'permission'
  | 'not-a-member'
  | 'own-voucher'
  | 'own-request'
  | 'held'
  | 'day-over'
  | 'no-reason'
  | 'changed-meanwhile';

const subjectOf = (id: string) => `loyalty_vouchers:${id}`;
const taskOf = (id: string) => ({ kind: 'points-approval', subject: subjectOf(id) });

/** What a voucher is, as its row has it. */
export const voucherColumns = <Kind extends string>({
  occasion,
  amount,
  basisPoints,
  most,
  kinds,
  least,
  validUntil,
}: Pick<VoucherValues, 'occasion' | 'amount' | 'basisPoints' | 'most' | 'least'> & {
  readonly kinds: readonly Kind[];
  readonly validUntil: string;
}) => ({
  occasion,
  amount,
  basisPoints,
  most,
  kinds: [...kinds],
  least,
  validUntil,
});

/** Writes a voucher for a member; nobody has it before it is issued. */
export async function draftVoucher(
  platform: Platform,
  viewer: Clerk,
  ask: { readonly userId: string; readonly values: VoucherValues },
  keep?: Keep<Outcome<string, never>>,
): Promise<Outcome<string, VoucherRefusal>> {
  const { userId, values } = ask;
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  if (userId === viewer.user.id) return refuse('own-voucher');
  const id = randomUUID();
  return transact(platform.db, async (tx): Promise<Outcome<string, VoucherRefusal>> => {
    if (!(await findMember(tx, userId))) return refuse('not-a-member');
    const now = platform.clock.now();
    await insertVoucher(tx, {
      ...voucherColumns(values),
      id,
      code: newVoucherCode(),
      userId,
      reason: sealReason(platform.crypto, id, values.reason),
      status: 'draft',
      madeBy: viewer.user.id,
      madeAt: new Date(now),
      changedAt: new Date(now),
    });
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'loyalty.voucher-drafted',
      subject: subjectOf(id),
      detail: { most: values.most },
    });
    const drafted = done(id);
    await keep?.(tx, drafted);
    return drafted;
  });
}

/** What a press does with a voucher as it was looked at. */
interface Seen {
  readonly id: string;
  readonly version: number;
}

/** Locks a voucher for a press of a colleague; whose own it is never has a hand in it. */
async function lockSeen(tx: Tx, viewer: Clerk, seen: Seen, event: VoucherEvent): Promise<Outcome<Voucher, VoucherRefusal>> {
  const voucher = await lockVoucher(tx, seen.id);
  if (!voucher || voucher.version !== seen.version || !moveOn(voucherMachine, voucher.status, event, 'staff').ok)
    return refuse('changed-meanwhile');
  return voucher.userId === viewer.user.id ? refuse('own-voucher') : done(voucher);
}

/** Writes a draft anew. Whoever wrote it last is who gives it. */
export async function rewriteVoucher(
  platform: Platform,
  viewer: Clerk,
  seen: Seen,
  values: VoucherValues,
): Promise<Outcome<null, VoucherRefusal>> {
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  return transact(platform.db, async (tx): Promise<Outcome<null, VoucherRefusal>> => {
    const locked = await lockSeen(tx, viewer, seen, 'issue');
    if (!locked.ok) return locked;
    const now = platform.clock.now();
    await changeVoucher(tx, now, seen.id, {
      ...voucherColumns(values),
      reason: sealReason(platform.crypto, seen.id, values.reason),
      madeBy: viewer.user.id,
    });
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'loyalty.voucher-drafted',
      subject: subjectOf(seen.id),
      detail: { most: values.most },
    });
    return done(null);
  });
}

/** Gives a draft to its member: at once up to the limit, else when a second person agrees. */
export async function issueVoucher(platform: Platform, viewer: Clerk, seen: Seen): Promise<Outcome<'live' | 'asked', VoucherRefusal>> {
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<'live' | 'asked', VoucherRefusal>> => {
    const locked = await lockSeen(tx, viewer, seen, 'issue');
    if (!locked.ok) return locked;
    const { id, userId, most, validUntil } = locked.value;
    const now = platform.clock.now();
    const member = await lockMember(tx, userId);
    if (!member || member.heldAt !== null) return refuse('held');
    if (validUntil < dateIn('Asia/Dubai', now)) return refuse('day-over');
    const asks = most + (await givenAlone(tx, userId, by, addMilliseconds(now, -togetherMs))) > voucherLimit;
    await changeVoucher(tx, now, id, { status: asks ? 'asked' : 'live', askedBy: by, liveAt: asks ? null : new Date(now) });
    if (asks) await openStaffTask(tx, now, { ...taskOf(id), textKey: 'tasks:points-voucher', detail: {}, askedBy: `staff:${by}` });
    else await platform.jobs.send(tx, voucherMail, { voucherId: id, kind: 'given' });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: asks ? 'loyalty.voucher-asked' : 'loyalty.voucher-issued',
      subject: subjectOf(id),
      detail: { most },
    });
    return done(asks ? 'asked' : 'live');
  });
}

/** The second person's word on a voucher above the limit. Never of who wrote it or asked for it; declining asks for a reason. */
export async function decideVoucher(
  platform: Platform,
  viewer: Clerk,
  seen: Seen,
  decided: { readonly agrees: true } | { readonly agrees: false; readonly why: string },
): Promise<Outcome<null, VoucherRefusal>> {
  if (!may(viewer, 'loyalty:approve')) return refuse('permission');
  if (!decided.agrees && decided.why.length < 5) return refuse('no-reason');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<null, VoucherRefusal>> => {
    const locked = await lockSeen(tx, viewer, seen, decided.agrees ? 'approve' : 'decline');
    if (!locked.ok) return locked;
    const { id, userId, madeBy, askedBy, validUntil } = locked.value;
    if (decided.agrees && (madeBy === by || askedBy === by)) return refuse('own-request');
    const now = platform.clock.now();
    if (decided.agrees) {
      const member = await lockMember(tx, userId);
      if (!member || member.heldAt !== null) return refuse('held');
      if (validUntil < dateIn('Asia/Dubai', now)) return refuse('day-over');
      await changeVoucher(tx, now, id, { status: 'live', approvedBy: by, liveAt: new Date(now) });
      await platform.jobs.send(tx, voucherMail, { voucherId: id, kind: 'given' });
    } else
      await changeVoucher(tx, now, id, { status: 'withdrawn', withdrawnBy: by, withdrawnWhy: sealWhy(platform.crypto, id, decided.why) });
    await closeStaffTask(tx, now, { ...taskOf(id), by: `staff:${by}` });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: decided.agrees ? 'loyalty.voucher-issued' : 'loyalty.voucher-declined',
      subject: subjectOf(id),
    });
    return done(null);
  });
}

/** Takes a voucher from its member that is not used yet, or throws a draft away. Who had it is told. */
export async function withdrawVoucher(
  platform: Platform,
  viewer: Clerk,
  seen: Seen,
  withdrawn: { readonly event: 'withdraw' | 'throw-away'; readonly why: string },
): Promise<Outcome<null, VoucherRefusal>> {
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  if (withdrawn.event === 'withdraw' && withdrawn.why.length < 5) return refuse('no-reason');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<null, VoucherRefusal>> => {
    const locked = await lockSeen(tx, viewer, seen, withdrawn.event);
    if (!locked.ok) return locked;
    const now = platform.clock.now();
    await changeVoucher(tx, now, seen.id, {
      status: 'withdrawn',
      withdrawnBy: by,
      withdrawnWhy: withdrawn.why ? sealWhy(platform.crypto, seen.id, withdrawn.why) : null,
    });
    if (withdrawn.event === 'withdraw') await platform.jobs.send(tx, voucherMail, { voucherId: seen.id, kind: 'withdrawn' });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: withdrawn.event === 'withdraw' ? 'loyalty.voucher-withdrawn' : 'loyalty.voucher-thrown-away',
      subject: subjectOf(seen.id),
    });
    return done(null);
  });
}
