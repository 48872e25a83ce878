/** What became of one order of a paid basket, as its traveller needs to know it. */
export type BasketOutcome = 'confirmed' | 'working' | 'failed' | 'returned' | 'open';

const confirmed: readonly string[] = ['ticketed', 'flown', 'no_show', 'accepted', 'confirmed', 'completed', 'closed'];
const over: readonly string[] = ['expired', 'cancelled', 'voided', 'refund_due', 'refunded'];
const unpaid: readonly string[] = ['draft', 'priced', 'held', 'price_changed', 'payment_pending'];

/** The status of the payment with which the order was bought; null when none lives. Later parts of a plan are payments of their own. */
export function shareOf(payments: readonly { readonly purpose: string; readonly status: string }[]): string | null {
  return payments.find(({ purpose, status }) => purpose === 'order' && status !== 'canceled')?.status ?? null;
}

/**
 * `share`: the status of the order's living payment, or null. Not knowing yet is neither confirmed nor failed; `failed` was
 * never charged, `returned` was charged and has ended since.
 */
export function basketOutcome(orderStatus: string, share: string | null): BasketOutcome {
  if (confirmed.includes(orderStatus)) return 'confirmed';
  if (over.includes(orderStatus)) return share === 'succeeded' ? 'returned' : 'failed';
  if (unpaid.includes(orderStatus)) return share === 'requires_capture' || share === 'succeeded' ? 'working' : 'open';
  return 'working';
}
