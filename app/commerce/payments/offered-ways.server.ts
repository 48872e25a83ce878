import type { Db } from '#app/platform/database.server.ts';
import { findSetting } from '#app/platform/settings-store.server.ts';
import { deliveredWays, type OfferedWays } from './payment-ways.ts';

/** As they are offered in this moment: a way that was switched off is refused to the next press. */
export async function readOfferedWays(db: Db): Promise<OfferedWays> {
  return ((await findSetting(db, 'payments')) as OfferedWays | null) ?? deliveredWays;
}
