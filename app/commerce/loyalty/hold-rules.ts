/** What holds a member without a colleague: see `holdByRule`. */
export const holdRules = ['invitations', 'given-and-turned', 'short-reversal'] as const;
export type HoldRule = (typeof holdRules)[number];
