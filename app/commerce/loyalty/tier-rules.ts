/** The steps of the programme, by what somebody earned in the last twelve months. */
export const tiers = ['member', 'silver', 'gold', 'platinum'] as const;
export type Tier = (typeof tiers)[number];

/** Points of twelve months from which a tier begins. */
export const tierFrom: Readonly<Record<Tier, number>> = { member: 0, silver: 5_000, gold: 15_000, platinum: 40_000 };

export function tierOf(earned: number): Tier {
  return tiers.findLast((tier) => earned >= tierFrom[tier]) ?? 'member';
}

/** The next tier and what is left to it; null at the top. */
export function nextTier(earned: number): { readonly tier: Tier; readonly left: number } | null {
  const tier = tiers.find((one) => tierFrom[one] > earned);
  return tier ? { tier, left: tierFrom[tier] - earned } : null;
}
