import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { findAccount, findAccounts } from '#app/platform/account-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import type { Voucher } from '../loyalty.tables.ts';
import { findVoucher, listVouchers, openReason, openWhy } from '../vouchers-store.server.ts';
import { voucherLimit } from '../voucher-rules.ts';
import type { ListedVoucher } from './voucher-list.ts';

/** Deeds that a record shows. */
const mostDeeds = 50;

/** Every voucher with the names that belong to it, for the list and its file. */
export async function readVouchers(db: Db): Promise<ListedVoucher[]> {
  const found = await listVouchers(db);
  const [people, orders, names] = await Promise.all([
    findAccounts(db, [...new Set(found.map(({ userId }) => userId))]),
    findReferences(db, [...new Set(found.flatMap(({ orderId }) => orderId ?? []))]),
    findStaffNames(db, [...new Set(found.map(({ madeBy }) => madeBy))]),
  ]);
  return found.map((one) => ({
    id: one.id,
    code: one.code,
    member: people.get(one.userId)?.name ?? '–',
    memberId: one.userId,
    state: one.status,
    occasion: one.occasion,
    amount: one.amount,
    basisPoints: one.basisPoints,
    most: one.most,
    kinds: one.kinds,
    least: one.least,
    until: one.validUntil,
    by: names.get(one.madeBy) ?? '–',
    madeAt: one.madeAt.toISOString(),
    liveAt: one.liveAt?.toISOString() ?? null,
    order: one.orderId && (orders.get(one.orderId) ?? null),
    taken: one.taken,
  }));
}

/** What the pages of a voucher show of its terms. */
const termsOf = (voucher: Voucher) => ({
  occasion: voucher.occasion,
  amount: voucher.amount === null ? null : money(voucher.amount, 'AED'),
  percent: voucher.basisPoints === null ? null : voucher.basisPoints / 100,
  most: money(voucher.most, 'AED'),
  kinds: voucher.kinds,
  least: money(voucher.least, 'AED'),
  validUntil: voucher.validUntil,
});

/** The record of a voucher; null when there is none. */
export async function openVoucher(platform: Platform, viewer: Clerk, id: string) {
  const { db, crypto } = platform;
  const voucher = await findVoucher(db, id);
  if (!voucher) return null;
  const { userId, madeBy, askedBy, approvedBy, withdrawnBy, withdrawnWhy, orderId } = voucher;
  const [person, names, orders, happened] = await Promise.all([
    findAccount(db, userId),
    findStaffNames(db, [...new Set([madeBy, askedBy, approvedBy, withdrawnBy].flatMap((one) => one ?? []))]),
    findReferences(db, orderId ? [orderId] : []),
    listAuditOf(db, `loyalty_vouchers:${id}`, mostDeeds),
  ]);
  const actors = await findStaffNames(db, [
    ...new Set(happened.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice('staff:'.length)] : []))),
  ]);
  const nameOf = (staff: string | null) => staff && (names.get(staff) ?? '–');
  const me = viewer.user.id;
  const mine = madeBy === me || askedBy === me;
  return {
    ...termsOf(voucher),
    id,
    code: voucher.code,
    memberId: userId,
    member: person?.name ?? '–',
    status: voucher.status,
    version: voucher.version,
    reason: openReason(crypto, id, voucher.reason),
    why: withdrawnWhy && openWhy(crypto, id, withdrawnWhy),
    madeBy: nameOf(madeBy),
    approvedBy: nameOf(approvedBy),
    withdrawnBy: nameOf(withdrawnBy),
    order: orderId && (orders.get(orderId) ?? null),
    taken: voucher.taken === null ? null : money(voucher.taken, 'AED'),
    happened: happened.map(({ action, actor, at }, place) => ({
      place,
      what: action.replace('loyalty.voucher-', ''),
      by: actor.startsWith('staff:') ? (actors.get(actor.slice('staff:'.length)) ?? '–') : null,
      at: new Date(at).toISOString(),
    })),
    limit: money(voucherLimit, 'AED'),
    own: userId === me,
    works: may(viewer, 'loyalty:work'),
    approves: may(viewer, 'loyalty:approve') && !mine,
    declines: may(viewer, 'loyalty:approve'),
  };
}

export type OpenVoucher = NonNullable<Awaited<ReturnType<typeof openVoucher>>>;
