import { findAccounts } from '#app/platform/account-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { findBlocked } from '../customers/records/customer-blocks-store.server.ts';
import { findHaving, findMembersAmong } from './voucher-batches-store.server.ts';
import type { LeftOut } from './voucher-rules.ts';

/** Why each of these gets no voucher of a campaign; whoever may have one is not named. Nobody who has a hand in it gets one. */
export async function findLeftOut(
  db: Db,
  campaign: string,
  userIds: readonly string[],
  hands: readonly (string | null)[],
): Promise<ReadonlyMap<string, LeftOut>> {
  const [members, accounts, blocked, having] = await Promise.all([
    findMembersAmong(db, userIds),
    findAccounts(db, [...userIds]),
    findBlocked(db, userIds),
    findHaving(db, campaign, userIds),
  ]);
  const why = (id: string): LeftOut | null => {
    if (!accounts.has(id) || !members.has(id)) return 'gone';
    if (hands.includes(id)) return 'own';
    if (members.get(id)!.held) return 'held';
    if (blocked.has(id)) return 'blocked';
    return having.has(id) ? 'has-one' : null;
  };
  return new Map(userIds.flatMap((id) => (why(id) ? [[id, why(id)!] as const] : [])));
}
