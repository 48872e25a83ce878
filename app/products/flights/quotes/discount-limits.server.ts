import type { Db } from '#app/platform/database.server.ts';
import { findSetting } from '#app/platform/settings-store.server.ts';
import { deliveredDiscountLimits, type DiscountLimits } from './discount-limits.ts';

/** As they stand in this moment: a changed limit counts for the next discount that is asked for. */
export async function readDiscountLimits(db: Db): Promise<DiscountLimits> {
  return ((await findSetting(db, 'discounts')) as DiscountLimits | null) ?? deliveredDiscountLimits;
}
