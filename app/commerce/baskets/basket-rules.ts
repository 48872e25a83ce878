/** More than a family's holiday has; a page, a mail and a bank's answer stay readable. */
export const mostInBasket = 8;

const unpaid: readonly string[] = ['held', 'price_changed', 'payment_pending'];

/** Whether an order can be paid together with others: it is kept, unpaid, and its time is not over. `now` in milliseconds. */
export function mayLieInBasket(order: { readonly status: string; readonly heldUntil: Date | null }, now: number): boolean {
  return unpaid.includes(order.status) && order.heldUntil !== null && order.heldUntil.getTime() > now;
}

/** Whether what an order was for can be asked for once more from its basket: it was never paid, and its time is over. */
export function mayBeRenewed(order: { readonly status: string; readonly heldUntil: Date | null }, now: number): boolean {
  return (order.status === 'expired' || unpaid.includes(order.status)) && !mayLieInBasket(order, now);
}
