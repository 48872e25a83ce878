import type { StaffRole } from './access.ts';
import type { Db } from './database.server.ts';
import { deliveredRefundLimits, refundLimitOf, type RefundLimits } from './refund-limits.ts';
import { findSetting } from './settings-store.server.ts';

/** As they stand in this moment: a lowered limit counts for the next press. */
export async function readRefundLimits(db: Db): Promise<RefundLimits> {
  return ((await findSetting(db, 'limits')) as RefundLimits | null) ?? deliveredRefundLimits;
}

/** What somebody may give back without a second person; minor units of AED. */
export async function findRefundLimit(db: Db, roles: readonly StaffRole[]): Promise<number> {
  return refundLimitOf(await readRefundLimits(db), roles);
}
