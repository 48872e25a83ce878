import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { findAccounts } from '#app/platform/account-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { reckonBatch } from '../give-voucher-batch.server.ts';
import { countBatchRows, findBatch, findBatchRows, listBatches } from '../voucher-batches-store.server.ts';
import { batchLimit, mostInBatch, voucherLimit, type BatchStanding } from '../voucher-rules.ts';

/** Batches that the page of a new one shows. */
const mostListed = 20;
/** Members that the page of a batch shows; its file has all of them. */
const mostShown = 100;

export async function openBatches(platform: Platform) {
  const batches = await listBatches(platform.db, mostListed);
  const names = await findStaffNames(platform.db, [...new Set(batches.map(({ madeBy }) => madeBy))]);
  return batches.map(({ id, campaign, status, madeBy, madeAt }) => ({
    id,
    campaign,
    status,
    by: names.get(madeBy) ?? '–',
    at: madeAt.toISOString(),
  }));
}

/** A batch with what it would give and whom it leaves out; null when there is none. */
export async function openBatch(platform: Platform, viewer: Clerk, id: string, standing: BatchStanding | null) {
  const { db, clock } = platform;
  const batch = await findBatch(db, id);
  if (!batch) return null;
  const { madeBy, askedBy, approvedBy, withdrawnBy } = batch;
  const me = viewer.user.id;
  const [counts, rows, names, reckoned] = await Promise.all([
    countBatchRows(db, id),
    findBatchRows(db, id, standing, null, mostShown),
    findStaffNames(db, [...new Set([madeBy, askedBy, approvedBy, withdrawnBy].flatMap((one) => one ?? []))]),
    reckonBatch(db, clock.now(), batch, askedBy ?? me),
  ]);
  const people = await findAccounts(
    db,
    rows.map(({ userId }) => userId),
  );
  const nameOf = (staff: string | null) => staff && (names.get(staff) ?? '–');
  const of = (one: BatchStanding) => counts.filter(({ standing: is }) => is === one).reduce((sum, { members }) => sum + members, 0);
  const mine = madeBy === me || askedBy === me;
  return {
    id,
    campaign: batch.campaign,
    status: batch.status,
    version: batch.version,
    occasion: batch.occasion,
    amount: batch.amount === null ? null : money(batch.amount, 'AED'),
    percent: batch.basisPoints === null ? null : batch.basisPoints / 100,
    most: money(batch.most, 'AED'),
    kinds: batch.kinds,
    least: money(batch.least, 'AED'),
    validUntil: batch.validUntil,
    reason: batch.reason,
    why: batch.withdrawnWhy,
    unknownLines: batch.unknownLines,
    madeBy: nameOf(madeBy),
    approvedBy: nameOf(approvedBy),
    withdrawnBy: nameOf(withdrawnBy),
    waits: of('waits'),
    given: of('given'),
    takenBack: of('withdrawn'),
    leftOut: counts.flatMap(({ why, members }) => (why ? [{ why, members }] : [])),
    total: money(reckoned.total, 'AED'),
    second: reckoned.second,
    limits: { batch: money(batchLimit, 'AED'), member: money(voucherLimit, 'AED') },
    standing,
    rows: rows.map((row) => ({
      id: row.userId,
      name: people.get(row.userId)?.name ?? '–',
      standing: row.standing,
      why: row.why,
      voucher: row.voucherId && { id: row.voucherId, code: row.code ?? '–', status: row.status },
    })),
    works: may(viewer, 'loyalty:work'),
    approves: may(viewer, 'loyalty:approve') && !mine,
    declines: may(viewer, 'loyalty:approve'),
  };
}

export type OpenBatch = NonNullable<Awaited<ReturnType<typeof openBatch>>>;

/** What became of each member of a batch, for its file: by their account, and without name or code of anybody. */
export async function batchLines(platform: Platform, id: string): Promise<string[][]> {
  const rows = await findBatchRows(platform.db, id, null, null, mostInBatch);
  return rows.map((row) => [row.userId, row.standing, row.why ?? '', row.voucherId ?? '', row.status ?? '']);
}
