import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dateIn } from '#app/values/dates.ts';
import { newVoucherCode, togetherMs, voucherColumns } from './give-voucher.server.ts';
import { findLeftOut } from './left-out-of-batch.server.ts';
import { voucherMail } from './mail-vouchers.server.ts';
import { lockMember } from './points-store.server.ts';
import {
  changeBatch,
  countBatchRows,
  findBatch,
  findBatchRows,
  givenAloneTo,
  holdBatch,
  lockBatch,
  lockBatchRow,
  setBatchRow,
} from './voucher-batches-store.server.ts';
import { voucherLimit } from './voucher-rules.ts';
import { changeVoucher, insertVoucher, lockVoucher, sealReason, sealWhy } from './vouchers-store.server.ts';

/** Gives the vouchers of a batch, or takes back those of one that was called back. */
export const voucherBatchWork = jobKind<{ readonly batchId: string }>('loyalty.voucher-batch');

const pageSize = 200;

/** The work of a batch, member by member, each in a transaction of its own: begun again, it goes on where it was. */
export async function workOnBatch(platform: Platform, batchId: string): Promise<void> {
  const { db, clock } = platform;
  const batch = await findBatch(db, batchId);
  const gives = batch?.status === 'issuing';
  if (!gives && batch?.status !== 'withdrawn') return;
  const rows = everyRow<{ id: string }>((after) => findBatchRows(db, batchId, gives ? 'waits' : 'given', after, pageSize));
  const failed = await eachRow(platform, 'voucher of a batch', rows, ({ id }) =>
    transact(db, (tx) => (gives ? giveOne(platform, tx, batchId, id) : takeBackOne(platform, tx, batchId, id))),
  );
  mustAllBeTaken(failed);
  if (!gives) return;
  await transact(db, async (tx) => {
    const now = clock.now();
    const left = (await countBatchRows(tx, batchId)).some(({ standing }) => standing === 'waits');
    const locked = await lockBatch(tx, batchId);
    if (locked?.status !== 'issuing') return;
    // Its time was over before its members were: it goes on.
    if (left) return platform.jobs.send(tx, voucherBatchWork, { batchId });
    await changeBatch(tx, now, batchId, { status: 'done' });
  });
}

async function giveOne(platform: Platform, tx: Tx, batchId: string, userId: string): Promise<void> {
  const batch = await holdBatch(tx, batchId);
  if (batch?.status !== 'issuing') return;
  await lockMember(tx, userId);
  const row = await lockBatchRow(tx, batchId, userId);
  if (row?.standing !== 'waits') return;
  const now = platform.clock.now();
  const { madeBy, askedBy, approvedBy, campaign, most } = batch;
  // What was true when it was written may be no more: each is looked at again.
  let why = (await findLeftOut(tx, campaign, [userId], [madeBy, askedBy, approvedBy])).get(userId) ?? null;
  if (!why && batch.validUntil < dateIn('Asia/Dubai', now)) why = 'day-over';
  if (!why && !approvedBy) {
    const alone = await givenAloneTo(tx, [userId], askedBy!, addMilliseconds(now, -togetherMs));
    if (most + (alone.get(userId) ?? 0) > voucherLimit) why = 'limit';
  }
  if (why) return setBatchRow(tx, batchId, userId, { standing: 'left-out', why });
  const id = randomUUID();
  await insertVoucher(tx, {
    ...voucherColumns(batch),
    id,
    code: newVoucherCode(),
    userId,
    reason: sealReason(platform.crypto, id, batch.reason),
    status: 'live',
    madeBy,
    madeAt: new Date(now),
    askedBy,
    approvedBy,
    liveAt: new Date(now),
    batchId,
    changedAt: new Date(now),
  });
  await setBatchRow(tx, batchId, userId, { standing: 'given', voucherId: id });
  await platform.jobs.send(tx, voucherMail, { voucherId: id, kind: 'given' });
  await audit(tx, now, {
    actor: `staff:${askedBy}`,
    action: 'loyalty.voucher-issued',
    subject: `loyalty_vouchers:${id}`,
    detail: { most, batch: batchId },
  });
}

async function takeBackOne(platform: Platform, tx: Tx, batchId: string, userId: string): Promise<void> {
  const batch = await holdBatch(tx, batchId);
  const row = await lockBatchRow(tx, batchId, userId);
  const voucher = row?.standing === 'given' && row.voucherId ? await lockVoucher(tx, row.voucherId) : null;
  // Used or ended, or withdrawn by itself: there is nothing to take back.
  if (batch?.status !== 'withdrawn' || voucher?.status !== 'live') return;
  const now = platform.clock.now();
  const { withdrawnBy, withdrawnWhy } = batch;
  await changeVoucher(tx, now, voucher.id, {
    status: 'withdrawn',
    withdrawnBy,
    withdrawnWhy: withdrawnWhy && sealWhy(platform.crypto, voucher.id, withdrawnWhy),
  });
  await setBatchRow(tx, batchId, userId, { standing: 'withdrawn' });
  await platform.jobs.send(tx, voucherMail, { voucherId: voucher.id, kind: 'withdrawn' });
  await audit(tx, now, {
    actor: `staff:${withdrawnBy}`,
    action: 'loyalty.voucher-withdrawn',
    subject: `loyalty_vouchers:${voucher.id}`,
    detail: { batch: batchId },
  });
}
