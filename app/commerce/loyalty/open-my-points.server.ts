import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { earnedSince, findLots, findMember, listPoints } from './points-store.server.ts';
import { listRules } from './programme-store.server.ts';
import { tierSince } from './reckon-points.server.ts';
import { nextTier } from './tier-rules.ts';

const mostLines = 50;

/** The programme as somebody sees it from their account: what they have, and what earns how much. */
export async function openMyPoints({ db, clock }: Platform, userId: string) {
  const [member, rules] = await Promise.all([findMember(db, userId), listRules(db)]);
  const rates = rules.filter(({ status }) => status === 'live').map(({ kind, points }) => ({ kind, points }));
  if (!member) return { member: null, rates };
  const [lines, lots, earned] = await Promise.all([
    listPoints(db, userId, mostLines),
    findLots(db, userId),
    earnedSince(db, userId, tierSince(clock.now())),
  ]);
  const orders = await findReferences(db, [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))]);
  const first = lots[0];
  return {
    rates,
    member: {
      tier: member.tier,
      held: member.heldAt !== null,
      available: member.available,
      pending: member.pending,
      earned,
      next: nextTier(earned),
      ending: first
        ? {
            on: first.expiresOn,
            points: lots.filter(({ expiresOn }) => expiresOn === first.expiresOn).reduce((sum, lot) => sum + lot.remaining, 0),
          }
        : null,
      lines: lines.map((line) => ({ ...line, order: line.orderId && (orders.get(line.orderId) ?? null), at: line.at.toISOString() })),
    },
  };
}
