import type { Db } from '#app/platform/database.server.ts';
import { findSetting } from '#app/platform/settings-store.server.ts';
import { deliveredWays, type OfferedWays } from './payment-ways.ts';

/** As they are offered in this moment: a way that was switched off is refused to the next press. */
export async function readOfferedWays(db: Db): Promise<OfferedWays> {
  // A way that is younger than what was set is offered as it was delivered.
  return { ...deliveredWays, ...((await findSetting(db, 'payments')) as Partial<OfferedWays> | null) };
}
