/** A hold may be given more time twice. */
export const mostExtensions = 2;
/** Orders one traveller may hold unpaid at a time. */
export const mostHolds = 2;
/** Orders that one account, or one mail address, keeps for days and pays later: nobody keeps a cabin to themselves. */
export const mostKept = 2;
/** With those that lie in a basket and are meant to be paid together: a basket holds eight. */
export const mostHoldsInAll = 10;
/** Seats that one network may hold unpaid at a time. */
export const mostHeldByNetwork = 20;

/** The hard end of a hold: twice its ordinary length, 30 minutes for 15. */
export function longestHoldMs(ttlMs: number): number {
  return ttlMs * 2;
}

/** Whether its owner may have more minutes. What is kept for days has its limit; only a clerk moves that. */
export function mayExtend(hold: {
  readonly heldUntil: number;
  readonly hardUntil: number;
  readonly extensions: number;
  readonly payLater: boolean;
}): boolean {
  return !hold.payLater && hold.extensions < mostExtensions && hold.hardUntil > hold.heldUntil;
}

/** The end of a hold was set by whoever keeps the places, and cannot be moved by us. Both ends in UTC milliseconds. */
export function endsAtSupplier(hold: { heldUntil: number; hardUntil: number; extensions: number }): boolean {
  return hold.extensions === 0 && hold.hardUntil <= hold.heldUntil;
}
