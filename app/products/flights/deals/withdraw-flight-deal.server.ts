import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { withdrawDeal } from './flight-deal-store.server.ts';

/** Ends a deal before its last day. Its address keeps its meaning: it says that the deal is over and names others. */
export async function withdrawFlightDeal(platform: Platform, actor: string, id: string): Promise<Outcome<string, 'not-on-sale'>> {
  return transact(platform.db, async (tx): Promise<Outcome<string, 'not-on-sale'>> => {
    const now = platform.clock.now();
    if (!(await withdrawDeal(tx, id, now))) return refuse('not-on-sale');
    await audit(tx, now, { actor, action: 'flight-deal.withdrawn', subject: `flight_deals:${id}` });
    return done(id);
  });
}
